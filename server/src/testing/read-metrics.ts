/** What a text of Prometheus says, written as it is read: `name{label="value"}` and its number. */
export function readMetrics(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

/** Those of one figure, without its name. */
export const seriesOf = (all: Map<string, number>, name: string): Record<string, number> =>
  Object.fromEntries(
    [...all]
      .filter(([series]) => series === name || series.startsWith(`${name}{`))
      .map(([series, value]) => [series.slice(name.length), value]),
  )
