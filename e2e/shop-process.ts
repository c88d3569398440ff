import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** A process of the shop in demo mode on a free port, once it says that it listens; fails with what it said when it ends before. */
export async function spawnShop(
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; origin: string }> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, 'server/src/main.ts')], {
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      PORT: String(port),
      LOG_LEVEL: 'warn',
      CAPTCHA_COST: '10',
      SWEEP_SECONDS: '1',
      RATE_LOGIN: '1000',
      RATE_REGISTER: '10000',
      RATE_RECOVERY: '10000',
      RATE_MAIL_CODE: '10000',
      RATE_STATUS: '100000',
      ...env,
    },
    stdio: ['ignore', 'pipe', process.env.TEST_LOG ? 'inherit' : 'ignore'],
  })
  let text = ''
  await new Promise<void>((done, failed) => {
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('Chaveiro: http')) done()
    })
    child.once('exit', () => failed(new Error(`the shop did not start: ${text}`)))
  })
  return { child, origin: `http://localhost:${port}` }
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
}
