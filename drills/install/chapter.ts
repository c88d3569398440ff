// Reads commands from the guide, so that the drill runs exactly what operators read.

export type Step = { title: string; commands: string }

/**
 * The steps of one way to install: the headings below it, each with the commands of its code
 * blocks. `filled` replaces placeholders.
 */
export function stepsOf(chapter: string, way: string, filled: Record<string, string>): Step[] {
  const from = chapter.indexOf(`\n## ${way}\n`)
  if (from < 0) throw new Error(`the chapter has no way called ${way}`)

  const [, section = ''] = chapter.slice(from).split(/\n## .*\n/)

  return section
    .split(/^### /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      commands: fill(blocksOf(part, 'sh').join(''), filled),
    }))
}

/** The code blocks of a chapter in one language. */
export const blocksOf = (chapter: string, language: string): string[] =>
  [...chapter.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block]) => block!,
  )

/** The only code block of a chapter that contains these words, with its placeholders replaced. */
export function blockWith(
  chapter: string,
  words: string,
  filled: Record<string, string> = {},
): string {
  const matchingBlocks = blocksOf(chapter, 'sh').filter((block) => block.includes(words))
  if (matchingBlocks.length !== 1)
    throw new Error(`${matchingBlocks.length} blocks say ${words}, not one`)

  return fill(matchingBlocks[0]!, filled)
}

const fill = (text: string, filled: Record<string, string>): string =>
  Object.entries(filled).reduce((all, [blank, value]) => all.replaceAll(blank, value), text)
