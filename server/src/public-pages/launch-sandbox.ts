import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Env } from '../platform/config/config.ts'

/** Read from its sources as we are, or built beside us as we are. */
const entry = import.meta.filename.endsWith('.ts')
  ? fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url))
  : join(import.meta.dirname, 'sandbox.js')

export type RunningSandbox = {
  origin: string
  /** The settings that point the adapters at it. */
  env: Env
  /** Where it is said that the sandbox ended and came back. */
  tell(say: (text: string) => void): void
  stop(): Promise<void>
}

type Ready = { origin: string; env: Env }

/**
 * Start the providers' other side as a process of its own (Q106). It goes down when we do, and is
 * started again when it dies:
 * its folder remembers ports, credentials and business.
 */
export async function launchSandbox(env: Env): Promise<RunningSandbox> {
  // Made here, open to the database's own user; what is secret in it is closed file by file.
  mkdirSync(resolve(env.DATA_DIR ?? './data'), { recursive: true, mode: 0o755 })
  let stopping = false
  let child: ChildProcess
  let say: (text: string) => void = () => {}
  let failures = 0

  const watch = (): void => {
    const begun = Date.now()
    child.once('exit', (code, signal) => {
      if (stopping) return

      failures = Date.now() - begun > 60_000 ? 0 : failures + 1
      const wait = Math.min(250 * 2 ** failures, 30_000)
      say(`the sandbox ended with ${signal ?? code}; it is started again in ${wait / 1000} s`)

      setTimeout(() => {
        if (stopping) return

        child = spawnSandbox(env)
        watch()

        readiness(child).then(
          () => say('the sandbox is back'),
          () => {},
        )
      }, wait).unref()
    })
  }

  child = spawnSandbox(env)
  const ready = await readiness(child)
  watch()

  return {
    ...ready,
    tell(to) {
      say = to
    },

    async stop() {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return

      await new Promise<void>((resolved) => {
        child.once('exit', () => resolved())
        child.kill('SIGTERM')

        setTimeout(() => {
          child.kill('SIGKILL')
          resolved()
        }, 3000).unref()
      })
    },
  }
}

function spawnSandbox(env: Env): ChildProcess {
  const port = env.PORT ?? '3000'

  const child = spawn(process.execPath, [entry], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SANDBOX_FOLLOW_PARENT: '1',
      SANDBOX_STATE_DIR: join(resolve(env.DATA_DIR ?? './data'), 'sandbox'),
      STORE_ORIGINS: `http://127.0.0.1:${port}`,
      PUBLIC_STORE_ORIGIN: env.PUBLIC_URL ?? `http://localhost:${port}`,
    },
  })

  child.stdin!.on('error', () => {})

  return child
}

/** What a starting sandbox says of itself: one line of JSON. */
const readiness = (child: ChildProcess): Promise<Ready> =>
  new Promise((done, failed) => {
    let text = ''

    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (const line of text.split('\n').slice(0, -1))
        if (line.startsWith('{"ready"')) done(JSON.parse(line) as Ready)
    })

    child.once('exit', (code) =>
      failed(new Error(`the sandbox ended with ${code} before it was ready`)),
    )
  })
