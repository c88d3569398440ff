// Watchers of a file by its type: contracts, texts, migrations, stylesheets. Also watchers of
// changed lines, by kinds that one test covers everywhere (line-kinds.mjs).
import { basename } from 'node:path'

import { read } from '../sources.mjs'
import { changedLines } from './changes.mjs'
import { kindsOfLines } from './line-kinds.mjs'
import { camel, stem, textOf } from './texts.mjs'

/** Rules for files that no recording shows, because they contain no running code. */
export const rules = [
  {
    // Tests name a contract's call as `api.area.name`, or by its path.
    fits: (file) => file.startsWith('contracts/src/'),

    add(house, file, { add }) {
      const lines = changedLines(file, house.revision)
      const paths = [...read(file).matchAll(/'(\/api\/[\w/:-]+)/g)].map(([, path]) => callOf(path))
      const area = new RegExp(`\\b(?:adminA|a)pi\\.${camel(stem(file))}\\b`)
      const asks = (test) => area.test(textOf(house, test))
      const names = lines.flatMap((line) => line.match(/\b[a-z]\w{4,}(?=:)/g) ?? [])
      const says = (test) => names.filter((name) => textOf(house, test).includes(name)).length
      const callers = house.tests.filter(
        (test) => asks(test) || paths.some((path) => path.test(textOf(house, test))),
      )
      const ofArea = house.tests.filter((test) => isOfArea(test, stem(file)))

      add(
        ofArea.toSorted((a, b) => says(b) - says(a)),
        `is of the area of ${file}`,
        1.2,
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

    add(house, file, { add }) {
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

    add(house, file, { add, addUsers }) {
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

    add(house, file, { add }) {
      const names = new Set(
        changedLines(file, house.revision).flatMap(
          (line) => line.match(/(?:--|\.)[a-z][\w-]{3,}/g) ?? [],
        ),
      )

      const plainNames = [...names].map((name) => name.replace(/^\.|^--(?:color-)?/, ''))
      const uses = (path) => plainNames.some((name) => textOf(house, path).includes(name))

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
  {
    // Changed lines of a kind that one test covers everywhere.
    fits: (file) => /^(?:server|web)\/src\/.*\.tsx?$/.test(file),
    add(house, file, { add }) {
      const lines = changedLines(file, house.revision)
      for (const { tests, fits } of kindsOfLines(file, lines))
        for (const test of tests) {
          // Slow tests rank lower, but are never left out.
          const seconds = house.times.get(test)?.seconds || 10
          add([test], `tries ${fits}`, 1.05 + Math.min(seconds, 40) / 20, true)
        }
    },
  },
]

const looks = /getComputedStyle|boundingBox|scrollWidth|contrast/

/** Matches a call's path with any values for its parameters. */
const callOf = (path) => new RegExp(`${path.replaceAll(/:\w+/g, '[^/\\s]+')}(?![\\w-])`)

/** Whether a test is in the domain's folder or its name begins with the domain's. */
const isOfArea = (test, name) =>
  test.includes(`/domains/${name}/`) || basename(test).split(/[.-]/)[0] === name

const byKeys = (house, file) => (a, b) => {
  const space = stem(file)
  const isOf = (path) => Number(textOf(house, path).includes(space))

  return isOf(b) - isOf(a)
}
