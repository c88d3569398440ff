// Finds the tests that watch a file, best watchers first, with the reason for each.
import { dirname, basename } from 'node:path'

import { importsOf, sources } from '../sources.mjs'
import { changedNames } from './changes.mjs'
import { keptMap, keptTimes } from './map.mjs'
import { nearness } from './rank.mjs'
import { rules } from './rules.mjs'
import { textOf } from './texts.mjs'

const isTestFile = (path) => /\.(test|e2e|screen)\.tsx?$/.test(path)

/** Reads once all data from which watchers are chosen. */
export function openWatchers(revision = 'HEAD') {
  const code = sources(
    [
      'contracts',
      'server',
      'sandbox',
      'web',
      'screens',
      'e2e',
      'bench',
      'drills',
      'drawings',
      'scripts',
    ],
    ['.ts', '.tsx', '.mjs'],
  )

  const house = {
    revision,
    tests: code.filter(isTestFile),
    code: code.filter((path) => !isTestFile(path)),
    map: keptMap(),
    times: keptTimes(),
    importers: importersOf(code),
    texts: new Map(),
  }

  const watchersFor = (file) => watchersOf(house, file)

  return { of: watchersFor, bestOf: (files) => bestOf(files.flatMap(watchersFor)) }
}

/** Combines the watchers of several files; each test keeps its best reason. */
function bestOf(watchers) {
  const best = new Map()
  for (const watcher of watchers)
    if (!best.has(watcher.test) || best.get(watcher.test).rank > watcher.rank)
      best.set(watcher.test, watcher)

  return best
}

/** The watchers of one file: path, reason and rank. */
function watchersOf(house, file) {
  const foundWatchers = new Map()

  const add = (tests, why, rank, isSure = false) => {
    for (const [i, test] of [...tests].entries())
      if (house.tests.includes(test) && !foundWatchers.has(test))
        foundWatchers.set(test, { test, why, rank: rank + i * 0.1, isSure })
  }

  if (isTestFile(file)) add([file], 'changed itself', 0)
  add(testsBeside(house, file), `stands beside ${file}`, 1)
  for (const rule of rules) if (rule.fits(file)) rule.add(house, file, { add, addUsers })
  add(house.map.get(file) ?? [], `ran ${file}`, 2)
  add(testImporters(house, file), `imports ${file}`, 2.5)
  // New files, and files without functions, are missing in the map. The tests of their users watch
  // them.
  if (!house.map.has(file)) addUsers(house, file, add)
  if (foundWatchers.size < 3) add(mentioning(house, file), `names ${basename(file)}`, 5)
  if (foundWatchers.size < 3) add(testsOfFolder(house, file), `stands in its folder`, 6)

  const isLong = ({ test }) => Number(test.includes('.long.'))

  return [...foundWatchers.values()].toSorted((a, b) => isLong(a) - isLong(b) || a.rank - b.rank)
}

/** Tests in the file's folder whose names begin with the file's name, the longest name first. */
function testsBeside({ tests }, file) {
  const near = tests.filter((test) => nearness(file, test) >= 6)

  const shared = (test) => {
    const [own, other] = [file, test].map((path) => basename(path).split('.'))

    return own.findIndex((part, i) => part !== other[i])
  }

  return near.toSorted((a, b) => shared(b) - shared(a) || a.length - b.length)
}

const testsOfFolder = ({ tests }, file) =>
  tests.filter((test) => dirname(test) === dirname(file) && dirname(file) !== '.')

/**
 * Tests that import a file. For a test helper also the tests that import it through another helper.
 */
function testImporters({ importers }, file) {
  const direct = importers.get(file) ?? []
  const helpers = isHelper(file) ? direct.filter(isHelper) : []

  return [...direct, ...helpers.flatMap((path) => importers.get(path) ?? [])].filter(isTestFile)
}

const isHelper = (path) => /^e2e\/|\/testing\/|\.suite\.ts$/.test(path) && !isTestFile(path)

/** The tests of modules that use the changed declarations, over at most two imports. */
function addUsers(house, file, add) {
  const names = changedNames(file, house.revision)
  const mentions = (path) =>
    !names.length || names.some((name) => new RegExp(`\\b${name}\\b`).test(textOf(house, path)))
  const users = (house.importers.get(file) ?? []).filter((path) => !isTestFile(path))
  const direct = users.filter(mentions)

  const further = direct
    .filter((path) => !house.map.has(path))
    .flatMap((path) => house.importers.get(path) ?? [])
    .filter((path) => !isTestFile(path))

  for (const user of [...new Set([...direct, ...further])].toSorted(byNearness(file)))
    add(
      [...testsBeside(house, user), ...(house.map.get(user) ?? [])],
      `watches ${user}, which uses ${file}`,
      3,
    )
}

const byNearness = (file) => (a, b) => nearness(file, b) - nearness(file, a)

/** Tests that contain a file's path, or its name unless that is a common word. */
function mentioning(house, file) {
  const namesIt = (name) => house.tests.filter((test) => textOf(house, test).includes(name))
  const full = namesIt(file)

  if (full.length) return full

  const quoted = ['/', "'", '"', '`'].flatMap((sign) => namesIt(sign + basename(file)))
  const isCode = /\.(?:tsx?|mjs)$/.test(file)
  const folder = isCode || !dirname(file).includes('/') ? [] : namesIt(dirname(file))

  return [...new Set([...quoted, ...folder])]
}

function importersOf(code) {
  const knownNames = new Set(code)
  const importers = new Map()

  for (const path of code)
    for (const { to, name, type } of importsOf(path)) {
      const file = to ?? contractOf(name)
      if (type || !knownNames.has(file)) continue

      if (!importers.has(file)) importers.set(file, [])
      importers.get(file).push(path)
    }

  return importers
}

function contractOf(name) {
  const [, part] = /^@chaveiro\/contracts\/(.+)$/.exec(name) ?? []

  return part && part !== 'admin' ? `contracts/src/${part}.ts` : undefined
}
