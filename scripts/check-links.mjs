// Checks the documents: every link leads to an existing file and heading, and every command exists
// (npm run NAME, chaveiro NAME). docs/architecture.md lists every decision.
import { brokenLinks } from './links.mjs'
import { read, report, root, sources } from './sources.mjs'

const documents = sources(
  ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', '.github', 'docs'],
  ['.md'],
)
const breaches = []
const lineOf = (text, at) => text.slice(0, at).split('\n').length

const scriptsOf = (path) => Object.keys(JSON.parse(read(path)).scripts ?? {})
const scripts = scriptsOf('package.json')

const tools = [
  ...[...read('server/src/cli/ops.ts').matchAll(/^ {4}'?([a-z-]+)'?: \{$/gm)].map(
    ([, name]) => name,
  ),
  ...[...read('bin/chaveiro').matchAll(/^ {2}([a-z]+(?: \| [\w-]+)*)\) /gm)].map(([, names]) =>
    names.split('|'),
  ),
]
  .flat()
  .map((name) => name.split(':')[0].replaceAll("'", '').trim())
  .filter(Boolean)

// A call of chaveiro in a command: at its start, or after variables, sudo, a path, a pipe or a
// backtick.
const typed = /(?:^|[`(]|sudo |bin\/|&& |\| )(?:[A-Z][A-Z_]*=\S+ +|\\\n +)*chaveiro ([a-z][\w-]*)/gm
const code = (text) => [...text.matchAll(/^ *```sh\n[\s\S]*?^ *```|`[^`\n]+`/gm)]

function checkCommands(path, text) {
  for (const { 0: block, index } of code(text)) {
    const at = `${path}:${lineOf(text, index)}`

    for (const [, name, rest] of block.matchAll(/npm run ([\w:-]+)([^`\n]*)/g)) {
      const [, workspace] = /-w (\w+)/.exec(rest) ?? []
      const knownScripts = workspace ? scriptsOf(`${workspace}/package.json`) : scripts
      if (!knownScripts.includes(name))
        breaches.push(`${at} npm run ${name}: there is no such script`)
      const [, command] = name === 'ops' ? (/^ -- ([a-z][\w-]*)/.exec(rest) ?? []) : []
      if (command && !tools.includes(command))
        breaches.push(`${at} npm run ops -- ${command}: there is no such command`)
    }

    for (const [, name] of block.matchAll(typed))
      if (!tools.includes(name)) breaches.push(`${at} chaveiro ${name}: there is no such command`)
  }
}

for (const path of documents) {
  const text = read(path)
  breaches.push(...brokenLinks(root, path))
  // The changelog may mention commands that were removed.
  if (path !== 'CHANGELOG.md') checkCommands(path, text)
}

const architecture = read('docs/architecture.md')

for (const path of documents.filter((name) => name.startsWith('docs/decisions/')))
  if (!architecture.includes(`](${path.slice('docs/'.length)})`))
    breaches.push(`${path}:1 is not listed in docs/architecture.md`)

if (documents.length < 20 || tools.length < 8 || !scripts.length)
  breaches.push('docs:1 too few documents or commands were found; mend check-links')

report('links', breaches)
