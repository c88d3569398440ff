import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Env } from '../platform/config/config.ts'

/**
 * The entry file of the sandbox: a source file when the shop runs from its sources, otherwise a
 * built file beside the shop's.
 */
const entryFile = import.meta.filename.endsWith('.ts')
  ? fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url))
  : join(import.meta.dirname, 'sandbox.js')

export type RunningSandbox = {
  origin: string
  /** Settings by which the adapters call this sandbox. */
  env: Env
  /** Sets the function that gets a message when the sandbox stops and when it runs again. */
  tell(say: (text: string) => void): void
  stop(): Promise<void>
}

type Ready = { origin: string; env: Env }

/**
 * Starts the sandbox of the providers as a separate process (Q106), which ends with the shop. If it
 * dies, it is started again; its folder keeps ports, credentials and payments.
 */
export async function launchSandbox(env: Env): Promise<RunningSandbox> {
  // All users may read this folder, since the embedded database runs as another user. Secret files
  // in the folder have stricter modes.
  mkdirSync(resolve(env.DATA_DIR ?? './data'), { recursive: true, mode: 0o755 })
  let isStopping = false
  let sandboxProcess: ChildProcess
  let report: (text: string) => void = () => {}
  let failures = 0

  const restartOnExit = (): void => {
    const startedAt = Date.now()
    sandboxProcess.once('exit', (code, signal) => {
      if (isStopping) return

      failures = Date.now() - startedAt > 60_000 ? 0 : failures + 1
      const delayMs = Math.min(250 * 2 ** failures, 30_000)
      report(`the sandbox ended with ${signal ?? code}; it is started again in ${delayMs / 1000} s`)

      setTimeout(() => {
        if (isStopping) return

        sandboxProcess = spawnSandbox(env)
        restartOnExit()

        untilReady(sandboxProcess).then(
          () => report('the sandbox is back'),
          () => {},
        )
      }, delayMs).unref()
    })
  }

  sandboxProcess = spawnSandbox(env)
  const readySandbox = await untilReady(sandboxProcess)
  restartOnExit()

  return {
    ...readySandbox,
    tell(to) {
      report = to
    },

    async stop() {
      isStopping = true
      if (sandboxProcess.exitCode !== null || sandboxProcess.signalCode !== null) return

      await new Promise<void>((resolved) => {
        sandboxProcess.once('exit', () => resolved())
        sandboxProcess.kill('SIGTERM')

        setTimeout(() => {
          sandboxProcess.kill('SIGKILL')
          resolved()
        }, 3000).unref()
      })
    },
  }
}

function spawnSandbox(env: Env): ChildProcess {
  const shopPort = env.PORT ?? '3000'

  const sandboxProcess = spawn(process.execPath, [entryFile], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SANDBOX_FOLLOW_PARENT: '1',
      SANDBOX_STATE_DIR: join(resolve(env.DATA_DIR ?? './data'), 'sandbox'),
      STORE_ORIGINS: `http://127.0.0.1:${shopPort}`,
      PUBLIC_STORE_ORIGIN: env.PUBLIC_URL ?? `http://localhost:${shopPort}`,
    },
  })

  sandboxProcess.stdin!.on('error', () => {})

  return sandboxProcess
}

/**
 * Resolves with the JSON line that a started sandbox writes; rejects when the sandbox ends before.
 */
const untilReady = (child: ChildProcess): Promise<Ready> =>
  new Promise((resolve, reject) => {
    let outputText = ''

    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      outputText += chunk
      for (const line of outputText.split('\n').slice(0, -1))
        if (line.startsWith('{"ready"')) resolve(JSON.parse(line) as Ready)
    })

    child.once('exit', (code) =>
      reject(new Error(`the sandbox ended with ${code} before it was ready`)),
    )
  })
