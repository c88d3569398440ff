// A copy of the tree that faults are put into, with the tests that run in it.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { node, root } from '../setup.mjs'
import { sources } from '../sources.mjs'
import { faulty } from './list.mjs'

const packages = ['', 'contracts', 'server', 'sandbox', 'web', 'screens', 'e2e', 'bench', 'drills']

/** A copy of the tree with its own files and the same packages; `chrome` is the browser's path. */
export function makeCopy(chrome) {
  // The database runs as a user of its own and has to get in.
  const folder = mkdtempSync(join(tmpdir(), 'chaveiro-faults-'))
  chmodSync(folder, 0o755)

  for (const path of sources(['.'], ['']).filter((file) => file && existsSync(join(root, file)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }

  for (const name of packages) copyPackages(join(root, name), join(folder, name))
  for (const cache of ['.vite', '.vite-temp', '.vitest-cache', '.cache'])
    rmSync(join(folder, 'node_modules', cache), { recursive: true, force: true })
  // Existing builds are copied too, so that the first test run builds nothing.
  for (const built of ['web/dist', 'web/dist-server', 'server/dist'])
    if (existsSync(join(root, built)))
      cpSync(join(root, built), join(folder, built), { recursive: true })
  // Checks and tests ask git which files there are.
  spawnSync('git', ['init', '--quiet'], { cwd: folder })

  return {
    put: (faults) => faults.forEach((one) => writeFileSync(join(folder, one.file), faulty(one))),
    undo: (faults) =>
      faults.forEach(({ file }) =>
        writeFileSync(join(folder, file), readFileSync(join(root, file))),
      ),
    build: () => build(folder),
    failingOf: (project, files, more) => failingOf({ folder, chrome }, project, files, more),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Packages are shared by hard links where both lie on one disk: they are read, never written. */
function copyPackages(fromFolder, toFolder) {
  const [from, to] = [fromFolder, toFolder].map((base) => join(base, 'node_modules'))
  if (!existsSync(from)) return
  if (spawnSync('cp', ['-al', from, to]).status === 0) return

  rmSync(to, { recursive: true, force: true })
  spawnSync('cp', ['-a', from, to])
}

/** Build the pages of a copy; answers whether they could be built. */
async function build(folder) {
  const script = "import('./scripts/setup.mjs').then((m) => m.ensureWeb())"
  const { code, said } = await run(folder, ['-e', script])
  if (code !== 0) process.stdout.write(`${said}\n`)

  return code === 0
}

/** Run test files of a project in a copy; answers those in which a test failed. */
async function failingOf({ folder, chrome }, project, files, more = []) {
  if (!files.length) return new Set()

  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const args = ['--project', project, '--maxWorkers=1', '--reporter=json', ...more]

  const { said } = await run(
    folder,
    ['node_modules/vitest/vitest.mjs', 'run', ...args, `--outputFile=${report}`, ...files],
    { CHAVEIRO_LONG: '', CHAVEIRO_FAULTS: '1', ...(chrome ? { CHROME_PATH: chrome } : {}) },
  )

  if (!existsSync(report)) {
    process.stdout.write(`The tests did not run: ${files.join(' ')}\n${said.slice(-2000)}\n`)
    return new Set()
  }

  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const failed = testResults.filter(({ status }) => status === 'failed')

  return new Set(failed.map(({ name }) => name.slice(folder.length)))
}

function run(cwd, args, env = {}) {
  return new Promise((done) => {
    const child = spawn(node, args, { cwd, env: { ...process.env, ...env } })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (said += text))
    child.once('close', (code) => done({ code, said }))
  })
}
