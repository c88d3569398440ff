// A copy of the tree into which faults are put and in which tests run.
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

const packages = [
  '',
  'contracts',
  'server',
  'sandbox',
  'web',
  'screens',
  'e2e',
  'bench',
  'drills',
  'drawings',
]

/** Copies the tree and links its packages; `chrome` is the path of the browser. */
export function makeCopy(chrome) {
  // The database runs as another user, who must be able to enter the folder.
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
  // Checks and tests list the files by git.
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

/** Packages are only read, so a copy on the same disk uses hard links. */
function copyPackages(fromFolder, toFolder) {
  const [from, to] = [fromFolder, toFolder].map((base) => join(base, 'node_modules'))
  if (!existsSync(from)) return
  if (spawnSync('cp', ['-al', from, to]).status === 0) return

  rmSync(to, { recursive: true, force: true })
  spawnSync('cp', ['-a', from, to])
}

/** Builds the pages of a copy; returns whether the build succeeded. */
async function build(folder) {
  const script = "import('./scripts/setup.mjs').then((m) => m.ensureWeb())"
  const { code, said } = await run(folder, ['-e', script])
  if (code !== 0) process.stdout.write(`${said}\n`)

  return code === 0
}

/** Runs test files of a project in a copy; returns the files with a failed test. */
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
