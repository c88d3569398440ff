// npm run faults: proves that the tests see. Each fault of scripts/faults is put into a copy of the
// tree and the tests that should notice it run; fails when fewer than 96 % are noticed.
// --only=<parts of names or kinds, parted by |> tries some, --list names them.
import { spawnSync } from 'node:child_process'
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
import { findBrowser } from './browser.mjs'
import { faults, faulty, lossOf } from './faults/list.mjs'
import { ensureDependencies, ensureWeb, node, root } from './setup.mjs'
import { importsOf, sources } from './sources.mjs'

const needed = 0.96
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice(7)
const chosen = faults.filter(
  ({ kind, name }) => !only || only.split('|').some((part) => `${kind}: ${name}`.includes(part)),
)
const say = (text) => process.stdout.write(`${text}\n`)

if (process.argv.includes('--list')) {
  for (const { kind, name, file, seenBy } of chosen)
    say(`${kind}: ${name} (${file}; ${seenBy.join(' ')})`)
  say(`${chosen.length} faults`)
  process.exit(0)
}

const lost = chosen.flatMap((fault) => {
  const loss = lossOf(fault)
  return loss ? [`LOST ${fault.name}: ${loss}`] : []
})
if (lost.length || !chosen.length) {
  say(lost.join('\n') || 'No fault is called so.')
  process.exit(1)
}

const testFiles = sources(['contracts', 'server', 'web', 'e2e', 'scripts'], ['.ts', '.tsx', '.mjs'])
for (const { name, seenBy } of chosen)
  for (const part of seenBy.slice(1))
    if (!testFiles.some((path) => path.includes(part)))
      say(`NO TEST is called ${part}, which should notice: ${name}`)

ensureDependencies()
const chrome = findBrowser()
const isTried = ({ seenBy }) => chrome || seenBy[0] !== 'screens'
const tried = chosen.filter(isTried)
if (tried.length < chosen.length)
  say(`No browser: ${chosen.length - tried.length} faults of screens are not tried.`)
ensureWeb()
const copy = makeCopy()
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const isNoticed = new Map()
const red = new Set(
  ['server', 'web', 'screens'].flatMap((project) => [...failingOf(project, filesOf(project))]),
)
for (const file of red) say(`RED without any fault, so it notices nothing: ${file}`)
for (const fault of tried.filter(({ seenBy }) => seenBy[0] !== 'screens')) {
  put([fault])
  tell(fault, seesAlone(fault))
  undo([fault])
}
for (const batch of batchesOf(tried.filter(({ seenBy }) => seenBy[0] === 'screens'))) {
  put(batch)
  const built = build()
  const failing = built ? failingOf('screens', batch.flatMap(testsOf)) : new Set()
  for (const fault of batch) tell(fault, sees(fault, failing), built ? '' : ' (it does not build)')
  undo(batch)
}

const noticed = [...isNoticed.values()].filter(Boolean).length
say(`${noticed} of ${isNoticed.size} faults noticed (${percent(noticed)})`)
const isBlind = process.env.CI && tried.length < chosen.length
process.exit(noticed / isNoticed.size < needed || isBlind ? 1 : 0)

function percent(count) {
  return `${((count / Math.max(1, isNoticed.size)) * 100).toFixed(1)} %`
}

/**
 * A copy of the tree that shares its packages with it; the pages that stand are taken along, so
 * that the first look builds nothing.
 */
function makeCopy() {
  // The database runs as a user of its own and has to get in.
  const folder = mkdtempSync(join(tmpdir(), 'chaveiro-faults-'))
  chmodSync(folder, 0o755)
  for (const path of sources(['.'], ['']).filter((one) => one && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  for (const name of ['', 'contracts', 'server', 'sandbox', 'web', 'e2e', 'bench']) {
    const [from, to] = [root, folder].map((base) => join(base, name, 'node_modules'))
    if (!existsSync(from)) continue
    // By hard links where both lie on one disk: packages are read, never written.
    if (spawnSync('cp', ['-al', from, to]).status !== 0) {
      rmSync(to, { recursive: true, force: true })
      spawnSync('cp', ['-a', from, to])
    }
  }
  for (const cache of ['.vite', '.vite-temp', '.vitest-cache', '.cache'])
    rmSync(join(folder, 'node_modules', cache), { recursive: true, force: true })
  for (const built of ['web/dist', 'web/dist-server'])
    if (existsSync(join(root, built)))
      cpSync(join(root, built), join(folder, built), { recursive: true })
  // Checks and tests ask git which files there are.
  spawnSync('git', ['init', '--quiet'], { cwd: folder })
  return folder
}

/** Put faults into the copy. */
function put(some) {
  for (const fault of some) writeFileSync(join(copy, fault.file), faulty(fault))
}

/** Put back what stood there. */
function undo(some) {
  for (const { file } of some) writeFileSync(join(copy, file), readFileSync(join(root, file)))
}

/** Build the pages of the copy; answers whether they could be built. */
function build() {
  const script = "import('./scripts/setup.mjs').then((m) => m.ensureWeb())"
  const done = spawnSync(node, ['-e', script], { cwd: copy, encoding: 'utf8' })
  if (done.status !== 0) say(done.stderr)
  return done.status === 0
}

/** The filters of all test files of a project that the chosen faults name. */
function filesOf(project) {
  return [
    ...new Set(tried.filter(({ seenBy }) => seenBy[0] === project).flatMap((one) => testsOf(one))),
  ]
}

function testsOf({ seenBy }) {
  return seenBy.slice(1)
}

/** Run test files of a project in the copy; answers those in which a test failed. */
function failingOf(project, files) {
  if (!files.length) return new Set()
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const args = ['--project', project, '--reporter=json', `--outputFile=${report}`]
  const done = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', ...args, ...files], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, CHAVEIRO_LONG: '', ...(chrome ? { CHROME_PATH: chrome } : {}) },
  })
  if (!existsSync(report)) {
    say(`The tests did not run: ${files.join(' ')}\n${done.stderr.slice(-2000)}`)
    return new Set()
  }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return new Set(
    testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => name.slice(copy.length)),
  )
}

/** Whether the tests of a fault that is alone in the copy notice it. */
function seesAlone(fault) {
  const [project, ...files] = fault.seenBy
  if (project !== 'check') return sees(fault, failingOf(project, files))
  return files.some((file) => spawnSync(node, [join('scripts', file)], { cwd: copy }).status !== 0)
}

/** Whether a test file of a fault failed that does not fail without it. */
function sees(fault, failing) {
  return [...failing].some(
    (path) => !red.has(path) && testsOf(fault).some((part) => path.includes(part)),
  )
}

function tell(fault, noticed, more = '') {
  isNoticed.set(fault, noticed)
  say(`${noticed ? 'noticed' : 'MISSED '}  ${fault.kind}: ${fault.name}${more}`)
}

/**
 * Faults of screens that can stand in one build: each in a section of its own, seen by test files
 * of its own. What several sections show stands alone.
 */
function batchesOf(some) {
  const usersOf = importers()
  const batches = []
  for (const fault of some) {
    const section = sectionOf(fault)
    const isShared = !section || isUsedElsewhere(fault.file, usersOf)
    const marks = [section, ...testsOf(fault)]
    const fitting = isShared
      ? undefined
      : batches.find((one) => !one.isShared && !marks.some((mark) => one.marks.has(mark)))
    const batch = fitting ?? { isShared, marks: new Set(), faults: [] }
    if (!fitting) batches.push(batch)
    for (const mark of marks) batch.marks.add(mark)
    batch.faults.push(fault)
  }
  return batches.map((one) => one.faults)
}

/**
 * The section of the app that a file belongs to; a text belongs to the section whose tests see it.
 */
function sectionOf({ file, seenBy }) {
  if (file.startsWith('web/public/locales/')) return seenBy[1]
  return folderOf(file)
}

function folderOf(file) {
  return /^web\/src\/features\/(\w+\/\w+)\//.exec(file)?.[1]
}

/** Which files of the app's sections import each file. */
function importers() {
  const users = new Map()
  for (const path of sources(['web/src/features'], ['.ts', '.tsx']))
    if (folderOf(path) && !path.includes('.test.'))
      for (const { to, type } of importsOf(path))
        if (to && !type) users.set(to, [...(users.get(to) ?? []), path])
  return users
}

/** Whether a file stands, over however many others, in the screens of another section. */
function isUsedElsewhere(file, usersOf) {
  const seen = new Set([file])
  for (const path of seen) for (const user of usersOf.get(path) ?? []) seen.add(user)
  return [...seen].some((path) => folderOf(path) !== folderOf(file))
}
