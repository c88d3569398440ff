// Ranks the tests of each file by the functions that they called, best watchers first.
import { groupBy } from './group.mjs'

/** The most tests of each kind that the map stores for a file. */
const most = { unit: 10, screens: 8, journeys: 3 }

/**
 * @param calls Map of test → Map of file → Set of functions
 * @param seconds the function that returns a test's time
 * @returns Map of file → tests
 */
export function rankWatchers(calls, seconds) {
  const files = new Map()
  const callers = new Map()

  for (const [test, called] of calls)
    for (const [file, functions] of called) {
      if (file === test) continue

      if (!files.has(file)) files.set(file, new Map())
      files.get(file).set(test, functions)
      for (const functionName of functions) count(callers, `${file} ${functionName}`)
    }

  return new Map(
    [...files].map(([file, tests]) => [file, rankOf(file, tests, { callers, seconds })]),
  )
}

function rankOf(file, tests, { callers, seconds }) {
  const kinds = groupBy([...tests], ([test]) => kindOf(test))

  return ['unit', 'screens', 'journeys'].flatMap((kind) =>
    chosen({ file, callers, seconds, left: new Map(kinds.get(kind)), most: most[kind] }),
  )
}

/**
 * Picks one test after the other, each time the one with the highest gain per second. A function
 * weighs more if few tests call it, and less once a picked test calls it.
 */
function chosen({ file, callers, seconds, left, most: wanted }) {
  const weights = new Map()
  const weightOf = (name) => weights.get(name) ?? 1 / Math.sqrt(callers.get(`${file} ${name}`) ?? 1)

  const gainOf = ([test, functions]) => {
    const sum = [...functions].reduce((total, name) => total + weightOf(name), 0)
    const cost = Math.max(0.5, seconds(test)) ** 0.3

    return (sum * nearness(file, test)) / cost
  }

  const ranked = []

  while (ranked.length < wanted && left.size) {
    const best = [...left].reduce((a, b) => (gainOf(b) > gainOf(a) ? b : a))
    ranked.push(best[0])
    left.delete(best[0])
    for (const name of best[1]) weights.set(name, weightOf(name) * 0.35)
  }

  return ranked
}

/**
 * A factor for the rank: a test beside the file, or with the file's name, was probably written for
 * this file.
 */
export function nearness(file, test) {
  const [folder, name] = parted(file)
  const [otherFolder, otherName] = parted(test)
  if (folder === otherFolder && otherName.startsWith(name)) return 6
  if (folder === otherFolder) return 2
  if (folder.split('/')[3] && folder.split('/')[3] === otherFolder.split('/')[3]) return 1.4

  return name.length > 3 && otherName.includes(name.split('-')[0]) ? 1.3 : 1
}

const parted = (path) => {
  const place = path.lastIndexOf('/')

  return [path.slice(0, place), path.slice(place + 1).split('.')[0]]
}

function kindOf(test) {
  if (test.startsWith('screens/')) return 'screens'

  return test.startsWith('e2e/') ? 'journeys' : 'unit'
}

const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1)
