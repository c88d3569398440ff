import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { node, root } from '../../scripts/setup.mjs'

// Base images of the Dockerfile, built from Debian's packages and the local Node: a machine without
// a container engine cannot download images.

export type Buildah = (...args: string[]) => string

/**
 * buildah, which builds images without a container engine. The function runs a command with its
 * storage in this folder, and returns the output.
 */
export const buildahIn =
  (folder: string): Buildah =>
  (...args) =>
    execFileSync(
      'buildah',
      [`--root=${join(folder, 'images')}`, `--runroot=${join(folder, 'run')}`, ...args],
      {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
      },
    ).trim()

/** Directories that Debian removes from its own slim image (debuerreotype's .slimify-excludes). */
const removedFolders = ['man', 'doc', 'info', 'groff', 'lintian', 'linda', 'locale']

const nodeVersion = (): string =>
  /^ARG NODE=(.+)$/m.exec(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))![1]!

/** Builds debian:bookworm-slim and the Node image based on it, under their official names. */
export function makeBases(buildah: Buildah, folder: string): void {
  const debian = join(folder, 'debian.tar')

  execFileSync(
    'mmdebstrap',
    [
      '--quiet',
      '--variant=minbase',
      // Creates the file system with merged /usr, so that no conversion with the full Perl is
      // needed later.
      '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
      '--include=usr-is-merged',
      ...removedFolders.map((one) => `--dpkgopt=path-exclude=/usr/share/${one}/*`),
      '--customize-hook=rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*',
      'bookworm',
      debian,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )

  const container = buildah('from', 'scratch')
  buildah('add', '--quiet', container, debian, '/')
  buildah('commit', '--quiet', container, 'docker.io/library/debian:bookworm-slim')
  buildah('copy', '--quiet', container, realpathSync(node), '/usr/local/bin/node')
  const inside = buildah('mount', container)
  layNpm(inside)
  // In a company network that intercepts TLS, npm must trust the company's certificate authority.
  const trusted = process.env.NODE_EXTRA_CA_CERTS

  if (trusted) {
    mkdirSync(join(inside, 'etc/ssl/certs'), { recursive: true })
    cpSync(trusted, join(inside, 'etc/ssl/certs/here.pem'))
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/here.pem', container)
  }

  const image = `docker.io/library/node:${nodeVersion()}-bookworm-slim`
  buildah('commit', '--quiet', '--rm', container, image)
  rmSync(debian)
}

/**
 * Copies npm into the image: the npm beside the Node that runs this drill, or else the machine's
 * npm.
 */
function layNpm(inside: string): void {
  const program = execFileSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
  }).trim()

  const npm = dirname(dirname(program))
  if (!existsSync(join(npm, 'package.json'))) throw new Error(`no npm at ${npm}`)

  cpSync(npm, join(inside, 'usr/local/lib/npm'), { recursive: true })
  execFileSync('ln', ['-sf', '../lib/npm/bin/npm-cli.js', join(inside, 'usr/local/bin/npm')])
}
