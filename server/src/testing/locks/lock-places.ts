import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** A lock in the source; `isBuilt`: the query builder writes it into the SQL. */
export type LockPlace = { file: string; line: number; name: string; isBuilt: boolean }

const built = /\.for\('/

const written =
  /[^.]\bfor (?:update|share|no key update|key share)\b|pg_(?:try_)?advisory_\w*lock|pg_advisory_\$|lock table /

const comment = /^\s*(?:\/\/|\*|\/\*)/
const declaration = /^(?:export )?(?:async )?(?:function|const) (\w+)/

/** All locks in the sources, named after their file and function. */
export function lockPlaces(): LockPlace[] {
  return globSync('**/*.ts', { cwd: root })
    .filter((file) => !file.startsWith('testing/') && !file.endsWith('.test.ts'))
    .toSorted()
    .flatMap((file) => placesIn(file, readFileSync(join(root, file), 'utf8').split('\n')))
}

function placesIn(file: string, lines: string[]): LockPlace[] {
  const short = file.replace(/\.ts$/, '').replace(/^domains\//, '')
  const times = new Map<string, number>()
  let inside = ''

  return lines.flatMap((text, index) => {
    inside = declaration.exec(text)?.[1] ?? inside
    const isBuilt = built.test(text)
    if (!isBuilt && (comment.test(text) || !written.test(text))) return []

    const time = (times.get(inside) ?? 0) + 1
    times.set(inside, time)
    const name = `${short} ${inside}${time > 1 ? ` ${time}` : ''}`

    return [{ file, line: index + 1, name, isBuilt }]
  })
}
