// Checks the allowed imports (.dependency-cruiser.mjs), and the picture of the domains in
// docs/architecture.md. The picture is drawn from the same imports: `npm run picture` writes it,
// the checks compare it.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { node, root } from './setup.mjs'
import { report } from './sources.mjs'

const file = join(root, 'docs/architecture.md')
const [begin, end] = ['<!-- the domains, by npm run picture -->', '<!-- end of the domains -->']

const folders = [
  'server/src',
  'web/src',
  'contracts/src',
  'sandbox/src',
  'screens',
  'e2e',
  'bench/src',
  'drills',
  'drawings/src',
]

const cruise = [
  join(root, 'node_modules/.bin/depcruise'),
  '--output-type',
  'json',
  '--cache',
  join(root, 'node_modules/.cache/depcruise'),
  '--cache-strategy',
  'content',
]

const said = spawnSync(node, [...cruise, ...folders], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 28,
}).stdout

const { modules, summary } = JSON.parse(said)

report(
  'imports',
  summary.violations.map(({ from, to, rule }) => `${from}:1 ${rule.name}: may not import ${to}`),
)

/** The imports between domains: a map from each domain to the domains that it imports. */
function arrows() {
  const domainOf = (path) => /^server\/src\/domains\/([\w-]+)\//.exec(path)?.[1]
  const edgeCounts = new Map()

  for (const { source, dependencies } of modules) {
    const from = domainOf(source)
    if (!from || source.endsWith('.test.ts')) continue

    const to = edgeCounts.get(from) ?? edgeCounts.set(from, new Set()).get(from)

    for (const { resolved } of dependencies) {
      const other = domainOf(resolved)
      if (other && other !== from) to.add(other)
    }
  }

  return edgeCounts
}

/** Leaves out an arrow that follows from two others, since the picture would be hard to read. */
function withoutShortcuts(all) {
  const reaches = (from, to) =>
    [...(all.get(from) ?? [])].some((next) => next === to || reaches(next, to))

  return [...all].flatMap(([from, to]) =>
    [...to]
      .filter((one) => ![...to].some((other) => other !== one && reaches(other, one)))
      .map((one) => `  ${from} --> ${one}`),
  )
}

const all = arrows()
const alone = [...all].filter(([, to]) => !to.size).map(([name]) => `  ${name}`)

const picture = [
  begin,
  '```mermaid',
  'flowchart LR',
  ...[...alone, ...withoutShortcuts(all)].sort(),
  '```',
  end,
].join('\n')

const text = readFileSync(file, 'utf8')
const [from, to] = [text.indexOf(begin), text.indexOf(end) + end.length]
const drawn = text.slice(0, from) + picture + text.slice(to)

if (process.argv.includes('--write')) writeFileSync(file, drawn)
else
  report(
    'picture',
    drawn === text
      ? []
      : ['docs/architecture.md:1 the domains call each other differently now: npm run picture'],
  )
