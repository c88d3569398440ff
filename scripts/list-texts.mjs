// node scripts/list-texts.mjs: writes docs/texts.md, the texts that the specification names without
// showing them and that we chose (Q95).
// They stand in the locale files and among the server's errors; this list is made from there, and
// check-locales says when it is old.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errors } from '../contracts/src/errors.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const file = 'docs/texts.md'

/**
 * What was asked for and where its words are: namespace and key, or `server` and the code of an
 * error; a pattern stands for all that match.
 */
const chosen = [
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

const locale = (language, name) =>
  JSON.parse(readFileSync(join(root, `web/public/locales/${language}/${name}.json`), 'utf8'))
const textsOf = (source) =>
  source === 'server'
    ? Object.entries(errors).map(([code, { text }]) => [code, text])
    : Object.entries(locale('pt-BR', source)).map(([key, text]) => [
        key,
        { 'pt-BR': text, 'en-US': locale('en-US', source)[key] },
      ])
/** A text that is made of what happened, with {name} where each name is filled in. */
const unfilled = (text) =>
  typeof text === 'function' ? text(new Proxy({}, { get: (_, name) => `{${String(name)}}` })) : text

/** The document as it should be. */
export function chosenTexts() {
  const rows = chosen.flatMap(([what, source, pattern]) => {
    const found = textsOf(source).filter(([key]) => pattern.test(key))
    if (!found.length) throw new Error(`no text of ${source} matches ${pattern}`)
    return found.map(([key, text], index) => {
      const { 'pt-BR': pt, 'en-US': en } = unfilled(text)
      return `| ${index ? '' : what} | \`${source}:${key}\` | ${pt} | ${en} |`
    })
  })
  return `# Chosen texts\n\nThe specification names these texts without showing them; their words are ours. Made by \`node scripts/list-texts.mjs\` from the locale files and the errors of the contracts.\n\n| what | key | pt-BR | en-US |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, file), chosenTexts())
