// Every setting that the shop reads is explained in docs/operations.md, by its name or with its
// kind (TURNSTILE_*).
import { read, report } from './sources.mjs'

const declared = 'server/src/platform/config/environment.ts'
const manual = 'docs/operations.md'
const names = [...read(declared).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name)
const words = [...read(manual).matchAll(/[A-Z][A-Z0-9_]*\*?/g)].map(([word]) => word)
const explained = (name) =>
  words.some((word) => (word.endsWith('_*') ? name.startsWith(word.slice(0, -1)) : word === name))
const breaches = names
  .filter((name) => !explained(name))
  .map((name) => `${declared}:1 ${name} is not explained in ${manual}`)
if (!names.length) breaches.push(`${declared}:1 no setting was found; mend check-settings`)
report('settings', breaches)
