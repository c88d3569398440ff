// npm run test:for FILE… | --since REV: runs the tests that watch these files, the cheapest and
// best watchers first, until one fails. Without FILE it takes the uncommitted files, or else the
// files of the newest commit. --list only prints the tests; --seconds=N limits their time (default:
// 60). --all runs every watcher and continues after a failure.
import { relative, resolve } from 'node:path'

import { hasOption, operands, option } from './options.mjs'
import { ensureDependencies, root } from './setup.mjs'
import { isLongTest, kindOfTest, runChoice, secondsOf } from './tests/choice.mjs'
import { printOutcome } from './tests/outcome.mjs'
import { changedSince } from './watchers/changes.mjs'
import { keptTimes } from './watchers/map.mjs'
import { openWatchers } from './watchers/watchers.mjs'

const say = (text) => process.stdout.write(`${text}\n`)
const all = hasOption('all')
const named = operands(['since', 'seconds'])

// npm takes --since for itself and passes only its value.
const since = option('since') === '' ? named.shift() : option('since')
const files = named.length ? named.map(fromRoot) : changedSince(since || 'HEAD')
const revision = since || (named.length || files.length ? 'HEAD' : 'HEAD~1')
if (!files.length) files.push(...changedSince(revision))

if (!files.length) {
  say('Nothing changed: name files, or a revision by --since.')
  process.exit(2)
}

ensureDependencies()
const times = keptTimes()
const watchers = watchersOf(files)

if (!watchers.length) {
  say(`No test is known to watch ${files.join(', ')}. Run npm test.`)
  process.exit(2)
}

const chosen = all ? watchers : withinBudget(watchers, Number(option('seconds') ?? 60))

for (const { test, why } of chosen)
  say(`${secondsOf(times, test).toFixed(0).padStart(4)} s  ${test}: ${why}`)

const notRun = watchers.length - chosen.length
if (notRun) say(`Left out: ${notRun} more that run these files; --all runs them too.`)
if (hasOption('list')) process.exit(0)

const outcome = await runChoice(
  chosen.map(({ test }) => test),
  { bail: !all },
)

printOutcome(outcome)
process.exit(outcome.failed.length ? 1 : 0)

/** The watchers of all changed files, long tests last. */
function watchersOf(changed) {
  const best = openWatchers(revision).bestOf(changed)
  const isLong = ({ test }) => Number(isLongTest(test))

  return [...best.values()].toSorted((a, b) => isLong(a) - isLong(b) || a.rank - b.rank)
}

/**
 * The best tests of each kind that fit into the kind's share of the time, at least two of each
 * kind. Two processors run them. A test of several minutes runs only if it changed itself, or if no
 * other test covers the change.
 */
function withinBudget(ranked, seconds) {
  const shares = [seconds / 2, seconds, seconds * 1.2, 0, 0]
  const spent = shares.map(() => 0)
  const count = shares.map(() => 0)

  const chosen = ranked.filter(({ test, rank, isSure }) => {
    const kind = kindOfTest(test)
    const cost = secondsOf(times, test)
    const isFirst = count[kind] < 2 && shares[kind] > 0 && !isLongTest(test)
    const fits = isFirst || isSure || rank < 1 || spent[kind] + cost <= shares[kind]
    if (!fits) return false

    spent[kind] += cost
    count[kind]++

    return true
  })

  return chosen.length ? chosen : ranked.slice(0, 2)
}

function fromRoot(path) {
  return relative(root, resolve(process.env.INIT_CWD ?? root, path))
}
