/** The colours of a category's posters, from dark to pale, and one accent. */
export type Palette = { ink: string; deep: string; mid: string; pale: string; pop: string }

/** The colours of a motif in a composition. */
export type Coat = { line: string; body: string; cover: string; glow: string; hint: string }

/**
 * Palettes by the slug of a category. No colour is black or white, so that pictures fit both
 * themes.
 */
export const palettes: Record<string, Palette> = {
  antivirus: { ink: '#06301f', deep: '#0c6a45', mid: '#2bb57c', pale: '#dcf5e6', pop: '#ffd15c' },
  sistemas: { ink: '#0a2558', deep: '#1d4fb0', mid: '#5b95f5', pale: '#dfeaff', pop: '#ff9a62' },
  jogos: { ink: '#2a1358', deep: '#5a2fa8', mid: '#a27bf3', pale: '#ece2ff', pop: '#ffd04d' },
  ferramentas: { ink: '#530f22', deep: '#a62844', mid: '#f4798a', pale: '#ffe4e6', pop: '#ffd970' },
  design: { ink: '#4f2500', deep: '#b05f06', mid: '#f7ae3f', pale: '#fff0d1', pop: '#e4472f' },
  desenvolvimento: {
    ink: '#06303d',
    deep: '#0d6880',
    mid: '#3bb9d4',
    pale: '#d9f4fa',
    pop: '#ffb23f',
  },
  vpn: { ink: '#1b1d63', deep: '#3e43b8', mid: '#858ef7', pale: '#e5e7ff', pop: '#63eec1' },
  geral: { ink: '#1d2a42', deep: '#465a80', mid: '#8ca0c4', pale: '#e5ebf5', pop: '#ffc65c' },
}
