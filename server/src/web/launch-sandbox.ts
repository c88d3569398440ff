import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Env } from '../platform/config/config.ts'

const entry = fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url))

/** Start the providers' other side as a process of its own (decisions Q106); it goes down when we do. Answers its origin and the settings that point the adapters at it. */
export async function launchSandbox(
  env: Env,
): Promise<{ origin: string; env: Env; stop(): Promise<void> }> {
  const port = env.PORT ?? '3000'
  const dataDir = resolve(env.DATA_DIR ?? './data')
  // Made here, open to the database's own user; what is secret in it is closed file by file.
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const child = spawn(process.execPath, [entry], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SANDBOX_FOLLOW_PARENT: '1',
      SANDBOX_STATE_DIR: join(dataDir, 'sandbox'),
      STORE_ORIGINS: `http://127.0.0.1:${port}`,
      PUBLIC_STORE_ORIGIN: env.PUBLIC_URL ?? `http://localhost:${port}`,
    },
  })
  const ready = await new Promise<{ origin: string; env: Env }>((done, failed) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (const line of text.split('\n').slice(0, -1))
        if (line.startsWith('{"ready"')) done(JSON.parse(line) as { origin: string; env: Env })
    })
    child.once('exit', (code) =>
      failed(new Error(`the sandbox ended with ${code} before it was ready`)),
    )
  })
  return {
    ...ready,
    stop: () =>
      new Promise((resolved) => {
        child.once('exit', () => resolved())
        child.kill('SIGTERM')
        setTimeout(() => {
          child.kill('SIGKILL')
          resolved()
        }, 3000).unref()
      }),
  }
}
