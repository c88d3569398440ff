// Chooses the part of the long form that runs today.
import { execFileSync } from 'node:child_process'

import { testsOf } from '../faults/batches.mjs'
import { faults } from '../faults/list.mjs'
import { root } from '../setup.mjs'
import { sources } from '../sources.mjs'
import { changedSince } from '../watchers/changes.mjs'
import { keptTimes } from '../watchers/map.mjs'
import { openWatchers } from '../watchers/watchers.mjs'
import { isOfLongForm, partOfTest, secondsOf } from './choice.mjs'
import { planOf } from './rotation.mjs'

/** A fault takes some twelve seconds, and two copies of the tree try faults in parallel. */
const secondsOfFault = 6

/**
 * The tests that fit into this time, the remaining tests, and the change for which they were
 * chosen.
 */
export function planOfToday(seconds) {
  const base = revisionOfYesterday()
  const changed = changedSince(base)
  const tests = longTests()
  const ofFaults = faults.map((fault) => ({ ...fault, part: 'faults', seconds: secondsOfFault }))

  const plan = planOf({
    watching: byTurns(watchingTests(tests, changed, base), touchedFaults(ofFaults, changed)),
    all: [...tests, ...ofFaults],
    day: Math.floor(Date.now() / 86_400_000),
    seconds,
  })

  return { base, changed, ...plan }
}

/** The newest commit older than a day, or else the first commit. */
function revisionOfYesterday() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

  return (
    git('rev-list', '-1', '--before=1 day ago', 'HEAD') ||
    git('rev-list', '--max-parents=0', 'HEAD').split('\n')[0]
  )
}

function longTests() {
  const times = keptTimes()

  return sources(['contracts', 'server', 'sandbox', 'web', 'screens', 'e2e'], ['.ts', '.tsx'])
    .filter(isOfLongForm)
    .map((name) => {
      const part = partOfTest(name)

      return { name, part, seconds: secondsOf(times, name) / (part === 'processes' ? 1 : 2) }
    })
}

/** The long tests that watch the changed files, best watchers first. */
function watchingTests(tests, changed, base) {
  const best = openWatchers(base).bestOf(changed)

  return tests
    .filter(({ name }) => best.has(name))
    .map((thing) => ({ ...thing, ...best.get(thing.name) }))
    .toSorted((a, b) => a.rank - b.rank)
}

function touchedFaults(all, changed) {
  const isTouched = (fault) =>
    changed.some(
      (path) => path === fault.file || testsOf(fault).some((part) => path.includes(part)),
    )

  return all
    .filter(isTouched)
    .map((fault) => ({ ...fault, why: 'its file, or the test that sees it, changed' }))
}

/** Alternates tests and faults, so that neither takes all the time. */
function byTurns(tests, ofFaults) {
  const length = Math.max(tests.length, ofFaults.length)

  return Array.from({ length }, (_, i) => [tests[i], ofFaults[i]])
    .flat()
    .filter(Boolean)
}
