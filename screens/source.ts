import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The pages' own sources, for tests that try each thing of a kind: a new one fails until it is tried.

const folder = fileURLToPath(new URL('../web/src/', import.meta.url))

/** The files of the pages with what a pattern finds in each; files without it are left out. */
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
