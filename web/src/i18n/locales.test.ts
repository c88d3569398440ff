import { errors } from '@chaveiro/contracts/errors'
import type { Refusal } from '@chaveiro/contracts/errors/refusal'
import type { Localized } from '@chaveiro/contracts/localized'
import { failureWords } from '@chaveiro/contracts/payment-words'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { adminSections } from '../routing/paths.ts'

const web = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, web), 'utf8')
const folder = (language: string): string => `public/locales/${language}/`

/** Every text of a language, by namespace and key. */
const textsOf = (language: string): Map<string, string> =>
  new Map(
    readdirSync(new URL(folder(language), web)).flatMap((file) =>
      Object.entries(JSON.parse(read(folder(language) + file)) as Record<string, string>).map(
        ([key, text]) => [`${file.replace('.json', '')}:${key}`, text] as const,
      ),
    ),
  )

const [pt, en] = [textsOf('pt-BR'), textsOf('en-US')]

const holesOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name!).sort()

it('both languages have the same texts, none of them empty [decision Q99]', () => {
  expect([...en.keys()].sort()).toEqual([...pt.keys()].sort())
  expect([...pt, ...en].filter(([, text]) => !text.trim())).toEqual([])
})

it('a text has the same placeholders in both languages [decision Q99]', () => {
  const holes = (texts: Map<string, string>) =>
    Object.fromEntries([...texts].map(([key, text]) => [key, holesOf(text)]))
  expect(holes(en)).toEqual(holes(pt))
})

it('every job and every section of the back office has its text', () => {
  // The server defines the jobs' names, and the browser builds their text keys from the names.
  const jobs = [
    ...read('../server/src/platform/queue/jobs.ts').matchAll(/^ {2}'([\w.-]+)': defineJob</gm),
  ]
  expect(jobs.length).toBeGreaterThan(20)

  const keys = [
    ...jobs.map(([, name]) => `admin:jobs.kind.${name}`),
    ...adminSections.map((name) => `admin:shell.section.${name}`),
  ]

  expect(keys.filter((key) => !pt.has(key))).toEqual([])
})

it('the language files have no unused text [decision Q99]', () => {
  // The compiler checks that every used key exists (i18next.d.ts). The offline page, built by
  // web/offline-plugin.ts, uses texts too.
  const sources = readdirSync(new URL('src/', web), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => `src/${path}`)
  const code = [...sources, 'offline-plugin.ts'].map(read).join('\n')
  const literals = new Set([...code.matchAll(/'([\w:.-]+)'/g)].map(([, literal]) => literal!))

  // A template such as `role.${role}` matches every key of that form. After two names, as in
  // `jobs.kind.${task}`, the variable part may contain dots.
  const forms = [...code.matchAll(/`((?:\w+:)?[\w.-]*\$\{[^`]*)`/g)]
    .map(([, template]) => template!.replace(/\$\{[^}]*\}/g, '*'))
    .filter((form) => /^(?=.*\w)[\w:.*-]*\.[\w:.*-]*$/.test(form))
    .map((form) =>
      form
        .replaceAll('.', '\\.')
        .replace(/(?<=^[\w:]+\\\.\w+\\\.)\*$/, '[\\w.-]+')
        .replace(/\*(?!\])/g, '[\\w-]+'),
    )

  const formed = new RegExp(`^(?:${forms.join('|')})$`)
  const isAsked = (key: string) => literals.has(key) || formed.test(key)

  const idle = [...pt.keys()].filter((name) => {
    const whole = name.replace(/_(?:zero|one|many|other)$/, '')
    return ![whole, whole.split(':')[1]!].some(isAsked)
  })

  expect(idle).toEqual([])
})

/**
 * Texts that the specification requires without giving their words: a description, the namespace,
 * and a pattern of keys. For `server` the pattern is of error codes.
 */
const chosen: readonly (readonly [what: string, source: string, pattern: RegExp])[] = [
  ['Titles of the permission page', 'store', /^permission\.title\./],
  [
    'The two messages of the permission page that are not shown',
    'store',
    /^permission\.message\.(?:insufficient-permissions|denied)$/,
  ],
  ['User data missing', 'checkout', /^error\.noUser$/],
  ['Terms not accepted', 'server', /^account\.terms_required$/],
  ['Payment id missing; details not fetched', 'result', /^(?:missingId|errorLoad)$/],
  ['Something could not be loaded', 'store', /\.errorLoad$/],
  ['', 'account', /\.errorLoad$/],
  ['', 'common', /\.error(?:Load|Auth)$/],
  ['Login, wrong', 'account', /^login\.invalid$/],
  ['', 'server', /^auth\.(?:invalid_credentials|refresh_invalid|forbidden)$/],
  [
    'Register, refused',
    'server',
    /^account\.(?:email_taken|password_(?:short|long|common|rules))$/,
  ],
  ['Recovery link', 'server', /^account\.reset_invalid$/],
  ['Crypto payment', 'checkout', /^crypto\.error$/],
  ['Receipt', 'account', /^orders\.errorInvoice$/],
  ['Anything else', 'account', /^error\.generic$/],
  ['', 'common', /^error\.(?:crash|network)$/],
]

/** The text of a refusal with {name} in place of each detail. */
const unfilled = (text: Refusal['text']): Localized =>
  typeof text === 'function'
    ? text(new Proxy({}, { get: (_, name) => `{${String(name)}}` }) as never)
    : text

/** Words that no text for buyers may contain, with their replacement. */
const banned: readonly (readonly [never: RegExp, shown: string, better: string])[] = [
  [
    /\bprovedor(?:es)?\b/i,
    'provedor',
    'banco, cartão, rede, serviço de pagamento, ou quem não se nomeia',
  ],
  [/\bproviders?\b/i, 'provider', 'bank, card, network, payment service, or nobody'],
  [/\bmesa\b/i, 'mesa (de pagamentos)', 'equipe'],
  [/\bdesk\b/i, 'desk', 'team'],
  [/\bcontas? ligadas?\b/i, 'conta ligada', 'conta conectada'],
  [/\b(?:TRX|BSC)\b/, 'TRX, BSC', 'TRC-20 (Tron), BEP-20 (BNB Smart Chain)'],
  [
    /\b(?:webhook|gateway|backend|endpoint|payload)s?\b/i,
    'webhook, gateway, backend',
    'loja; shop',
  ],
  [/\btokens?\b/i, 'token', 'link, código, sessão; link, code, session'],
]

/** More words that no text for staff may contain, since each thing has one name. */
const bannedBehind: typeof banned = [
  [/\bmesa\b/i, 'mesa de pagamentos', 'pendências de pagamento'],
  [/\bdesk\b/i, 'payment desk', 'payments to review'],
  [/\bperfil\b/i, 'perfil (de uma conta)', 'função'],
  [/\bstatus d[eoa] (?!erro)/i, 'status de', 'situação de'],
]

/** Errors whose words the specification gives (B243, B246). */
const asSpecified = /^admin:(?:adminCarts\.errorStatus|adminCoupons\.errorToggle)$/

/** The only text with the word "token" whose words the specification gives (S120). */
const lettered = 'Token de recuperação não encontrado. Solicite um novo link.'

/** Refusals of actions that only staff take. */
const ofStaff = /^server:(?:order\.|payment\.(?:refund_|webhook_)|licence\.replacing$)/

it('no text for buyers contains a word that only staff know', () => {
  const read = [...pt, ...en].filter(([key]) => !key.startsWith('admin:'))

  const refusals = Object.entries(errors).flatMap(([code, { text }]) =>
    // A text with details is a function, so its source code is checked.
    Object.values(typeof text === 'function' ? { text: String(text) } : text).map(
      (words) => [`server:${code}`, words] as const,
    ),
  )

  const failures = Object.entries(failureWords).flatMap(([reason, words]) =>
    Object.values(words).map((text) => [`failed:${reason}`, text] as const),
  )
  const texts = [...read, ...refusals.filter(([key]) => !ofStaff.test(key)), ...failures]
  const found = texts.filter(
    ([, text]) => text !== lettered && banned.some(([never]) => never.test(text)),
  )
  expect(found).toEqual([])
  expect(pt.get('account:reset.noToken')).toBe(lettered)
})

it('no text for staff has two words for one thing', () => {
  const read = [...pt, ...en].filter(([key]) => key.startsWith('admin:') && !asSpecified.test(key))

  const refusals = Object.entries(errors).flatMap(([code, { text }]) =>
    Object.values(typeof text === 'function' ? { text: String(text) } : text).map(
      (words) => [`server:${code}`, words] as const,
    ),
  )

  const found = [...read, ...refusals].filter(([, text]) =>
    bannedBehind.some(([never]) => never.test(text)),
  )
  expect(found).toEqual([])
})

it('docs/texts.md lists the texts that we chose as they are [decision Q95]', async () => {
  const all = new Map<string, Refusal['text']>([
    ...[...pt].map(([key, text]) => [key, { 'pt-BR': text, 'en-US': en.get(key)! }] as const),
    ...Object.entries(errors).map(([code, { text }]) => [`server:${code}`, text] as const),
  ])

  const rows = chosen.flatMap(([what, source, pattern]) => {
    const found = [...all].filter(
      ([key]) => key.startsWith(`${source}:`) && pattern.test(key.slice(source.length + 1)),
    )
    expect(found, `${source}: ${pattern}`).not.toEqual([])

    return found.map(([key, text], index) => {
      const words = unfilled(text)
      return `| ${index ? '' : what} | \`${key}\` | ${words['pt-BR']} | ${words['en-US']} |`
    })
  })

  const lead =
    'The specification names these texts without showing them, so the project wrote them. A test' +
    ' writes this page from the locale files and the errors of the contracts' +
    ' (`npx vitest run --project web -u`).'
  const head = '| what | key | pt-BR | en-US |\n|---|---|---|---|'
  const written = (words: typeof banned) =>
    words.map(([, shown, better]) => `| ${shown} | ${better} |`).join('\n')

  const tables = [
    `# Chosen texts\n\n${lead}\n\n${head}\n${rows.join('\n')}\n`,
    '## Words that a buyer never reads\n',
    'They name things that only staff know. A test looks for them in every text of the shop, ' +
      'its refusals and its failures.\n',
    `| never | instead |\n|---|---|\n${written(banned)}\n`,
    '## Words that staff never read either\n',
    'In the back office one thing has one word.\n',
    `| never | instead |\n|---|---|\n${written(bannedBehind)}\n`,
  ]

  await expect(tables.join('\n')).toMatchFileSnapshot('../../../docs/texts.md')
})
