// Nothing tracked names a machine's paths or private tools, and the lock records no download
// addresses.
import { read, report, sources } from './sources.mjs'

const words = [['/', 'work', '/'].join(''), ['.', 'library', '/'].join(''), ['farm', '-'].join('')]
const breaches = []
for (const path of sources(
  ['.'],
  ['.ts', '.tsx', '.mjs', '.js', '.json', '.md', '.css', '.html', '.sql', '.yml', 'run'],
).filter((one) => one !== 'package-lock.json')) {
  for (const [i, line] of read(path).split('\n').entries())
    for (const word of words)
      if (new RegExp(`(^|[^\\w.@-])${word.replace(/[./]/g, '\\$&')}`).test(line))
        breaches.push(`${path}:${i + 1} names ${word}`)
}
if (/"resolved": "https?:/.test(read('package-lock.json')))
  breaches.push('package-lock.json:1 records download addresses')
report('leaks', breaches)
