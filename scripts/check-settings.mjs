// docs/operations/settings.md explains every setting that the shop reads, by its name or as a group
// (TURNSTILE_*). The files of deploy/ use only existing settings, and contain all that production
// requires.
import { read, report } from './sources.mjs'

const declared = 'server/src/platform/config/environment.ts'
const manual = 'docs/operations/settings.md'
const names = [...read(declared).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name)
const words = [...read(manual).matchAll(/[A-Z][A-Z0-9_]*\*?/g)].map(([word]) => word)

const explained = (name) =>
  words.some((word) => (word.endsWith('_*') ? name.startsWith(word.slice(0, -1)) : word === name))

const breaches = names
  .filter((name) => !explained(name))
  .map((name) => `${declared}:1 ${name} is not explained in ${manual}`)

const deployed = {
  'deploy/chaveiro.env.example': /^#?([A-Z][A-Z0-9_]+)=/gm,
  'deploy/chaveiro.service':
    /(?:LoadCredential=|(?:^Environment=|(?<=\S) )(?=[A-Z]+\w*=[\w/%]))(\w+)/gm,
  'deploy/compose.yaml': /\.\/secrets\/([A-Z_]+)/g,
  'deploy/Dockerfile': /^ENV (\w+)|(?<=^ENV .*) (\w+)=/gm,
}

const demanded = ['PUBLIC_URL', 'TRUST_PROXY', 'DATABASE_URL', 'STORE_SECRET', 'VAULT_KEYS']

const named = Object.entries(deployed).map(([path, pattern]) => [
  path,
  [...read(path).matchAll(pattern)].map(([, one, other]) => one ?? other),
])

for (const [path, found] of named) {
  if (!found.length) breaches.push(`${path}:1 names no setting; mend check-settings`)
  for (const name of found.filter((one) => !names.includes(one)))
    breaches.push(`${path}:1 ${name} is no setting of the shop`)
}

const [[, example], [, service], [, compose]] = named

for (const composeSettings of [service, compose])
  for (const name of demanded.filter((one) => ![...example, ...composeSettings].includes(one)))
    breaches.push(`deploy:1 ${name}, which production demands, is set nowhere`)

if (!names.length) breaches.push(`${declared}:1 no setting was found; mend check-settings`)
report('settings', breaches)
