// A file has at most 300 lines and a function at most 60 (data, migrations and tests: 500 lines).
import { isTest, read, report, sources } from './sources.mjs'

const breaches = []
for (const path of sources(['contracts/src', 'server/src', 'sandbox/src', 'web/src'], ['.ts', '.tsx'])) {
  const lines = read(path).split('\n')
  const most = isTest(path) || /\/(data|demo)\//.test(path) ? 500 : 300
  if (lines.length > most + 1) breaches.push(`${path}:1 ${lines.length} lines, at most ${most}`)
  if (isTest(path)) continue
  // A function at the top of a file starts at the margin and ends at the next closing brace there.
  for (let i = 0; i < lines.length; i++) {
    if (!/^(export )?(default )?(async )?function\b/.test(lines[i])) continue
    let end = i
    while (end < lines.length && !/^\}/.test(lines[end])) end++
    if (end - i > 60) breaches.push(`${path}:${i + 1} a function of ${end - i} lines, at most 60`)
  }
}
report('sizes', breaches)
