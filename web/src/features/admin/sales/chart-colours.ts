export type ChartColours = {
  ink: string
  muted: string
  line: string
  surface: string
  series: readonly string[]
}

// Eight hues on eight steps of lightness, ordered so that neighbours lie steps apart: told apart
// without colour too, and each 3:1 on its ground.
const series = {
  dark: ['#5df2ba', '#4990e8', '#fde0b9', '#c87ed9', '#2fdae2', '#c8544f', '#afa1fd', '#537e0e'],
  light: ['#00412d', '#256dc2', '#3a2400', '#833c93', '#0d4d50', '#c6524d', '#533b9c', '#6d9d2d'],
} as const

/** The series' colours of a theme, by which charts are drawn and the legend is read. */
export function seriesColours(theme: 'dark' | 'light'): readonly string[] {
  return series[theme]
}

/**
 * The colours of the page as a canvas needs them: the tokens resolved for the theme that shows now.
 */
export function coloursOf(element: HTMLElement, theme: 'dark' | 'light'): ChartColours {
  const before = element.style.color
  // A transition would answer the colour it starts from.
  element.style.transitionProperty = 'none'

  const read = (token: string) => {
    element.style.color = `var(${token})`
    return getComputedStyle(element).color
  }

  const colours = {
    ink: read('--ink'),
    muted: read('--muted'),
    line: read('--line'),
    surface: read('--surface'),
    series: series[theme],
  }

  element.style.color = before
  element.style.transitionProperty = ''

  return colours
}
