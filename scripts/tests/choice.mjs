// Runs chosen test files, the cheapest kind first, each kind in the order of the choice.
import { findBrowser } from '../browser.mjs'
import { ensureWeb } from '../setup.mjs'
import { runProjects } from './vitest.mjs'

/** Kinds of tests, the cheapest first; what a kind needs is brought before it. */
const kinds = [
  { part: 'server', projects: ['web'], fits: /^(?:web|contracts|scripts)\// },
  { part: 'server', projects: ['server'], fits: /^(?:server|sandbox)\//, needsPages: true },
  { part: 'screens', projects: ['screens'], fits: /^e2e\/screens\//, needsPages: true },
  { part: 'journeys', projects: ['e2e'], fits: /^e2e\/[^/]+$/, needsPages: true },
  { part: 'processes', projects: ['processes'], fits: /^e2e\/processes\//, needsPages: true },
]
export const kindOfTest = (file) => kinds.findIndex(({ fits }) => fits.test(file))

/** The part of a run (scripts/tests/parts.mjs) that a test file belongs to. */
export const partOfTest = (file) => kinds[kindOfTest(file)].part

/** Whether the daily run leaves a test file out. */
export const isLongTest = (file) => file.includes('.long.')
/** Whether the long form runs a file; of a sampled one the daily form tries a part. */
export const isOfLongForm = (file) => /\.(?:long|sampled)\.(?:test|e2e|screen)\.tsx?$/.test(file)

const seconds = { start: 5, unit: 3, screens: 7, journeys: 45 }
/** What a test file takes, as it was timed, or as its kind mostly does. */
export function secondsOf(times, file) {
  const usual = [1, seconds.unit, seconds.screens, seconds.journeys, seconds.journeys]

  return times.get(file)?.seconds || usual[kindOfTest(file)] || seconds.unit
}

/**
 * Run test files by kind, those of the daily form before those of the long one.
 * @returns what passed and failed, over all kinds
 */
export function runChoice(files, { bail = false } = {}) {
  const sum = { passed: 0, failed: [], unstable: [], times: [] }
  for (const isLong of [false, true])
    for (const [place, kind] of kinds.entries()) {
      const own = files.filter((file) => kindOfTest(file) === place && isLongTest(file) === isLong)
      if (!own.length || (bail && sum.failed.length)) continue

      const env = prepare(kind)
      if (isLong) env.CHAVEIRO_LONG = '1'
      const outcome = runProjects(kind.projects, { files: own, env, bail })
      sum.passed += outcome.passed
      for (const part of ['failed', 'unstable', 'times']) sum[part].push(...outcome[part])
    }

  return sum
}

function prepare({ part, needsPages }) {
  if (!needsPages) return {}

  ensureWeb()
  const chrome = part === 'server' ? undefined : findBrowser()

  return chrome ? { CHROME_PATH: chrome } : {}
}
