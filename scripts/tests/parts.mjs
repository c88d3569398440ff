// The parts of a test run, by their names. Each is a function that returns its outcome.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { findBrowser } from '../browser.mjs'
import { ensureWeb, node, root } from '../setup.mjs'
import { sumOf } from './outcome.mjs'
import { runProjects } from './vitest.mjs'

/** The vitest projects of each part. */
const projectsOf = {
  server: ['server', 'web'],
  screens: ['screens'],
  journeys: ['e2e'],
  processes: ['processes'],
}

export const dailyTests = partsIn('')

export const longTests = {
  ...partsIn('1'),
  translated: () => runChanged('translated'),
  extended: () => runChanged('extended'),
}

function partsIn(form) {
  return Object.fromEntries(
    Object.keys(projectsOf).map((name) => [name, (options) => runPart(name, form, options)]),
  )
}

/**
 * Runs one part. `files` and `projects` limit it, `bail` ends it at the first failure. A part that
 * runs `beside` another one prints its output at its end. @param form '1' for the long form
 */
export async function runPart(name, form, options = {}) {
  const { files = [], projects = projectsOf[name], bail, beside } = options
  // Tests of the server may render pages, which needs a build; tests of the web app need none.
  if (projects.some((project) => project !== 'web')) ensureWeb()
  const env = { CHAVEIRO_LONG: form }
  const total = sumOf([])

  if (name !== 'server') {
    env.CHROME_PATH = findBrowser()
    if (!env.CHROME_PATH) return withoutBrowser(name)
  }

  if (name === 'screens' && !form && !files.length)
    total.add(step('first-load budget', 'check-budget.mjs'))

  return total.add(await runProjects(projects, { env, files, bail, beside }))
}

/**
 * Repeats the daily screen tests on pages that a browser or an extension changes
 * (e2e/changed-page.ts).
 */
function runChanged(change) {
  ensureWeb()
  const CHROME_PATH = findBrowser()
  if (!CHROME_PATH) return withoutBrowser(`${change} screens`)

  return runProjects(['screens'], { env: { CHROME_PATH, CHAVEIRO_CHANGED: change } })
}

/** Tries all faults, or only those with these names. */
export function runFaults(names = []) {
  const args = ['--after-tests', ...(names.length ? [`--names=${JSON.stringify(names)}`] : [])]

  return step('faults that the tests notice', 'faults.mjs', args)
}

/** Runs one of our scripts, which passes or fails as a whole. */
function step(title, script, args = []) {
  const { status } = spawnSync(node, [join(root, 'scripts', script), ...args], {
    cwd: root,
    stdio: 'inherit',
  })

  return sumOf([[title, status === 0]])
}

function withoutBrowser(name) {
  process.stdout.write(
    `No browser: neither Chrome nor Chromium is installed and none could be fetched, ` +
      `so the ${name} did not run.\n`,
  )

  return process.env.CI ? sumOf([[`${name}: no browser`, false]]) : sumOf([])
}
