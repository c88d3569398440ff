// npm run faults: measures how many faults the tests notice. Puts each fault of scripts/faults into
// a copy of the tree and runs its tests there; fails if fewer than 96 % are noticed. --only=A|B
// tries the faults whose kind or name contains A or B; --names=JSON tries exactly these names;
// --list only prints. --after-tests skips the first run without faults, since the tests have just
// passed.
import { availableParallelism } from 'node:os'

import { findBrowser } from './browser.mjs'
import { batchesOf, testsOf } from './faults/batches.mjs'
import { makeCopy } from './faults/copy.mjs'
import { faults, lossOf } from './faults/list.mjs'
import { ensureDependencies, ensureWeb } from './setup.mjs'

const needed = 0.96
const projects = ['server', 'web', 'screens']
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice(7)
const names = process.argv.find((arg) => arg.startsWith('--names='))?.slice(8)
const exact = names && new Set(JSON.parse(names))

const chosen = faults.filter(
  ({ kind, name }) =>
    (!exact || exact.has(name)) &&
    (!only || only.split('|').some((part) => `${kind}: ${name}`.includes(part))),
)

const say = (text) => process.stdout.write(`${text}\n`)

if (process.argv.includes('--list')) {
  for (const { kind, name, file, seenBy } of chosen)
    say(`${kind}: ${name} (${file}; ${seenBy.join(' ')})`)
  say(`${chosen.length} faults`)
  process.exit(0)
}

const lost = chosen.flatMap((fault) => {
  const loss = lossOf(fault)
  return loss ? [`LOST ${fault.name}: ${loss}`] : []
})

if (lost.length || !chosen.length) {
  say(lost.join('\n') || 'No fault is called so.')
  process.exit(1)
}

ensureDependencies()
const chrome = findBrowser()
const ofScreens = ({ seenBy }) => seenBy[0] === 'screens'
const tried = chosen.filter((fault) => chrome || !ofScreens(fault))

if (tried.length < chosen.length)
  say(`No browser: ${chosen.length - tried.length} faults of screens are not tried.`)

ensureWeb()
const copies = Array.from({ length: availableParallelism() }, () => makeCopy(chrome))
process.once('exit', () => copies.forEach((copy) => copy.remove()))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const isNoticed = new Map()
const red = new Set()
if (!process.argv.includes('--after-tests')) await inCopies(projects.map(lookForRed))
for (const file of red) say(`RED without any fault, so it notices nothing: ${file}`)

await inCopies([
  ...batchesOf(tried.filter(ofScreens)).map((batch) => (copy) => tryBatch(copy, batch)),
  ...tried.filter((fault) => !ofScreens(fault)).map((fault) => (copy) => tryAlone(copy, fault)),
])

const noticed = [...isNoticed.values()].filter(Boolean).length
const share = noticed / Math.max(1, isNoticed.size)
say(`${noticed} of ${isNoticed.size} faults noticed (${(share * 100).toFixed(1)} %)`)
const isBlind = process.env.CI && tried.length < chosen.length
process.exit(share < needed || isBlind ? 1 : 0)

/** A task that collects the test files of a project that fail even without a fault. */
function lookForRed(project) {
  return async (copy) => {
    const files = tried.filter(({ seenBy }) => seenBy[0] === project).flatMap(testsOf)
    for (const file of await copy.failingOf(project, [...new Set(files)])) red.add(file)
  }
}

/** Runs all tasks, one at a time in each copy. */
async function inCopies(tasks) {
  const faultsLeft = [...tasks]
  await Promise.all(
    copies.map(async (copy) => {
      for (let task = faultsLeft.shift(); task; task = faultsLeft.shift()) await task(copy)
    }),
  )
}

async function tryAlone(copy, fault) {
  const [project, ...files] = fault.seenBy
  copy.put([fault])
  tell(fault, sees(fault, await copy.failingOf(project, files, ['--bail=1'])))
  copy.undo([fault])
}

async function tryBatch(copy, batch) {
  copy.put(batch)
  const isBuilt = await copy.build()
  const failing = isBuilt ? await copy.failingOf('screens', batch.flatMap(testsOf)) : new Set()
  for (const fault of batch)
    tell(fault, sees(fault, failing), isBuilt ? '' : ' (it does not build)')
  copy.undo(batch)
}

/** Whether a test file of the fault fails, but passes without the fault. */
function sees(fault, failing) {
  return [...failing].some(
    (path) => !red.has(path) && testsOf(fault).some((part) => path.includes(part)),
  )
}

function tell(fault, wasNoticed, more = '') {
  isNoticed.set(fault, wasNoticed)
  say(`${wasNoticed ? 'noticed' : 'MISSED '}  ${fault.kind}: ${fault.name}${more}`)
}
