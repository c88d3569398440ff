import Fastify from 'fastify'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

import { bareCheckout, type Buyer } from './bare-checkout.ts'
import { inBareTransaction } from './bare-rows.ts'

export type BareOrder = Buyer & { productId: string; code: string }

/**
 * Starts a Fastify with a connection pool in a separate process, which buys with the hand-written
 * transaction.
 */
export async function bareShop(
  databaseUrl: string,
): Promise<{ origin: string; pid: number; close(): Promise<void> }> {
  const child = fork(fileURLToPath(import.meta.url), {
    env: { ...process.env, BARE_DATABASE: databaseUrl },
  })
  const port = await new Promise<number>((done) =>
    child.once('message', (message) => done(message as number)),
  )

  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    close: () =>
      new Promise((done) => {
        child.once('exit', () => done())
        child.kill()
      }),
  }
}

if (process.env.BARE_DATABASE && process.send) {
  process.once('disconnect', () => process.exit())
  const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE, max: 30 })
  const http = Fastify()

  http.post('/order', async (request) => {
    const { productId, code, ...buyer } = request.body as BareOrder
    await inBareTransaction({ pool }, (client) => bareCheckout(client, buyer, productId, code))

    return { status: 'completed' }
  })

  await http.listen({ port: 0, host: '127.0.0.1' })
  process.send((http.server.address() as { port: number }).port)
}
