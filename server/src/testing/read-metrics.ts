/** The samples in Prometheus's text format: `name{label="value"}` → number. */
export function readMetrics(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const separator = line.lastIndexOf(' ')
      return [line.slice(0, separator), Number(line.slice(separator + 1))]
    }),
  )
}

/** The samples of one metric, by labels. */
export const seriesOf = (samples: Map<string, number>, name: string): Record<string, number> =>
  Object.fromEntries(
    [...samples]
      .filter(([series]) => series === name || series.startsWith(`${name}{`))
      .map(([series, value]) => [series.slice(name.length), value]),
  )
