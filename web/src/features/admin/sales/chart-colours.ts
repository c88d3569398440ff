export type ChartColours = {
  ink: string
  muted: string
  line: string
  surface: string
  series: readonly string[]
}

// The house's yellow, blue, amber, violet, rose and slate, and two more for a doughnut of eight. Their
// lightness is shifted a little: neighbours differ without colour too, and each has 3:1 contrast with
// its background.
const seriesHues = {
  dark: ['#1fdfa2', '#5b8def', '#fec786', '#b29bfd', '#df576d', '#91a0b5', '#0dcce7', '#b6fa50'],
  light: ['#0e9f6e', '#2260e7', '#c86526', '#6f24db', '#d4304d', '#445266', '#27839f', '#416c02'],
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
