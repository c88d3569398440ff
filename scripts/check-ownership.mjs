// Only the owner of a table writes it: the file it is defined in, server/src/db/tables/<owner>.ts,
// names the domain.
import { isTest, read, report, sources } from './sources.mjs'

const owners = new Map()
const names = new Map()
for (const path of sources(['server/src/db/tables'], ['.ts'])) {
  const owner = path.split('/').at(-1).replace('.ts', '')
  for (const [, value, table] of read(path).matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)) {
    owners.set(table, owner)
    names.set(value, table)
  }
}
const breaches = []
for (const path of sources(
  ['server/src/domains', 'server/src/platform', 'server/src/adapters', 'server/src/jobs'],
  ['.ts'],
).filter((one) => !isTest(one))) {
  const domain = /domains\/([\w-]+)\//.exec(path)?.[1] ?? 'none'
  const aliases = new Map(
    [...read(path).matchAll(/(\w+) as (\w+)/g)].map(([, from, to]) => [to, from]),
  )
  const text = read(path).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  const statements =
    /\.(?:insert|update|delete)\(\s*(\w+),?\s*\)|\b(?:insert into|delete from|update)\s+(?:\$\{(\w+)\}|(\w+))/gi
  for (const { 1: built, 2: written, 3: raw, index } of text.matchAll(statements)) {
    const value = built ?? written
    const table = raw ?? names.get(aliases.get(value) ?? value)
    if (!owners.has(table) || owners.get(table) === domain) continue
    const line = text.slice(0, index).split('\n').length
    breaches.push(`${path}:${line} ${table} belongs to ${owners.get(table)}`)
  }
}
report('table ownership', breaches)
