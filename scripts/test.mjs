// npm test: checks, unit and integration tests, browser tests. --only=PART,PART runs some parts.
// --long (npm run test:long) runs the slow tests: *.long.*, all cases of *.sampled.*, and the
// faults that the tests must notice. It also repeats the daily tests and records which of our files
// each test runs. --times measures each test file alone.
import { hasOption, option } from './options.mjs'
import { ensureDependencies } from './setup.mjs'
import { runChecks } from './tests/checks.mjs'
import { printOutcome, sumOf } from './tests/outcome.mjs'
import { dailyTests, longTests, runFaults } from './tests/parts.mjs'
import { startTiming } from './tests/times.mjs'
import { startRecording } from './watchers/record.mjs'

const isLong = hasOption('long')

const parts = isLong
  ? { ...longTests, faults: runFaults, map: recordDaily }
  : { checks: runChecks, ...dailyTests }

const only = option('only')?.split(',') ?? Object.keys(parts)
const unknown = only.filter((name) => !parts[name])

if (unknown.length) {
  process.stdout.write(`No part is called ${unknown}: ${Object.keys(parts).join(', ')}\n`)
  process.exit(2)
}

ensureDependencies()
const recording = isLong ? startRecording() : undefined
const timing = hasOption('times') ? startTiming() : undefined
const total = sumOf([])

// The tests that kill and start processes leave the processors idle, so journeys run at the same
// time.
const beside = !isLong && !timing && only.includes('journeys') && only.includes('processes')

for (const name of only) {
  if (beside && name === 'processes') continue

  timing?.part(name)
  const processes = beside && name === 'journeys' && parts.processes({ beside })
  total.add(await parts[name]())
  if (processes) total.add(await processes)
}

recording?.keep(total.times)
timing?.keep()
printOutcome(total)
process.exit(total.failed.length ? 1 : 0)

async function recordDaily() {
  const outcome = sumOf([])
  for (const run of Object.values(dailyTests)) outcome.add(await run())

  return outcome
}
