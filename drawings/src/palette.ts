/** The colours of a category's pictures: ink, three tones from dark to pale, and one accent. */
export type Palette = { ink: string; deep: string; mid: string; pale: string; pop: string }

/** The colours of a program's window: the palette of its category, and the background of a row. */
export type WindowColours = Palette & { row: string }

/** The colours of a motif in a composition. */
export type Coat = { line: string; body: string; tone: string; glow: string }

/** Palettes by category slug. No colour is black or white, so that the pictures fit both themes. */
export const palettes: Record<string, Palette> = {
  antivirus: { ink: '#06301f', deep: '#0b6b47', mid: '#30b780', pale: '#d9f3e3', pop: '#ffd03f' },
  sistemas: { ink: '#0b2459', deep: '#1c49b4', mid: '#6a9cf8', pale: '#dfe9ff', pop: '#ff8b4d' },
  jogos: { ink: '#2a1058', deep: '#5c2db0', mid: '#a47bf5', pale: '#ebe1ff', pop: '#ffd04d' },
  ferramentas: { ink: '#520d20', deep: '#a92543', mid: '#f67689', pale: '#ffe1e3', pop: '#ffd45c' },
  design: { ink: '#4b2200', deep: '#a65500', mid: '#f9ab35', pale: '#ffefcc', pop: '#e8452c' },
  desenvolvimento: {
    ink: '#052f3c',
    deep: '#0c6780',
    mid: '#41bcd6',
    pale: '#d7f3fa',
    pop: '#ffb02e',
  },
  vpn: { ink: '#191b62', deep: '#3b41ba', mid: '#8a92f9', pale: '#e3e6ff', pop: '#5eeec0' },
  geral: { ink: '#1c2a42', deep: '#445a81', mid: '#8fa3c7', pale: '#e4eaf4', pop: '#ffc54f' },
}

/** Mixes two colours, #rrggbb; `share` is the part of `over`, from 0 to 1. */
export function mixColours(under: string, over: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [low, high] = [under, over].map((colour) => parseInt(colour.slice(at, at + 2), 16))
    return Math.round(low! * (1 - share) + high! * share)
  })

  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
