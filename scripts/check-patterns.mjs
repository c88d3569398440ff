// A pattern's time grows with the length of its input, never with its square. Otherwise a mail,
// name or address from a stranger could block the shop (CWE-1333). A pattern that is not provably
// linear is rewritten, or listed below with the reason why no input makes it slow.
import { parseAst } from 'rolldown/parseAst'
import { analyse } from 'scslre'

import { every, isTest, read, report, sources } from './sources.mjs'

const ownSettings = 'the operator writes it'
const ownPage = 'the page that the build made'
const ownTyping = 'typed by who waits for it, in their own browser'
const anchored = 'begins at one place, and each sign says which way to go on'
const short = 'a field of at most some hundred signs'

/** Patterns that are not linear, by file, with the reason why they are harmless. */
const harmless = {
  'contracts/src/tax-ids.ts': { '/^(.)\\1*$/': anchored },
  'server/src/adapters/trial/try-discord.ts': { '/\\((.+)\\)/': 'a reason that the adapter words' },
  'server/src/cli/archives.ts': {
    '/^s3:\\/\\/([^/]+)\\/?(.*)$/': ownSettings,
    '/\\/+$/': ownSettings,
  },
  'server/src/cli/doctor-settings.ts': { '/\\/+$/': ownSettings },
  'server/src/db/client.ts': { 'new RegExp': 'made of names of the driver’s own files' },
  'server/src/platform/config/config.ts': { '/\\/+$/': ownSettings },
  'server/src/platform/text/markdown.ts': {
    '/^[ \\t]*([-*])(?:[ \\t]*\\1)+[ \\t]*$/': anchored,
  },
  'server/src/platform/config/provider-config.ts': { '/\\/+$/': ownSettings },

  'server/src/public-pages/template.ts': {
    '/\\s*<title>[^<]*<\\/title>/': ownPage,
    '/\\s*<meta\\s+name="description"[^>]*>/': ownPage,
    '/\\s*<link\\s+rel="icon"[^>]*>/': ownPage,
    '/\\s*<script type="module"[^>]*><\\/script>/': ownPage,
  },

  'web/src/entry-server.tsx': {
    '/\\/+$/': 'the routes’ own paths',
    'new RegExp': 'made of the routes’ own paths',
  },
  'web/src/features/admin/components/phone-row.tsx': { '/^\\P{L}+(?=.*\\p{L})/u': short },
  'web/src/features/admin/settings/pages/page-fields.ts': { '/^-+|-+$/g': ownTyping },
  'web/src/features/admin/settings/settings-fields.tsx': {
    '/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/': ownTyping,
  },
  'web/src/features/shared/sign/name-from.ts': { '/\\+.*$/': ownTyping },
  'web/src/features/store/checkout/cpf.ts': { '/^(\\d)\\1{10}$/': anchored },
  'web/src/features/store/bell/preview.ts': { '/[\\s.,;:]+$/u': 'cut to its length before' },
  'web/src/i18n/typed-number.ts': {
    'new RegExp': 'made of marks that stand there',
    '/^(?<whole>[1-9]\\d{0,2}(?:(?<mark>[., ])\\d{3})(?:\\k<mark>\\d{3})*)(?:(?!\\k<mark>)[.,](?<part>\\d+))?$/':
      anchored,
  },
  'web/src/ui/unbroken.tsx': {
    '/(\\S*-\\S*)/': short,
    '/(\\d+-\\d+)/': short,
    '/([A-Z]+-\\d+)/': short,
  },
}

const isRead = (path) =>
  !isTest(path) && !path.endsWith('.d.ts') && !/\/(?:testing|__mocks__)\//.test(path)

const lineOf = (text, { start }) => text.slice(0, start).split('\n').length

/** The patterns of a file; `pattern` is undefined if it is concatenated at run time. */
function patternsOf(path) {
  const text = read(path)
  if (!text) return []

  const patternList = []

  for (const node of every(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path))) {
    const line = () => lineOf(text, node)
    if (node.type === 'Literal' && node.regex) patternList.push({ ...node.regex, line })
    else if (isMadePattern(node)) patternList.push({ line })
  }

  return patternList
}

const isMadePattern = ({ type, callee }) =>
  ['NewExpression', 'CallExpression'].includes(type) && callee?.name === 'RegExp'

/** The problem of a pattern; '' if it is linear. The analysis cannot judge back references. */
function faultOf({ pattern, flags }) {
  if (pattern === undefined) return 'put together from other texts'
  if (/(?<!\\)(?:\\\\)*\\[1-9k]/.test(pattern)) return 'has a back reference'

  const options = { reportTypes: { Move: true }, maxReports: 1 }
  const [first] = analyse({ source: pattern, flags }, options).reports
  if (!first) return ''

  return first.exponential ? 'exponential' : 'not linear'
}

const unused = new Set(
  Object.entries(harmless).flatMap(([path, all]) =>
    Object.keys(all).map((one) => `${path} ${one}`),
  ),
)

const folders = ['server/src', 'contracts/src', 'web/src']

const breaches = sources(folders, ['.ts', '.tsx'])
  .filter(isRead)
  .flatMap((path) =>
    patternsOf(path).flatMap((one) => {
      const fault = faultOf(one)
      if (!fault) return []

      const name = one.pattern === undefined ? 'new RegExp' : `/${one.pattern}/${one.flags}`
      unused.delete(`${path} ${name}`)

      return harmless[path]?.[name] ? [] : [`${path}:${one.line()} ${fault}: ${name}`]
    }),
  )

for (const unusedEntry of unused)
  breaches.push(`scripts/check-patterns.mjs: ${unusedEntry} no longer exists`)
report('patterns', breaches)
