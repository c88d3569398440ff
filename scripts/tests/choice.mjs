// Runs chosen test files, the cheapest kind first; within a kind in the chosen order.
import { sumOf } from './outcome.mjs'
import { runPart } from './parts.mjs'

/** Kinds of tests, the cheapest first, with the part of a test run that prepares what they need. */
const kinds = [
  { part: 'server', projects: ['web'], fits: /^(?:web|contracts|scripts)\// },
  { part: 'server', projects: ['server'], fits: /^(?:server|sandbox)\// },
  { part: 'screens', projects: ['screens'], fits: /^screens\// },
  { part: 'journeys', projects: ['e2e'], fits: /^e2e\/[^/]+$/ },
  { part: 'processes', projects: ['processes'], fits: /^e2e\/processes\// },
]

export const kindOfTest = (file) => kinds.findIndex(({ fits }) => fits.test(file))

/** The part of a run (scripts/tests/parts.mjs) that a test file belongs to. */
export const partOfTest = (file) => kinds[kindOfTest(file)].part

/** Whether a test file runs in the long form only. */
export const isLongTest = (file) => file.includes('.long.')

/**
 * Whether the long form runs a file. The daily form tries only a part of a sampled file's cases.
 */
export const isOfLongForm = (file) => /\.(?:long|sampled)\.(?:test|e2e|screen)\.tsx?$/.test(file)

/** Assumed seconds of a file without a measured time, by kind. */
const usualSeconds = [1, 3, 7, 45, 45]

/** Seconds of a test file: measured, or usual for its kind. */
export const secondsOf = (times, file) =>
  times.get(file)?.seconds || usualSeconds[kindOfTest(file)] || 3

/**
 * Runs test files by kind, the daily tests before the long ones.
 * @returns what passed and failed, over all kinds
 */
export async function runChoice(files, { bail = false } = {}) {
  const sum = sumOf([])

  for (const form of ['', '1'])
    for (const [place, { part, projects }] of kinds.entries()) {
      const ownTests = files.filter(
        (file) => kindOfTest(file) === place && isLongTest(file) === Boolean(form),
      )
      if (!ownTests.length || (bail && sum.failed.length)) continue

      sum.add(await runPart(part, form, { files: ownTests, projects, bail }))
    }

  return sum
}
