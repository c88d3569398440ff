export type ChartColours = {
  ink: string
  muted: string
  line: string
  surface: string
  series: readonly string[]
}

// Eight hues on eight lightness steps. Neighbours are steps apart, so they differ without colour
// too, and each has 3:1 contrast with its background.
const seriesHues = {
  dark: ['#5df2ba', '#4990e8', '#fde0b9', '#c87ed9', '#2fdae2', '#c8544f', '#afa1fd', '#537e0e'],
  light: ['#00412d', '#256dc2', '#3a2400', '#833c93', '#0d4d50', '#c6524d', '#533b9c', '#6d9d2d'],
} as const

/** Colours of the series in a theme, for charts and legend. */
export function seriesColours(theme: 'dark' | 'light'): readonly string[] {
  return seriesHues[theme]
}

/** Colours of the page for a canvas: the tokens resolved in the current theme. */
export function coloursOf(element: HTMLElement, theme: 'dark' | 'light'): ChartColours {
  const colourBefore = element.style.color
  // During a transition the computed colour would still be the old one.
  element.style.transitionProperty = 'none'

  const readToken = (token: string) => {
    element.style.color = `var(${token})`
    return getComputedStyle(element).color
  }

  const chartColours = {
    ink: readToken('--ink'),
    muted: readToken('--muted'),
    line: readToken('--line'),
    surface: readToken('--surface'),
    series: seriesHues[theme],
  }

  element.style.color = colourBefore
  element.style.transitionProperty = ''

  return chartColours
}
