// A test's title is a statement of at most 90 characters that ends with ids. The first bracket has
// the ids of S, B and L, as `[S006, Q38]`; the next bracket has all other ids, as `[F104, P114]`. A
// bracket of decisions alone is `[decision Q38]`.
import { parseSync } from '@swc/core'

import { every, read, report, sources } from './sources.mjs'
import { idsAtEnd, longestTitle } from './style/text.mjs'

const isTest = (path) => /\.(?:test|suite|e2e|screen)\.tsx?$/.test(path)
const testNames = new Set(['it', 'test', 'describe'])
const someIds = /[[(](?:decision )?[A-Z]\d{2,3}(?:[, ]+[A-Z]\d{2,3})*[\])]/
const mixedIds = /\[(?=[^\]]*[SBL]\d{3})(?=[^\]]*[PFRD]\d{3})/
const lonelyDecisions = /(?<!\]) \[Q\d+(?:, Q\d+)*\]$/

/** The function that a chain of calls begins with: `it` of `it.each([…])('…')`. */
function firstName({ type, value, object, callee, tag }) {
  if (type === 'Identifier') return value

  const next = object ?? callee ?? tag

  return next ? firstName(next) : ''
}

function textOf({ type, value, quasis }) {
  if (type === 'StringLiteral') return value

  return type === 'TemplateLiteral' ? quasis.map(({ raw }) => raw).join('…') : undefined
}

/** Titles of the tests and blocks of a file. */
function titlesOf(path) {
  const tree = parseSync(read(path), { syntax: 'typescript', tsx: path.endsWith('.tsx') })
  const calls = [...every(tree)].filter(
    ({ type, callee }) => type === 'CallExpression' && testNames.has(firstName(callee)),
  )

  return calls
    .map(({ arguments: [first] }) => first && textOf(first.expression))
    .filter((title) => title !== undefined)
}

function faultOf(title) {
  const { length } = title.replace(idsAtEnd, '')
  if (length > longestTitle) return `${length} characters without ids in a title`

  if (someIds.test(title.replace(idsAtEnd, ''))) return 'ids end a title, in square brackets'
  if (mixedIds.test(title)) return 'ids of S, B and L are in a bracket before the others'

  return lonelyDecisions.test(title) ? 'decisions alone are written [decision Q38]' : undefined
}

const breaches = []

for (const path of sources(['.'], ['.ts', '.tsx']).filter(isTest))
  for (const title of titlesOf(path)) {
    const fault = faultOf(title)
    if (fault) breaches.push(`${path}:1 ${fault}: ${title}`)
  }

report('titles', breaches)
