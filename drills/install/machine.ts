import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { until } from '../availability/service.ts'

// An empty Debian machine: a root file system from this machine's package sources. It runs its own
// systemd, in a network namespace without a route to the internet.

export const here = '10.78.0.1'
const address = '10.78.0.2'
const name = 'chaveiro-install'
const cable = 'chaveiroin'
export const owner = 'dono'

export type Machine = {
  root: string
  address: string
  /**
   * Runs commands as the owner, in the home folder; a mark in the output announces the next step.
   */
  run(commands: string, onMark?: (mark: string) => void): Promise<void>
  stop(): Promise<void>
}

const sources = '/etc/apt/sources.list.d'
const codename = () => /VERSION_CODENAME=(\w+)/.exec(readFileSync('/etc/os-release', 'utf8'))![1]!

/**
 * Makes the root file system of a fresh Debian server, with sudo and curl, which Debian's images
 * contain.
 */
export function makeRoot(root: string, log: string): void {
  const lists = [
    '/etc/apt/sources.list',
    ...readdirSync(sources)
      .filter((file) => /^debian.*\.(?:list|sources)$/.test(file))
      .map((file) => join(sources, file)),
  ].filter(existsSync)

  const dates = ['Acquire::Check-Valid-Until', 'Acquire::Check-Date'].filter(
    (option) => setting(option) === 'false',
  )

  outside(log, 'mmdebstrap', [
    '--variant=important',
    '--include=sudo,ca-certificates,curl,xz-utils',
    ...dates.map((option) => `--aptopt=${option} "false"`),
    codename(),
    root,
    ...lists,
  ])

  const writeInRoot = (path: string, text: string) => writeFileSync(join(root, path), text)
  outside(log, 'chroot', [root, 'useradd', '--create-home', '--shell=/bin/bash', owner])
  writeInRoot(`etc/sudoers.d/${owner}`, `${owner} ALL=(ALL) NOPASSWD: ALL\n`)
  writeInRoot('etc/hostname', 'loja\n')
}

/** Runs commands that need the internet, in the root file system before the machine starts. */
export function runBefore(root: string, commands: string, log: string): void {
  outside(log, 'chroot', [root, 'runuser', '-l', owner, '-c', commands])
}

const setting = (option: string) =>
  spawnSync('apt-config', ['dump', '--format', '%v', option], { encoding: 'utf8' }).stdout.trim()

function outside(log: string, program: string, args: string[]): void {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  appendFileSync(log, `${done.stdout}${done.stderr}`)
  if (done.status !== 0)
    throw new Error(`${program} failed (${done.status}):\n${done.stderr.slice(-2000)}`)
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })

function unplug(): void {
  spawnSync('ip', ['netns', 'del', name])
  spawnSync('ip', ['link', 'del', cable])
}

function plugIn(): void {
  unplug()
  ip('netns', 'add', name)
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'host0', 'netns', name)
  ip('addr', 'add', `${here}/24`, 'dev', cable)
  ip('link', 'set', cable, 'up')
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'host0')
  for (const link of ['host0', 'lo']) ip('-n', name, 'link', 'set', link, 'up')
}

/** Starts the machine; resolves once its systemd has started all services. */
export async function startMachine(root: string, hosts: string, log: string): Promise<Machine> {
  writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost loja\n${hosts}`)
  mkdirSync(join(root, 'etc/apt/apt.conf.d'), { recursive: true })
  plugIn()

  const nspawn = spawn(
    'systemd-nspawn',
    [
      ...'--quiet --register=no --keep-unit --boot --console=pipe --resolv-conf=off'.split(' '),
      `--directory=${root}`,
      `--machine=${name}`,
      `--network-namespace-path=/run/netns/${name}`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )

  for (const stream of [nspawn.stdout, nspawn.stderr])
    stream.on('data', (chunk: Buffer) => appendFileSync(log, chunk))
  const stop = () => stopMachine(nspawn)

  try {
    let leader = ''

    await until('the machine starts', 60, async () => {
      leader = childOf(nspawn.pid!)
      const state = spawnSync(...inside(leader, ['systemctl', 'is-system-running']))

      return ['running', 'degraded'].includes(String(state.stdout).trim())
    })

    return {
      root,
      address,
      stop,
      run: (commands, onMark) => runInside(leader, commands, log, onMark),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const childOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]!

function inside(leader: string, command: string[]): [string, string[]] {
  const where = '--mount --uts --ipc --net --pid --root --wd'.split(' ')
  return ['nsenter', [`--target=${leader}`, ...where, ...command]]
}

export const mark = '@@'

async function runInside(
  leader: string,
  commands: string,
  log: string,
  onMark: (mark: string) => void = () => {},
): Promise<void> {
  const child = spawn(...inside(leader, ['runuser', '-l', owner, '-c', 'bash -euo pipefail']), {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(commands)
  let said = ''

  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      appendFileSync(log, text)
      for (const [, found] of text.matchAll(new RegExp(`^${mark}(.*)\n`, 'gm'))) onMark(found!)
    })

  const status = await new Promise<number | null>((done) => child.once('close', done))
  if (status !== 0) throw new Error(`a command failed (${status}):\n${said.slice(-3000)}`)
}

async function stopMachine(nspawn: ChildProcess): Promise<void> {
  const gone = () => nspawn.exitCode !== null || nspawn.signalCode !== null
  // systemd-nspawn shuts the machine down at the first SIGTERM and kills it at a second, so only
  // one is sent.
  nspawn.kill('SIGTERM')
  await until('the machine stops', 20, async () => gone()).catch(() => nspawn.kill('SIGKILL'))
  unplug()
}

export const removeRoot = (root: string): void => rmSync(root, { recursive: true, force: true })
