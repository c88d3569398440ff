// Only web/src/i18n/typed-number.ts parses numbers that people type. Other code that receives typed
// text must not use these parsers: parseInt ignores the end of a text, Number accepts 1e3 and
// blanks, and a number field drops a comma silently.
import { parseAst } from 'vite'

import { every, isTest, read, report, sources } from './sources.mjs'

/** Allowed conversions: their count in a file, and the reason why no person typed the text. */
const reasons = {
  'contracts/src/accent.ts': [1, 'two digits of a colour, by a pattern'],
  'contracts/src/pictures.ts': [2, 'percents of an address of ours, by a pattern'],
  'contracts/src/tax-ids.ts': [1, 'one digit, by a pattern'],
  'contracts/src/words.ts': [1, 'a place in a list that a schema names'],
  'server/src/adapters/keyauth/keyauth-access.ts': [1, 'a note that we wrote'],
  'server/src/db/embedded-cluster.ts': [1, 'a file of PostgreSQL'],
  'server/src/domains/discord-shop/chat.reading.ts': [1, 'what is whole already'],
  'server/src/domains/discord-shop/chat.shop.ts': [1, 'an option that Discord holds to be whole'],
  'server/src/domains/discord-shop/chat.webhook.ts': [4, 'a header, and ids of buttons of ours'],
  'server/src/domains/notifications/notifications.routes.ts': [1, 'one of the choices of a call'],
  'server/src/platform/text/ip-address.ts': [1, 'a group of an address'],
  'server/src/platform/observe/tracing.ts': [1, 'two digits of a header, by a pattern'],
  'web/src/api/http.ts': [1, 'a header'],
  'web/src/features/account/reviews/review-dialog.tsx': [1, 'one of five radio buttons'],
  'web/src/features/account/reviews/use-review-acts.ts': [1, 'one of five radio buttons'],
  'web/src/features/admin/components/list-page.tsx': [1, 'a page that the address was read for'],
  'web/src/features/admin/components/use-list.ts': [1, 'a page that the address was read for'],
  'web/src/features/admin/sales/drawings.ts': [1, 'a tick of a chart'],
  'web/src/features/admin/sales/month-file.tsx': [1, 'parts of a date that Intl wrote'],
  'web/src/features/admin/shell/waiting.tsx': [1, 'a height that this page kept'],
  'web/src/features/shared/empty/sold-now.ts': [2, 'yes and no, to sort by'],
  'web/src/features/store/checkout/cpf.ts': [2, 'one digit, by a pattern'],
  'web/src/features/store/checkout/cut-share.ts': [1, 'a count that the shop wrote'],
  'web/src/i18n/typed-number.ts': [3, 'the reader itself, by patterns'],
  'web/src/routing/code.ts': [1, 'a moment that this page wrote'],
  'web/src/routing/url-state.ts': [1, 'a page in an address, by a pattern'],
}

/**
 * Code that receives typed input. Elsewhere in the server only texts from files and databases
 * become numbers.
 */
const typedInto = /^(?:web|contracts)\/|\/discord-shop\//

const parsers = new Set(['parseInt', 'parseFloat'])
const isNumber = (node) => node?.type === 'Identifier' && node.name === 'Number'

/** Forbidden nodes by type, in code that handles typed input. */
const inTyping = {
  CallExpression: (node) => {
    if (isNumber(node.callee)) return 'Number('
    return node.arguments.some(isNumber) ? 'Number' : null
  },
  UnaryExpression: ({ operator }) => (operator === '+' ? '+' : null),
  JSXAttribute: ({ name, value }) =>
    name.name === 'type' && value?.value === 'number' ? 'type="number"' : null,
}

function breachOf(node, everywhere) {
  if (node.type === 'Identifier' && parsers.has(node.name)) return node.name
  return everywhere ? (inTyping[node.type]?.(node) ?? null) : null
}

const breachesOf = (code, path) =>
  [...every(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' }).body)]
    .map((node) => ({ node, what: breachOf(node, typedInto.test(path)) }))
    .filter(({ what }) => what)
    .map(({ node, what }) => ({ line: code.slice(0, node.start).split('\n').length, what }))

const sample =
  'const A = () => <input type="number" onChange={() => Number(a) + parseInt(a) + +a + ' +
  'Number.parseFloat(a) + b.map(Number) + Number.isFinite(a)} />'

const sampleBreaches = breachesOf(sample, 'web/sample.tsx')
  .map(({ what }) => what)
  .sort()
  .join()

if (sampleBreaches !== '+,Number,Number(,parseFloat,parseInt,type="number"') {
  console.log(`the scan of the sample saw ${sampleBreaches}`)
  process.exit(1)
}

const files = sources(['web/src', 'contracts/src', 'server/src'], ['.ts', '.tsx']).filter(
  (path) => !isTest(path) && !path.includes('/testing/'),
)

const breaches = files.flatMap((path) => {
  const fileBreaches = breachesOf(read(path), path)
  const [expected] = reasons[path] ?? [0]
  if (fileBreaches.length === expected) return []

  return fileBreaches.length
    ? fileBreaches.map(({ line, what }) => `${path}:${line} ${what}; ${expected} have a reason`)
    : [`${path} is named among the reasons for nothing`]
})

const gone = Object.keys(reasons).filter((path) => !files.includes(path))
report('numbers', [...breaches, ...gone.map((path) => `${path} is listed but does not exist`)])
