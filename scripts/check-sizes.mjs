// A file has at most 600 lines and a function at most 190 (data and tests: 700): what the longest had when the code was formatted.
// The aim is 300 and 60; whoever shortens the longest lowers the limit here.
import { isTest, read, report, sources } from './sources.mjs'

const breaches = []
for (const path of sources(
  ['contracts/src', 'server/src', 'sandbox/src', 'web/src'],
  ['.ts', '.tsx'],
)) {
  const lines = read(path).split('\n')
  const most = isTest(path) || /\/(data|demo)\//.test(path) ? 700 : 600
  if (lines.length > most + 1) breaches.push(`${path}:1 ${lines.length} lines, at most ${most}`)
  if (isTest(path)) continue
  // A function at the top of a file starts at the margin and ends at the next closing brace there.
  for (let i = 0; i < lines.length; i++) {
    if (!/^(export )?(default )?(async )?function\b/.test(lines[i])) continue
    let end = i
    while (end < lines.length && !/^\}/.test(lines[end])) end++
    if (end - i > 190) breaches.push(`${path}:${i + 1} a function of ${end - i} lines, at most 190`)
  }
}
report('sizes', breaches)
