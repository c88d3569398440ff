// npm run image: the shop's image for amd64 and arm64 in release/image/, as one OCI archive with
// its checksum. --push=NAME pushes it to a registry instead, as NAME:VERSION.
// --platforms=linux/amd64 builds fewer. Needs Docker with buildx, and network for packages. No
// processor is emulated: the builder compiles, and packages for the other processor are only
// copied.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { option } from './options.mjs'
import { root } from './setup.mjs'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const platforms = option('platforms') || 'linux/amd64,linux/arm64'
const repository = option('push')
const folder = join(root, 'release/image')
const file = `chaveiro-${version}-image.tar`

const git = (...args) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''

function fail(reason) {
  process.stderr.write(`No image was made: ${reason}\n`)
  process.exit(1)
}

if (repository === '') fail('--push needs the name of the image, such as --push=example/chaveiro')

if (spawnSync('docker', ['buildx', 'version'], { stdio: 'ignore' }).status !== 0)
  fail('install Docker with buildx first')

if (!repository) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

const output = repository
  ? ['--push', `--tag=${repository}:${version}`]
  : [`--output=type=oci,dest=${join(folder, file)}`, `--tag=chaveiro:${version}`]

const { status } = spawnSync(
  'docker',
  [
    'buildx',
    'build',
    '--file=deploy/Dockerfile',
    `--platform=${platforms}`,
    '--provenance=mode=max',
    `--build-arg=COMMIT=${git('rev-parse', 'HEAD')}`,
    `--build-arg=SOURCE_DATE_EPOCH=${git('log', '-1', '--format=%ct') || '0'}`,
    `--build-arg=GUIDE_URL=${process.env.GUIDE_URL ?? ''}`,
    ...output,
    '.',
  ],
  { cwd: root, stdio: 'inherit' },
)

if (status !== 0)
  fail(
    'the build failed, see above. A builder that cannot make two platforms is replaced by ' +
      '"docker buildx create --use"',
  )

if (!repository) {
  const sum = createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
  writeFileSync(join(folder, 'SHA256SUMS'), `${sum}  ${file}\n`)
  process.stdout.write(`${join(folder, file)}\n`)
}
