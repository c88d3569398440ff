import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { root } from '../../scripts/setup.mjs'
import { startEmbedded } from '../../server/src/db/embedded.ts'
import { sleep, until } from '../availability/service.ts'
import { buildahIn, makeBases } from './bases.ts'

// npm run drill -- --image: builds deploy/Dockerfile with buildah, which needs no container engine.
// Starts the image's root file system as compose.yaml does: read-only, as the image's user without
// capabilities, /tmp in memory, secrets as files. Run it as root. Fails when the image is larger
// than 300 MB, the shop does not serve, or its HEALTHCHECK fails. Also fails when a start with a
// ready database takes more than two seconds, or the shop ignores a stop signal.

const mostMegabytes = 300
const mostSeconds = 2
const port = 24_080
const folder = mkdtempSync(join(tmpdir(), 'chaveiro-image-'))
const faults: string[] = []

const hold = (isSo: boolean, fault: string): void => {
  if (!isSo) faults.push(fault)
}

const buildah = buildahIn(folder)
const database = await startEmbedded({ dataDir: folder, log: { info() {}, warn() {} } })

try {
  makeBases(buildah, folder)
  const tag = 'localhost/chaveiro:drill'
  const from = performance.now()
  const flags = '--quiet --format=docker --pull-never --file=deploy/Dockerfile'.split(' ')
  buildah('bud', ...flags, `--tag=${tag}`, root)
  const built = (performance.now() - from) / 1000
  const about = JSON.parse(buildah('inspect', '--type=image', tag)).Docker.config as Config
  const container = buildah('from', '--pull-never', tag)
  const image = buildah('mount', container)
  const megabytes = Number(/^\d+/.exec(execFileSync('du', ['-sm', image], { encoding: 'utf8' })))
  hold(megabytes <= mostMegabytes, `the image has ${megabytes} MB`)
  hold(about.User === '10001:10001', `it runs as ${about.User || 'root'}`)
  const run = prepare(image, about)
  const first = await startAndLook(run)
  const second = await startAndLook(run)
  hold(second <= mostSeconds, `it starts in ${second.toFixed(1)} s`)

  console.log(
    `${faults.length ? 'BAD ' : 'good'} built in ${built.toFixed(0)} s, ${megabytes} MB; first ` +
      `start with its schema ${first.toFixed(1)} s, later ones ${second.toFixed(1)} s`,
  )

  for (const fault of faults) console.log(`    ${fault}`)
} finally {
  await database.stop()
  buildah('rm', '--all')
  rmSync(folder, { recursive: true, force: true })
}

process.exit(faults.length ? 1 : 0)

type Config = {
  User: string
  Env: string[]
  WorkingDir: string
  Entrypoint: string[]
  Cmd: string[]
  Healthcheck: { Test: string[] }
}

type Run = {
  start(): ChildProcess
  /** Exit status of the image's own HEALTHCHECK. */
  check(): Promise<number | null>
}

/**
 * Prepares the root file system with the mounts of compose.yaml; each command runs in a separate
 * mount namespace.
 */
function prepare(image: string, about: Config): Run {
  const [data, secrets] = [join(folder, 'data-volume'), join(folder, 'secrets')]
  mkdirSync(data)
  chownSync(data, 10_001, 10_001)
  execFileSync(join(root, 'deploy/make-secrets.sh'), [secrets, 'database'])
  writeFileSync(join(secrets, 'DATABASE_URL'), `${database.url}\n`)

  const environment = [
    ...about.Env.filter((one) => !one.startsWith('PORT=')),
    `PORT=${port}`,
    'SECRETS_DIR=/run/secrets',
    'PUBLIC_URL=https://loja.example',
    'ADMIN_EMAIL=dono@loja.example',
    'TRUST_PROXY=1',
    'LOG_LEVEL=error',
  ]

  const lay = [
    'set -e',
    `mount --bind ${image} ${image}`,
    `mkdir -p ${image}/run/secrets`,
    `mount -o remount,bind,ro ${image}`,
    `mount -t tmpfs -o mode=1777,size=64m tmpfs ${image}/tmp`,
    `mount --bind ${data} ${image}/data`,
    // As in compose, each secret is a separate file in /run/secrets.
    `mount -t tmpfs -o mode=0755 tmpfs ${image}/run/secrets`,
    `cp ${secrets}/[A-Z]* ${image}/run/secrets/`,
    `mount -o remount,ro ${image}/run/secrets`,
    `mount --rbind /dev ${image}/dev`,
    `mount -t proc proc ${image}/proc`,
    `exec chroot ${image} setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs ` +
      '--bounding-set=-all --inh-caps=-all env -i -C /data "$@"',
  ].join('\n')

  const inside = (command: string[]): ChildProcess =>
    spawn(
      'unshare',
      [
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        'sh',
        '-c',
        lay,
        'run',
        ...environment,
        ...command,
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    )

  return {
    start: () => inside([...about.Entrypoint, ...about.Cmd]),
    async check() {
      const [, ...command] = about.Healthcheck.Test
      return (await once(inside(command), 'exit'))[0] as number | null
    },
  }
}

/**
 * Starts the shop, checks it as a visitor and as the container engine, and stops it; returns the
 * seconds of the start.
 */
async function startAndLook(run: Run): Promise<number> {
  const origin = `http://127.0.0.1:${port}`
  const from = performance.now()
  const child = run.start()
  await until('the shop in its image', 60, async () => (await fetch(`${origin}/healthz`)).ok)
  const seconds = (performance.now() - from) / 1000
  await until('the shop to be ready', 20, async () => (await fetch(`${origin}/readyz`)).ok)
  const page = await fetch(`${origin}/products`)
  hold(page.status === 200, `/products answers ${page.status}`)
  hold((await run.check()) === 0, 'the HEALTHCHECK of the image fails')
  // unshare forks, and its child is the shop.
  const [shop] = childrenOf(child.pid!)
  const status = shop ? readFileSync(`/proc/${shop}/status`, 'utf8') : ''
  hold(/^Uid:\t10001\t10001\t/m.test(status), 'the process is not the user 10001')
  hold(/^CapEff:\t0{16}$/m.test(status), 'the process has capabilities')
  hold(/^NoNewPrivs:\t1$/m.test(status), 'the process may gain privileges')
  const gone = once(child, 'exit')
  process.kill(shop!, 'SIGTERM')
  const ended = await Promise.race([gone, sleep(20_000).then(() => null)])
  hold(ended !== null, 'it does not end within twenty seconds')
  hold(ended === null || ended[0] === 0, `it ends with ${ended?.[0]}`)
  if (ended === null) child.kill('SIGKILL')

  return seconds
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(' ').filter(Boolean).map(Number)
}
