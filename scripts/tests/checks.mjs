// The quick checks: lint, types, format, unused code, and our own scripts.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import { node, root } from '../setup.mjs'
import { sumOf } from './outcome.mjs'

/** Runs all checks, one per processor at a time; prints the output of failed ones. */
export async function runChecks() {
  const total = sumOf([])
  const pendingChecks = checks()

  const work = async () => {
    for (let next = pendingChecks.shift(); next; next = pendingChecks.shift()) {
      const [title, [command, ...args]] = next
      const { code, output } = await run(command, args)
      if (code !== 0) process.stdout.write(`${output}FAILED: ${title}\n`)
      total.add(sumOf([[title, code === 0]]))
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, work))

  return total
}

/**
 * Titles and commands of the checks, the longest first; the tools cache in node_modules/.cache.
 * TypeScript checks each project in one thread, since several checkers would infer the same types.
 * Other checks use the second processor.
 */
function checks() {
  const tool = (name, ...args) => [node, join(root, 'node_modules/.bin', name), ...args]

  const types = (title, project) => [
    `types of ${title}`,
    [node, join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--checkers', '1'],
  ]

  const checkFiles = readdirSync(join(root, 'scripts')).filter(
    (name) => /^check-.*\.mjs$/.test(name) && name !== 'check-budget.mjs',
  )

  return [
    ['lint', tool('oxlint', '--type-aware', '--deny-warnings')],
    types('web', 'web'),
    types('contracts, server, sandbox, bench, drills and drawings', '.'),
    types('screens and e2e', 'e2e'),
    ['unused code', tool('knip', '--no-progress', '--cache')],
    ['format (npm run fmt mends it)', tool('oxfmt', '--check', '.')],
    ...checkFiles.map((file) => [file, [node, join(root, 'scripts', file)]]),
  ]
}

function run(command, args) {
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...process.env }

  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('close', (code) => done({ code, output }))
  })
}
