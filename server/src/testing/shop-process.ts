import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

import { ensureServer } from '../../../scripts/setup.mjs'

/** The built shop, of the sources as they are now. */
export const shopEntry = (): string => (entry ??= ensureServer())
let entry: string | undefined
const compiled = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url))

/**
 * A process of the shop, once it says that it listens; fails with what it said when it ends before.
 */
export async function spawnShop(
  env: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
  args: readonly string[] = [],
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...flags, shopEntry(), ...args], {
    env: { ...process.env, NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE: compiled, ...env },
    stdio: ['ignore', 'pipe', process.env.TEST_LOG ? 'inherit' : 'ignore'],
  })

  let text = ''

  await new Promise<void>((done, failed) => {
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (/^Chaveiro: /m.test(text)) done()
    })

    child.once('exit', (code) =>
      failed(new Error(`the shop ended with ${code}: ${text.slice(-2000)}`)),
    )
  })

  return child
}

/**
 * A port for a shop, below those that the system gives to whoever asks for any: nobody takes it
 * before the shop listens.
 */
export async function shopPort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const probe = createServer().listen(port, '127.0.0.1')

  const free = await once(probe, 'listening').then(
    () => true,
    () => false,
  )

  if (!free) return shopPort()

  probe.close()
  await once(probe, 'close')

  return port
}
