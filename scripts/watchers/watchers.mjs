// Which tests watch a file, the most telling first, each with the reason why it was chosen.
import { dirname, basename } from 'node:path'
import { importsOf, read, sources } from '../sources.mjs'
import { changedLines, changedNames } from './changes.mjs'
import { keptMap } from './map.mjs'
import { nearness } from './rank.mjs'

const isTestFile = (path) => /\.(test|e2e|screen)\.tsx?$/.test(path)
const stem = (path) => basename(path).split('.')[0]

/** Everything that choosing reads, once. */
export function openWatchers(revision = 'HEAD') {
  const code = sources(
    ['contracts', 'server', 'sandbox', 'web', 'e2e', 'bench', 'scripts'],
    ['.ts', '.tsx', '.mjs'],
  )
  const house = {
    revision,
    tests: code.filter(isTestFile),
    code: code.filter((path) => !isTestFile(path)),
    map: keptMap(),
    importers: importersOf(code),
    texts: new Map(),
  }

  const of = (file) => watchersOf(house, file)

  return { of, bestOf: (files) => bestOf(files.flatMap(of)) }
}

/** The tests of several files, each by its best reason. */
function bestOf(watchers) {
  const best = new Map()
  for (const watcher of watchers)
    if (!best.has(watcher.test) || best.get(watcher.test).rank > watcher.rank)
      best.set(watcher.test, watcher)

  return best
}

/** Tests of one file: path, reason and place in the order. */
function watchersOf(house, file) {
  const found = new Map()
  const add = (tests, why, rank) => {
    for (const [i, test] of [...tests].entries())
      if (house.tests.includes(test) && !found.has(test))
        found.set(test, { test, why, rank: rank + i * 0.1 })
  }
  if (isTestFile(file)) add([file], 'changed itself', 0)
  add(testsBeside(house, file), `stands beside ${file}`, 1)
  for (const rule of rules) if (rule.fits(file)) rule.add(house, file, add)
  add(house.map.get(file) ?? [], `ran ${file}`, 2)
  add(testImporters(house, file), `imports ${file}`, 2.5)
  // What is new, or is data that no function call shows: its users' tests.
  if (!house.map.has(file)) addUsers(house, file, add)
  if (found.size < 3) add(mentioning(house, file), `names ${basename(file)}`, 5)
  if (found.size < 3) add(testsOfFolder(house, file), `stands in its folder`, 6)

  const isLong = ({ test }) => Number(test.includes('.long.'))

  return [...found.values()].toSorted((a, b) => isLong(a) - isLong(b) || a.rank - b.rank)
}

/** Tests in its folder that begin with its name; the longest such name first. */
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

/** Tests that import a file; where it is a helper of tests, those that use it over another one too. */
function testImporters({ importers }, file) {
  const direct = importers.get(file) ?? []
  const helpers = isHelper(file) ? direct.filter(isHelper) : []

  return [...direct, ...helpers.flatMap((path) => importers.get(path) ?? [])].filter(isTestFile)
}

const isHelper = (path) => /^e2e\/|\/testing\/|\.suite\.ts$/.test(path) && !isTestFile(path)

/** The tests of the modules that use what a change touches, over two hops at most. */
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

/** Tests that read a file by its path, or by its name where that is no common word. */
function mentioning(house, file) {
  const namesIt = (name) => house.tests.filter((test) => textOf(house, test).includes(name))
  const full = namesIt(file)

  if (full.length) return full

  const quoted = ['/', "'", '"', '`'].flatMap((sign) => namesIt(sign + basename(file)))
  const isCode = /\.(?:tsx?|mjs)$/.test(file)
  const folder = isCode || !dirname(file).includes('/') ? [] : namesIt(dirname(file))

  return [...new Set([...quoted, ...folder])]
}

/** What is no code that runs has users of its own kind. */
const rules = [
  {
    // A contract's calls are made by `api.area.name`, or by their path.
    fits: (file) => file.startsWith('contracts/src/'),
    add(house, file, add) {
      const lines = changedLines(file, house.revision)
      const paths = [...read(file).matchAll(/'(\/api\/[\w/-]+)/g)].map(([, path]) => path)
      const area = new RegExp(`\\b(?:adminA|a)pi\\.${camel(stem(file))}\\b`)
      const asks = (test) => area.test(textOf(house, test))
      const names = lines.flatMap((line) => line.match(/\b[a-z]\w{4,}(?=:)/g) ?? [])
      const says = (test) => names.filter((name) => textOf(house, test).includes(name)).length
      const callers = house.tests.filter(
        (test) => asks(test) || paths.some((path) => textOf(house, test).includes(path)),
      )
      add(
        callers.toSorted((a, b) => says(b) - says(a)),
        `makes calls of ${file}`,
        1.5,
      )
    },
  },
  {
    fits: (file) => /^web\/public\/locales\/.*\.json$/.test(file),
    add(house, file, add) {
      add(['web/src/i18n/locales.test.ts'], 'holds the texts of both languages', 1)
      const keys = changedLines(file, house.revision).flatMap(
        (line) => /"(\w+)":/.exec(line)?.[1] ?? [],
      )
      const words = changedLines(file, house.revision).flatMap(
        (line) => /: "(.{4,})"/.exec(line)?.[1] ?? [],
      )
      const shows = (test) => words.some((text) => textOf(house, test).includes(text))
      add(house.tests.filter(shows), `reads a text of ${file}`, 1.5)
      const uses = new RegExp(`['.\`](?:${[...new Set(keys)].join('|') || '-'})['\`]`)
      const users = house.code.filter(
        (path) => path.startsWith('web/src/') && uses.test(textOf(house, path)),
      )
      for (const user of users.toSorted(byKeys(house, file)))
        add(house.map.get(user) ?? [], `ran ${user}, which shows a text of ${file}`, 3)
    },
  },
  {
    fits: (file) => file.endsWith('.sql'),
    add(house, file, add) {
      add(
        house.tests.filter((test) => /server\/src\/db\//.test(test)),
        'watches the schema',
        1,
      )
      const tables = [
        ...read(file).matchAll(/\b(?:table|on|into|update|from) (?:only )?"?(\w{4,})/gi),
      ]
      for (const [, table] of tables) {
        const uses = house.code.filter((path) => textOf(house, path).includes(`Table('${table}'`))
        for (const owner of uses) addUsers({ ...house, revision: 'HEAD' }, owner, add)
      }
    },
  },
  {
    fits: (file) => file.endsWith('.css'),
    add(house, file, add) {
      const names = new Set(
        changedLines(file, house.revision).flatMap(
          (line) => line.match(/(?:--|\.)[a-z][\w-]{3,}/g) ?? [],
        ),
      )
      const shown = [...names].map((name) => name.replace(/^\.|^--(?:color-)?/, ''))
      const uses = (path) => shown.some((name) => textOf(house, path).includes(name))
      add(
        house.tests.filter((test) => looks.test(textOf(house, test)) && uses(test)),
        'measures it',
        1,
      )
      const users = house.code.filter((path) => path.endsWith('.tsx') && uses(path))
      for (const user of users) add(house.map.get(user) ?? [], `ran ${user}, which wears it`, 3)
      add(
        house.tests.filter((test) => looks.test(textOf(house, test))),
        'measures how pages look',
        4,
      )
    },
  },
]
const looks = /getComputedStyle|boundingBox|scrollWidth|contrast/

const byKeys = (house, file) => (a, b) => {
  const space = stem(file)
  const isOf = (path) => Number(textOf(house, path).includes(space))

  return isOf(b) - isOf(a)
}

const camel = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())

function importersOf(code) {
  const known = new Set(code)
  const importers = new Map()
  for (const path of code)
    for (const { to, name, type } of importsOf(path)) {
      const file = to ?? contractOf(name)
      if (type || !known.has(file)) continue

      if (!importers.has(file)) importers.set(file, [])
      importers.get(file).push(path)
    }

  return importers
}

function contractOf(name) {
  const [, part] = /^@chaveiro\/contracts\/(.+)$/.exec(name) ?? []

  return part && part !== 'admin' ? `contracts/src/${part}.ts` : undefined
}

function textOf({ texts }, path) {
  if (!texts.has(path)) texts.set(path, read(path))

  return texts.get(path)
}
