// npm start: set everything up and run the shop. Also npm run dev (--dev), npm run reset (--reset),
// npm run ops (--ops). --empty: a demo shop that begins without products.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'

import { ensureDependencies, ensureServer, ensureWeb, node, root } from './setup.mjs'

const args = process.argv.slice(2)
const has = (flag) => args.includes(flag)
const dataDir = resolve(process.env.INIT_CWD ?? root, process.env.DATA_DIR ?? join(root, 'data'))

const env = {
  ...process.env,
  DATA_DIR: dataDir,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
  NODE_NO_WARNINGS: '1',
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
}

if (has('--empty')) env.DEMO_SHOP = 'empty'

// A small young generation saves 130 MB of memory; measured, the shop is as fast.
const lean = ['--max-semi-space-size=4']

ensureDependencies()

if (has('--ops')) {
  run([join(root, 'server/src/cli/ops.ts'), ...args.filter((arg) => arg !== '--ops')])
} else {
  if (has('--reset')) await reset()
  const isDev = has('--dev')
  // In development only the page template comes from the build, and it seldom changes.
  ensureWeb({ ifNone: isDev })

  run([
    ...lean,
    isDev ? join(root, 'scripts/dev.mjs') : ensureServer(),
    ...args.filter((arg) => arg.startsWith('--only=')),
  ])
}

/**
 * Runs a script on the project's own Node. Passes on signals and the exit code; the server also
 * ends when this process is killed.
 */
function run(parameters) {
  const follows = !has('--ops')

  const child = spawn(node, parameters, {
    stdio: follows ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env,
  })

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  if (process.env.npm_lifecycle_event) endWithNpm(child)
}

/** npm cannot forward a signal after kill -9, so a process whose parent changed stops its child. */
function endWithNpm(child) {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 1000).unref()
}

/** Deletes all data of the shop in DATA_DIR, after a question unless --yes is given. */
async function reset() {
  if (!existsSync(dataDir)) {
    if (has('--only-reset')) process.exit(0)
    return
  }

  const folder = clusterFolder()
  const pid = readPid(join(folder, 'postgres/postmaster.pid'))

  if (pid && isAlive(pid)) {
    process.stderr.write(
      `The shop in ${dataDir} is running. Stop it first, then run the command again.\n`,
    )
    process.exit(1)
  }

  if (!has('--yes')) {
    if (!process.stdin.isTTY) {
      process.stderr.write(
        'Nothing was deleted: without a terminal nobody can answer. npm run reset -- --yes asks no question.\n',
      )
      process.exit(1)
    }

    const ask = createInterface({ input: process.stdin, output: process.stdout })

    ask.once('close', () => {
      process.stderr.write('\nNothing was deleted: npm run reset -- --yes asks no question.\n')
      process.exit(1)
    })

    const answer = await ask.question(`Delete all data in ${dataDir} and start over? [y/N] `)
    if (!/^[ys]/i.test(answer)) ask.close()
    ask.removeAllListeners('close').close()
  }

  rmSync(join(folder, 'postgres'), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
  if (has('--only-reset')) process.exit(0)
}

/**
 * The folder of the embedded database: DATA_DIR, or the system folder that the shop used instead.
 */
function clusterFolder() {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')).folder ?? dataDir
  } catch {
    return dataDir
  }
}

function readPid(file) {
  try {
    return Number(readFileSync(file, 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
