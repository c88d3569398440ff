import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'

import { launchSandbox } from '../../server/src/public-pages/launch-sandbox.ts'
import { memoryFolder } from '../../server/src/testing/database.ts'
import { callsOf } from '../../server/src/testing/sandbox-call.ts'
import type { Bank } from './customer.ts'

/** The host name in the certificate of the sandbox's bank. */
export const bankName = 'pix.sandbox.local'

/** Starts a sandbox whose bank another machine reaches by this IP address of the local machine. */
export async function openBank(address: string): Promise<Bank & { close(): Promise<void> }> {
  const folder = memoryFolder('install-bank')
  const sandbox = await launchSandbox({ DATA_DIR: folder, PORT: '1' })
  const env = sandbox.env as Record<string, string>
  const port = Number(new URL(env.PIX_BASE_URL!).port)

  const door = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    from.pipe(to).pipe(from)

    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      one.on('error', () => other.destroy())
  })

  await new Promise<void>((done, failed) =>
    door.once('error', failed).listen(port, address, () => done()),
  )

  return {
    baseUrl: `https://${bankName}:${port}`,
    env,
    sandbox: callsOf(sandbox.origin),
    async close() {
      door.close()
      await sandbox.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
