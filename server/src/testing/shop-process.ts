import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

import { ensureServer } from '../../../scripts/setup.mjs'

/** The entry file of the built shop, rebuilt if its sources changed. */
export const shopEntry = (): string => (builtEntry ??= ensureServer())
let builtEntry: string | undefined
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url))

/**
 * Starts a process of the shop and waits until it listens. If the process ends before, throws with
 * its output.
 */
export async function spawnShop(
  env: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
  args: readonly string[] = [],
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...flags, shopEntry(), ...args], {
    env: { ...process.env, NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', process.env.TEST_LOG ? 'inherit' : 'ignore'],
  })

  let output = ''

  await new Promise<void>((done, failed) => {
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      if (/^Chaveiro: /m.test(output)) done()
    })

    child.once('exit', (code) =>
      failed(new Error(`the shop ended with ${code}: ${output.slice(-2000)}`)),
    )
  })

  return child
}

/**
 * A free port for a shop. It is below the system's range for outgoing connections, so that no other
 * program gets it before the shop listens.
 */
export async function shopPort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const probe = createServer().listen(port, '127.0.0.1')

  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )

  if (!isFree) return shopPort()

  probe.close()
  await once(probe, 'close')

  return port
}
