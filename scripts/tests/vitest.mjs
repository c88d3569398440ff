// Runs vitest and reads its report: passed and failed tests, reasons, and the time of each file.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { node, root } from '../setup.mjs'

/**
 * Runs the tests of some projects. If one or two files fail, they run once more alone. A file that
 * passes then is reported as unstable instead of failed.
 */
export async function runProjects(projects, options = {}) {
  const first = await runVitest(projects, options)
  const files = [...new Set(first.failures.map(({ file }) => file))]

  const outcome = {
    passed: first.passed,
    failed: [...first.broken],
    unstable: [],
    times: first.times,
  }

  if (first.broken.length || !files.length || files.length > 2 || options.bail) {
    outcome.failed.push(...first.failures.map(({ what }) => what))
    return outcome
  }

  const again = await runVitest(projects, { ...options, files })
  const red = new Set(again.failures.map(({ file }) => file))
  outcome.failed.push(...again.broken)

  for (const { file, what } of first.failures) {
    const passes = again.passed > 0 && !red.has(file)
    ;(passes ? outcome.unstable : outcome.failed).push(what)
    if (passes) outcome.passed++
  }

  return outcome
}

/**
 * Runs vitest once. `files` are paths or parts of paths in starting order; `bail` ends the run at
 * the first failure. A run `beside` another one prints its output at its end.
 */
async function runVitest(projects, { files = [], env = {}, bail = false, beside = false } = {}) {
  const report = join(mkdtempSync(join(tmpdir(), 'chaveiro-report-')), 'report.json')

  const args = [
    ...files,
    ...projects.flatMap((name) => ['--project', name]),
    ...(bail ? ['--bail=1'] : []),
    '--reporter=default',
    '--reporter=json',
    ...(process.env.CHAVEIRO_TIMES ? oneByOne : []),
    `--outputFile=${report}`,
  ]

  const status = await startVitest(args, { ...env, CHAVEIRO_ORDER: files.join('\n') }, beside)
  const name = projects.join(' and ')
  if (!existsSync(report))
    return { passed: 0, failures: [], broken: [`${name}: ended without a report`], times: [] }

  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  // After `bail` vitest reports the unfinished files as failed without a message.
  const failures = testResults
    .flatMap(failuresOf)
    .filter(({ what, file }) => !bail || what !== `${file}\n`)
  const isBroken = status !== 0 && failures.length === 0
  const broken = isBroken ? [`${name}: the runner ended with ${status}`] : []

  return { passed: numPassedTests, failures, broken, times: testResults.map(timeOf) }
}

/** Runs vitest; resolves with its exit code. */
async function startVitest(args, env, beside) {
  const lines = join(mkdtempSync(join(tmpdir(), 'chaveiro-lines-')), 'lines.txt')
  const output = beside ? openSync(lines, 'w') : 'inherit'

  const runner = spawn(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: root,
    stdio: ['inherit', output, output],
    env: { ...process.env, ...env },
  })

  const [status] = await once(runner, 'exit')
  if (beside) process.stdout.write(readFileSync(lines, 'utf8'))

  return status
}

const oneByOne = [
  '--maxWorkers=1',
  '--no-file-parallelism',
  `--reporter=${join(root, 'scripts/tests/times-reporter.mjs')}`,
]

/** Failures of one file: titles, and the first lines of their messages. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [{ file, what: `${file}\n${message}` }]

  return failed.map(({ fullName, failureMessages }) => {
    const why = failureMessages.join('\n').split('\n').slice(0, 8).join('\n')
    return { file, what: `${file} > ${fullName}\n${why}` }
  })
}

const timeOf = ({ name, startTime, endTime }) => ({
  file: relative(root, name),
  seconds: Math.max(0, (endTime - startTime) / 1000),
})
