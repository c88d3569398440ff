// Shared by start and test: dependencies and both builds, each only if its inputs changed. Plain
// JavaScript for Node 20 without packages, since it runs before the installation.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const node = join(root, 'node_modules/.bin/node')
const workspaces = [
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

const say = (text) => process.stdout.write(`${text}\n`)

function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(path.slice(root.length)).update(readFileSync(path))

  return hash.digest('hex')
}

function filesBelow(folder) {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name)
      if (['node_modules', 'dist', 'dist-server', '.git'].includes(name)) return []

      return statSync(path).isDirectory() ? filesBelow(path) : [path]
    })
}

/** Runs a step; prints its output only if it fails. */
function step(title, command, args, options = {}) {
  say(title)

  const done = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    ...options,
  })

  if (done.status === 0) return

  process.stderr.write(
    `${done.stdout ?? ''}${done.stderr ?? ''}${done.error ? `${done.error.message}\n` : ''}\n` +
      `${title} failed. Mend what is said above and run the command again.\n`,
  )

  process.exit(1)
}

/**
 * Installs dependencies if the lock or a package.json changed; Node 24 is one of these packages.
 */
export function ensureDependencies() {
  // A function, because the installation may change the lock.
  const manifest = () =>
    hashFiles(
      ['package.json', 'package-lock.json', ...workspaces.map((name) => `${name}/package.json`)]
        .map((name) => join(root, name))
        .filter(existsSync),
    )

  const stamp = join(root, 'node_modules/.chaveiro-stamp')
  if (existsSync(stamp) && existsSync(node) && readFileSync(stamp, 'utf8') === manifest()) return

  step('Installing dependencies (first time only, about a minute) ...', 'npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])

  bringNode()
  writeFileSync(stamp, manifest())
}

// If npm skips install scripts, the binary of the node package is still missing.
function bringNode() {
  const version = () =>
    spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout ?? ''
  if (version().startsWith('24.')) return

  const installer = join(root, 'node_modules/node/installArchSpecificPackage.js')

  if (existsSync(installer))
    spawnSync(process.execPath, [installer], {
      cwd: join(root, 'node_modules/node'),
      stdio: 'ignore',
    })

  if (version().startsWith('24.')) return

  process.stderr.write(
    'npm did not bring Node 24 (package "node"). Allow its install script or install ' +
      'Node 24 and run the command again.\n',
  )

  process.exit(1)
}

/**
 * Builds the web app if its sources changed since the last build. `withMaps` adds source maps for
 * recorded tests; `ifNone` builds only if there is no build.
 */
export function ensureWeb({ withMaps = false, ifNone = false } = {}) {
  const stamp = join(root, 'web/dist/.stamp')
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (ifNone && built) return

  const sources = hashFiles(['web', 'contracts'].flatMap((name) => filesBelow(join(root, name))))
  const mapped = `${sources} with maps`
  if ((withMaps ? [mapped] : [mapped, sources]).includes(built)) return

  for (const [title, args] of [
    ['Building the web app ...', withMaps ? ['--sourcemap', 'hidden'] : []],
    ['Building the pages for the server ...', ['--ssr']],
  ])
    step(
      title,
      node,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', ...args, '--logLevel', 'error'],
      // Production mode even when a test starts the build, since visitors get this build.
      { cwd: join(root, 'web'), env: { ...process.env, NODE_ENV: 'production' } },
    )

  writeFileSync(stamp, withMaps ? mapped : sources)
}

/**
 * Builds the server and the sandbox if their sources or packages changed; returns the file that
 * starts the shop. Each build has its own folder, so that a running shop can still load chunks of
 * an older build. The last few builds are kept.
 */
export function ensureServer() {
  const sources = hashFiles([
    ...['package-lock.json', 'scripts/build-server.mjs'].map((name) => join(root, name)),
    ...['contracts', 'sandbox', 'server']
      .flatMap((name) => filesBelow(join(root, name)))
      .filter((path) => !path.endsWith('.test.ts')),
  ])

  const all = join(root, 'server/dist')
  const folder = join(all, sources.slice(0, 12))
  const entry = join(folder, 'main.js')
  if (existsSync(entry)) return entry

  const part = `${folder}.${process.pid}`
  step('Building the server ...', node, [join(root, 'scripts/build-server.mjs'), part])

  try {
    renameSync(part, folder)
  } catch {
    // Another process has built the same folder meanwhile.
    rmSync(part, { recursive: true, force: true })
  }

  const age = (name) => statSync(join(all, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const old = readdirSync(all).sort((a, b) => age(b) - age(a))
  for (const name of old.slice(4)) rmSync(join(all, name), { recursive: true, force: true })

  return entry
}
