// npm test: checks, types, lint, unit and integration tests, web build, browser tests.
// --only=checks|unit|browser runs one part. --long (npm run test:long) runs what takes longer
// instead: the tests called *.long.*, the whole of those called *.sampled.*, and the faults that the
// tests have to notice (npm run faults).
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findBrowser } from './browser.mjs'
import { ensureDependencies, ensureWeb, node, root } from './setup.mjs'

const isLong = process.argv.includes('--long')
if (isLong) process.env.CHAVEIRO_LONG = '1'
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice(7)
const wants = (part) => !only || only === part
const totals = { passed: 0, failed: [], unstable: [] }

ensureDependencies()
if (wants('checks') && !isLong) await allOf(checks())
if (wants('unit')) {
  // Some tests of the server look at the pages it draws.
  ensureWeb()
  vitest(['server', 'web'])
}
if (wants('browser')) {
  ensureWeb()
  if (!isLong) part('first-load budget', node, [join(root, 'scripts/check-budget.mjs')])
  const chrome = findBrowser()
  if (chrome) {
    for (const project of ['screens', 'e2e', 'processes'])
      vitest([project], { CHROME_PATH: chrome })
  } else {
    process.stdout.write(
      'No browser: neither Chrome nor Chromium is installed and none could be fetched, ' +
        'so the browser tests did not run.\n',
    )
    if (process.env.CI) totals.failed.push('browser tests: no browser')
  }
}
if (isLong && !only)
  part('faults that the tests notice', node, [join(root, 'scripts/faults.mjs'), '--after-tests'])
// What failed stands at the end once more: whoever reads a long log reads its end.
for (const what of totals.unstable) process.stdout.write(`UNSTABLE, mend it: ${what}\n`)
for (const what of totals.failed) process.stdout.write(`FAILED: ${what}\n`)
process.stdout.write(
  `${totals.passed} passed, ${totals.failed.length} failed, ${totals.unstable.length} unstable\n`,
)
process.exit(totals.failed.length ? 1 : 0)

/**
 * The quick checks: a title and the command of each, the longest first. What the tools remember
 * lies in node_modules/.cache.
 * One checker for each program: several would each work out the same types, and the other processor
 * has a check of its own.
 */
function checks() {
  const tool = (name, ...args) => [node, join(root, 'node_modules/.bin', name), ...args]
  const types = (title, project) => [
    `types of ${title}`,
    [node, join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--checkers', '1'],
  ]
  const own = readdirSync(join(root, 'scripts')).filter(
    (name) => /^check-.*\.mjs$/.test(name) && name !== 'check-budget.mjs',
  )
  return [
    ['lint', tool('oxlint', '--type-aware', '--deny-warnings')],
    types('web', 'web'),
    types('contracts, server, sandbox and bench', '.'),
    types('e2e', 'e2e'),
    ['unused code', tool('knip', '--no-progress', '--cache')],
    ['format (npm run fmt mends it)', tool('oxfmt', '--check', '.')],
    ...own.map((file) => [file, [node, join(root, 'scripts', file)]]),
  ]
}

/** Run commands, one for each processor at a time; what one says is shown whole when it ends. */
async function allOf(commands) {
  const left = [...commands]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [title, [command, ...args]] = next
      const { code, said } = await run(command, args)
      if (code === 0) totals.passed++
      else {
        totals.failed.push(title)
        process.stdout.write(`${said}FAILED: ${title}\n`)
      }
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}

function run(command, args) {
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...process.env }
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, env })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (said += text))
    child.once('close', (code) => done({ code, said }))
  })
}

/** One command that passes or fails as a whole. */
function part(title, command, args) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (done.status === 0) totals.passed++
  else {
    totals.failed.push(title)
    process.stdout.write(`FAILED: ${title}\n`)
  }
}

/**
 * The tests of some projects. Where one or two files fail, they are run once more by themselves:
 * what passes then is unstable rather than broken, and is named at the end with why it failed.
 */
function vitest(projects, extra = {}) {
  const first = runVitest(projects, extra)
  totals.passed += first.passed
  const files = [...new Set(first.failures.map(({ file }) => file))]
  if (first.broken.length > 0 || files.length === 0 || files.length > 2)
    return totals.failed.push(...first.broken, ...first.failures.map(({ what }) => what))
  const again = runVitest(projects, extra, files)
  totals.failed.push(...again.broken)
  const red = new Set(again.failures.map(({ file }) => file))
  for (const { file, what } of first.failures) {
    const passes = again.passed > 0 && !red.has(file)
    ;(passes ? totals.unstable : totals.failed).push(what)
    if (passes) totals.passed++
  }
}

/** One run: how many passed, which tests failed, and what broke that is no test. */
function runVitest(projects, extra, files = []) {
  const report = join(mkdtempSync(join(tmpdir(), 'chaveiro-report-')), 'report.json')
  const done = spawnSync(
    node,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...files,
      ...projects.flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...extra } },
  )
  const name = projects.join(' and ')
  if (!existsSync(report))
    return { passed: 0, failures: [], broken: [`${name}: ended without a report`] }
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const failures = testResults.flatMap(failuresOf)
  const broken =
    done.status !== 0 && failures.length === 0
      ? [`${name}: the runner ended with ${done.status}`]
      : []
  return { passed: numPassedTests, failures, broken }
}

/** What failed in one file: the titles, with the first lines of their messages. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [{ file, what: `${file}\n${message}` }]
  return failed.map(({ fullName, failureMessages }) => {
    const why = failureMessages.join('\n').split('\n').slice(0, 8).join('\n')
    return { file, what: `${file} > ${fullName}\n${why}` }
  })
}
