import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { workerGroups } from '../../jobs/handlers.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { startWorker } from '../../platform/queue/worker.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(() => testShop?.close())

it('a mail server that accepts connections and never answers delays no payment', async () => {
  const { app } = testShop
  const { pool, log } = app
  const [prompt] = workerGroups(app)
  const over = Promise.withResolvers<void>()
  const begun: string[] = []

  const tasks = Object.fromEntries(
    Object.keys(prompt!.tasks).map((name) => [
      name,
      async () => {
        begun.push(name)
        if (name.startsWith('mail.')) await over.promise
      },
    ]),
  )

  const waiting = Array.from({ length: 6 }, (_, n) => `${n}`)

  for (const id of waiting) {
    await enqueue(app, 'mail.login-code', { id, sealedCode: '' })
    await enqueue(app, 'mail.password-reset', { userId: id, sealedToken: '' })
    await enqueue(app, 'mail.power-act', { id, sealed: '' })
    await enqueue(app, 'mail.account-notice', { id, sealed: '' })
  }

  await enqueue(app, 'payment.settle', { paymentId: 'paga', source: 'webhook' })

  const connect = async () => {
    const client = new pg.Client({ connectionString: app.config.databaseUrl })
    client.on('error', () => {})
    await client.connect()

    return client
  }

  const worker = await startWorker({
    pool,
    log,
    connect,
    groups: [{ ...prompt!, tasks }],
    lookMs: 100,
  })

  try {
    await expect.poll(() => begun, { timeout: 8_000 }).toContain('payment.settle')
    expect(begun.filter((name) => name.startsWith('mail.'))).toHaveLength(2)
  } finally {
    over.resolve()
    await worker.stop()
  }
})
