import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'

import { node } from '../../scripts/setup.mjs'
import { deploy, fill, sampleServers } from '../availability/deploy-files.ts'
import { sleep, startService, until } from '../availability/service.ts'

export type Copy = { port: number; child: ChildProcess; entry: string }

export type Proxy = {
  origin: string
  /** Drains a copy: it finishes its requests, and the proxy sends it no new visitors. */
  drain(at: number): Promise<void>
  /** Sends visitors to a copy again; resolves when the proxy considers it healthy. */
  lead(at: number): Promise<void>
  close(): Promise<void>
}

/** HAProxy before copies of the shop, configured by the file of deploy/ha. */
export async function openProxy(folder: string, port: number, copies: number[]): Promise<Proxy> {
  const socket = join(folder, 'haproxy.sock')

  const settings = fill('haproxy.cfg', join(folder, 'haproxy.cfg'), {
    '127.0.0.1:5000': `127.0.0.1:${port + 8}`,
    '127.0.0.1:5001': `127.0.0.1:${port + 9}`,
    [sampleServers.database]: '',
    '/run/haproxy/admin.sock': socket,
    '/etc/haproxy/away.http': join(deploy, 'away.http'),
    '127.0.0.1:8080': `127.0.0.1:${port}`,
    [sampleServers.shop]: copies
      .map((one, at) => `  server web${at} 127.0.0.1:${one} check`)
      .join('\n'),
  })

  const service = startService(['haproxy', ['-f', settings]], join(folder, 'haproxy.log'))
  const isUp = async (at: number) =>
    new RegExp(`^shop,web${at},(?:[^,]*,){15}UP`, 'm').test(await tell(socket, 'show stat'))
  await until('HAProxy', 10, async () => (await tell(socket, 'show info')).includes('Name'))
  const state = (at: number, word: string) => tell(socket, `set server shop/web${at} state ${word}`)

  return {
    origin: `http://127.0.0.1:${port}`,
    async drain(at) {
      await state(at, 'drain')
    },
    async lead(at) {
      await state(at, 'ready')
      await until(`web${at} to be well`, 60, () => isUp(at))
    },
    close: service.stop,
  }
}

/** The answer of HAProxy's socket to a command. */
function tell(socket: string, command: string): Promise<string> {
  return new Promise((done, failed) => {
    let said = ''
    const line = connect(socket, () => line.end(`${command}\n`))
    line.setEncoding('utf8').on('data', (text: string) => (said += text))
    line.once('end', () => done(said)).once('error', failed)
  })
}

/** Starts a process of some version of the shop; resolves once its output says that it listens. */
export async function startCopy(
  entry: string,
  port: number,
  env: NodeJS.ProcessEnv,
): Promise<Copy> {
  const child = spawn(node, [entry], {
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

  let said = ''

  await new Promise<void>((done, failed) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (/^Chaveiro: /m.test(said)) done()
    })

    child.once('exit', (code) =>
      failed(new Error(`a copy ended with ${code}: ${said.slice(-500)}`)),
    )
  })

  return { port, child, entry }
}

export async function stopCopy({ child }: Copy, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return

  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/** Time for a drained copy to finish its requests. */
const runsOutMs = 3_000

/** Replaces a copy by one of another version, as the guide describes. */
export async function replace(
  proxy: Proxy,
  copies: Copy[],
  at: number,
  { entry, env, isAbrupt }: { entry: string; env: NodeJS.ProcessEnv; isAbrupt: boolean },
): Promise<void> {
  if (!isAbrupt) {
    await proxy.drain(at)
    await sleep(runsOutMs)
  }

  await stopCopy(copies[at]!)
  copies[at] = await startCopy(entry, copies[at]!.port, env)
  await proxy.lead(at)
}
