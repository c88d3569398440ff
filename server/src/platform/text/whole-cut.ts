const characters = new Intl.Segmenter()

/**
 * The first `longest` UTF-16 units of a text, or some less: never cut inside a character as people
 * see it (an emoji of several signs, a letter with its accents).
 */
export const cutWhole = (text: string, longest: number): string =>
  text.length <= longest ? text : text.slice(0, characters.segment(text).containing(longest)!.index)
