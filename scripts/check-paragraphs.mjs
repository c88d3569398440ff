// Nine of ten runs of lines without a blank line are shorter than a third of a screen. A blank line
// separates declarations, follows guards, precedes a return, and surrounds long statements.
import { read, report, sources } from './sources.mjs'

/** The longest allowed run of a workspace, at the 90th percentile. */
const longest = 18
const folders = ['contracts/src', 'e2e', 'sandbox/src', 'screens', 'server/src', 'web/src']
const isMeasured = (path) => !/\/(?:migrations|locales)\/|\.d\.ts$/.test(path)

/** The first lines and the lengths of a file's runs without a blank line. */
function runsOf(path) {
  const runs = []
  let start = 0

  read(path)
    .split('\n')
    .concat('')
    .forEach((line, index) => {
      if (line.trim()) return

      if (index > start) runs.push({ path, line: start + 1, length: index - start })
      start = index + 1
    })

  return runs
}

const breaches = folders.flatMap((folder) => {
  const runs = sources([folder], ['.ts', '.tsx']).filter(isMeasured).flatMap(runsOf)
  runs.sort((a, b) => b.length - a.length)
  if (runs[Math.floor(runs.length / 10)].length <= longest) return []

  return runs
    .slice(0, 20)
    .map(({ path, line, length }) => `${path}:${line} ${length} lines without a blank one`)
})

report('paragraphs', breaches)
