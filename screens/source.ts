import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Sources of the web app, for tests that must cover every use of something: a use without a case
// fails the test.

const folder = fileURLToPath(new URL('../web/src/', import.meta.url))

/** Matches of a pattern in the web app's sources, by file; files without a match are left out. */
export function inSources(pattern: RegExp): Record<string, string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .toSorted()

  const pairs = files.map((name): [string, string[]] => {
    const text = readFileSync(join(folder, name), 'utf8')
    return [name.replaceAll('\\', '/'), [...text.matchAll(pattern)].map((hit) => hit[1] ?? hit[0])]
  })

  return Object.fromEntries(pairs.filter(([, hits]) => hits.length > 0))
}
