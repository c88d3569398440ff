// Checks that only its owner writes a table. The file that declares the table,
// server/src/db/tables/<owner>.ts, names the owner. Every domain may read the table, except in
// `.laws.ts` files of a domain that the owner imports.
import { parseAst } from 'vite'

import { domains } from '../.dependency-cruiser.mjs'
import { every, isTest, read, report, sources } from './sources.mjs'

const treeOf = (path) => parseAst(read(path), { lang: 'ts', sourceType: 'module' }, path).body
const writing = new Set(['insert', 'update', 'delete'])

/**
 * Matches a write in an SQL string, with the name of its table. The name is missing if the string
 * has a placeholder there.
 */
const raw = /\b(?:insert\s+into|delete\s+from|update)\s+(?:"?(\w+)|$)/gi

/** All tables by their name in the database and by the name of their constant, with the owner. */
const byName = new Map()
const byValue = new Map()

for (const path of sources(['server/src/db/tables'], ['.ts'])) {
  const owner = path.split('/').at(-1).replace('.ts', '')
  for (const node of every(treeOf(path))) {
    if (node.type !== 'VariableDeclarator' || node.init?.callee?.name !== 'pgTable') continue

    const table = { name: node.init.arguments[0].value, owner }
    byName.set(table.name, table)
    byValue.set(node.id.name, table)
  }
}

/** The strings of a node: text, position, and the expression that follows in a template. */
function textsOf(node) {
  if (node.type === 'TemplateLiteral')
    return node.quasis.map(({ value, start }, index) => [value.raw, start, node.expressions[index]])
  return typeof node.value === 'string' ? [[node.value, node.start]] : []
}

/** The tables that a file writes, with positions; a renamed import is followed. */
function writesOf(path) {
  const namesInFile = new Map(byValue)
  const matches = []

  for (const node of every(treeOf(path))) {
    if (node.type === 'ImportSpecifier' && byValue.has(node.imported.name))
      namesInFile.set(node.local.name, byValue.get(node.imported.name))
    if (node.type === 'CallExpression' && writing.has(node.callee.property?.name))
      matches.push([namesInFile.get(node.arguments[0]?.name), node.start])
    for (const [text, start, hole] of textsOf(node))
      for (const { 1: name, index } of text.matchAll(raw))
        matches.push([name ? byName.get(name) : namesInFile.get(hole?.name), start + index])
  }

  return matches.filter(([table]) => table)
}

const breaches = sources(
  ['server/src/domains', 'server/src/platform', 'server/src/adapters', 'server/src/jobs'],
  ['.ts'],
)
  .filter((path) => !isTest(path))
  .flatMap((path) => {
    const domain = /domains\/([\w-]+)\//.exec(path)?.[1] ?? 'none'
    return writesOf(path)
      .filter(([{ owner }]) => owner !== domain)
      .map(([{ name, owner }, at]) => {
        const line = read(path).slice(0, at).split('\n').length
        return `${path}:${line} ${name} belongs to ${owner}`
      })
  })

report('table ownership', breaches)

/** Whether a domain imports another one, directly or through other domains. */
const calls = (from, to) =>
  domains[from]?.some((below) => below === to || calls(below, to)) ?? false

/** A table that an SQL string reads by its name in the database. */
const rawRead = /\b(?:from|join)\s+"?(\w+)/gi

/**
 * Forbidden reads in a `.laws.ts` file, with positions: reads of tables whose owner imports the
 * file's domain.
 */
function lawBreaches(path) {
  const domain = /domains\/([\w-]+)\//.exec(path)[1]
  const lawMatches = []

  for (const node of every(treeOf(path))) {
    const table = node.type === 'ImportSpecifier' && byValue.get(node.imported.name)
    if (table && calls(table.owner, domain))
      lawMatches.push([node.start, `${table.name} is of ${table.owner}, which calls ${domain}`])

    for (const [text, start] of textsOf(node))
      for (const { 1: name, index } of text.matchAll(rawRead))
        if (byName.has(name)) lawMatches.push([start + index, `${name} is named by a text`])
  }

  return lawMatches.map(
    ([at, what]) => `${path}:${read(path).slice(0, at).split('\n').length} ${what}`,
  )
}

const laws = sources(['server/src/domains'], ['.laws.ts'])

report('laws', laws.flatMap(lawBreaches))
