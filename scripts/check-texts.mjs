// Every word that a person reads comes from the translation files: no literal text between tags, in
// attributes that are read out or shown, or in calls that show it.
import { parseAst } from 'vite'

import { every, isTest, read, report, sources } from './sources.mjs'

// eslint-plugin-i18next (6.1.5, tried as a plugin of oxlint) misses texts that are concatenated
// with +. It checks arguments of calls only if it checks every string of the code.

/** Attributes whose value is shown or read aloud; `className`, `to` and `type` never are. */
const spoken = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'title',
  'placeholder',
  'label',
  'text',
  'lead',
  'hint',
  'legend',
  'caption',
  'error',
  'closeLabel',
  'copiedLabel',
  'emptyText',
  'errorText',
  'retry',
  'submit',
  'summary',
  'heading',
])

const shows = new Set([
  'toast',
  'useTitle',
  'setError',
  'setDone',
  'alert',
  'confirm',
  'StartRefused',
])

/**
 * Texts that are identical in every language: names of languages and of the shop. Texts in capitals
 * are codes and need no entry.
 */
const named = new Set(['Português', 'English', 'Português (Brasil)', 'English (US)', 'Chaveiro'])

const isText = (value) =>
  typeof value === 'string' &&
  /\p{L}{2}/u.test(value) &&
  /\p{Ll}/u.test(value) &&
  !named.has(value.trim())

/** The parts of an expression that may become its value. */
const partsOf = {
  ConditionalExpression: ({ consequent, alternate }) => [consequent, alternate],
  LogicalExpression: ({ operator, left, right }) => (operator === '&&' ? [right] : [left, right]),
  BinaryExpression: ({ operator, left, right }) => (operator === '+' ? [left, right] : []),
  TSAsExpression: ({ expression }) => [expression],
  ParenthesizedExpression: ({ expression }) => [expression],
  JSXExpressionContainer: ({ expression }) => [expression],
}

/**
 * The literal texts in the possible values of an expression, such as `'a'`, `x ? 'a' : 'b'`, `x &&
 * 'a'` and `'a' + x`.
 */
function literals(node) {
  if (node?.type === 'Literal')
    return isText(node.value) ? [{ at: node.start, text: node.value }] : []

  if (node?.type === 'TemplateLiteral')
    return node.quasis.flatMap(({ start, value }) =>
      isText(value.cooked) ? [{ at: start, text: value.cooked }] : [],
    )

  return (partsOf[node?.type]?.(node) ?? []).flatMap(literals)
}

function textsOfNode(node) {
  if (node.type === 'JSXText')
    return isText(node.value)
      ? [{ at: node.start + node.value.search(/\S/), text: node.value.trim() }]
      : []

  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return node.children.filter(({ type }) => type === 'JSXExpressionContainer').flatMap(literals)
  if (node.type === 'JSXAttribute') return spoken.has(node.name.name) ? literals(node.value) : []

  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    // The setError of a form library has the field as first argument and the text inside an object.
    const ofForm = node.callee.name === 'setError' && node.arguments.length > 1
    return shows.has(node.callee.name) && !ofForm
      ? node.arguments.slice(0, 1).flatMap(literals)
      : []
  }

  return []
}

/** Hard-coded texts of a component. */
export function textsOf(code, path) {
  return [...every(parseAst(code, { lang: 'tsx', sourceType: 'module' }, path).body)]
    .flatMap(textsOfNode)
    .map(({ at, text }) => ({ line: code.slice(0, at).split('\n').length, text }))
}

/** A sample in which the scan must find every text, so that a broken scan does not pass. */
const sample =
  'const A = () => <><p title="Olá mundo">Bem-vindo</p>{x ? "Sim" : null}<b ' +
  'aria-label={`Oi ${x}`} className="grid">PIX {n}</b>{toast("Salvo")}</>'

const sampleTexts = textsOf(sample, 'sample.tsx')
  .map(({ text }) => text)
  .sort()
  .join()

if (sampleTexts !== 'Bem-vindo,Oi ,Olá mundo,Salvo,Sim') {
  console.log(`the scan of the sample saw ${sampleTexts}`)
  process.exit(1)
}

const breaches = sources(['web/src'], ['.tsx'])
  .filter((path) => !isTest(path))
  .flatMap((path) =>
    textsOf(read(path), path).map(
      ({ line, text }) => `${path}:${line} literal text: ${text.slice(0, 60)}`,
    ),
  )

report('texts', breaches)
