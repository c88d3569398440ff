// npm run test:today: runs the part of the long form (npm run test:long) that fits into --minutes=N
// (default: 25). The tests that watch files changed within a day come first, then one sixth of all
// tests, a different one each day. Prints the remaining tests; --list runs none.
import { hasOption, option } from './options.mjs'
import { ensureDependencies } from './setup.mjs'
import { printOutcome, sumOf } from './tests/outcome.mjs'
import { runFaults, runPart } from './tests/parts.mjs'

const say = (text = '') => process.stdout.write(`${text}\n`)

ensureDependencies()
const { planOfToday } = await import('./tests/today.mjs')
const { base, changed, chosen, left } = planOfToday(Number(option('minutes') ?? 25) * 60)
say(`${changed.length} files changed since ${base.slice(0, 8)}. Of the long form there run today:`)
for (const { name, why = "the day's part" } of chosen) say(`  ${name}: ${why}`)
if (hasOption('list')) process.exit(0)

const total = sumOf([])

for (const part of ['server', 'screens', 'journeys', 'processes']) {
  const files = namesIn(chosen, part)
  if (files.length) total.add(await runPart(part, '1', { files }))
}

const faults = namesIn(chosen, 'faults')
if (faults.length) total.add(runFaults(faults))

const tests = left.filter(({ part }) => part !== 'faults')
say(`\nLeft to another day: ${tests.length} tests and ${left.length - tests.length} faults.`)
for (const { name } of tests) say(`  ${name}`)
printOutcome(total)
process.exit(total.failed.length ? 1 : 0)

function namesIn(things, wanted) {
  return things.filter(({ part }) => part === wanted).map(({ name }) => name)
}
