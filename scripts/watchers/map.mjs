// The stored map: for each of our files the tests that ran it, best watchers first, and the times
// of each test file. Lines are sorted, and git merges both versions of a file line by line
// (.gitattributes).
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../setup.mjs'
import { groupBy } from './group.mjs'

const folder = join(root, 'scripts/watchers/kept')
const timesFile = 'times.txt'

/** The watchers of each file, by the file's path. */
export function keptMap() {
  const map = new Map()

  for (const name of keptFiles())
    for (const line of linesOf(name)) {
      const [file, ...tests] = line.split(' ')
      map.set(file, [...new Set([...(map.get(file) ?? []), ...tests.map(long)])])
    }

  return map
}

/** Measured seconds and processor seconds, by test file. */
export function keptTimes() {
  const times = new Map()

  for (const line of linesOf(timesFile)) {
    const [test, seconds, processor] = line.split(' ')
    times.set(test, { seconds: Number(seconds), processor: Number(processor) })
  }

  return times
}

/**
 * Stores the watchers that were recorded. Tests that were not recorded this time stay in the map,
 * behind the recorded ones.
 */
export function keepMap(map, recorded) {
  const all = new Map(map)

  for (const [file, tests] of keptMap()) {
    const others = tests.filter((test) => !recorded.has(test))
    all.set(file, [...(map.get(file) ?? []), ...others])
  }

  const folders = groupBy([...all], ([file]) => /^web\/src\/\w+|^\w+/.exec(file)[0])
  mkdirSync(folder, { recursive: true })

  for (const [name, lines] of folders)
    write(
      `${name.replaceAll('/', '-')}.txt`,
      lines.filter(([file]) => existsSync(join(root, file))).map(lineOf),
    )
}

/** Stores the times of some test files; the times of the others stay. */
export function keepTimes(rows) {
  const all = keptTimes()
  for (const { file, seconds, processor = 0 } of rows) all.set(file, { seconds, processor })

  const lines = [...all]
    .filter(([test]) => existsSync(join(root, test)))
    .map(
      ([test, { seconds, processor }]) => `${test} ${seconds.toFixed(1)} ${processor.toFixed(1)}`,
    )

  mkdirSync(folder, { recursive: true })
  write(timesFile, lines)
}

const keptFiles = () =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name !== timesFile) : []

function linesOf(name) {
  const path = join(folder, name)

  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}

const write = (name, lines) => writeFileSync(join(folder, name), `${lines.sort().join('\n')}\n`)

const lineOf = ([file, tests]) =>
  [file, ...tests.filter((test) => existsSync(join(root, test))).map(short)].join(' ')

// A sign replaces a frequent folder, which makes the lines shorter.
const places = [
  ['+', 'server/src/domains/'],
  ['-', 'server/src/'],
  ['=', 'screens/'],
]

const short = (test) => {
  const place = places.find(([, path]) => test.startsWith(path))

  return place ? place[0] + test.slice(place[1].length) : test
}

const long = (test) => {
  const place = places.find(([sign]) => test.startsWith(sign))

  return place ? place[1] + test.slice(1) : test
}
