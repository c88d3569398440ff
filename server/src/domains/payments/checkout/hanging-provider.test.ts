import { eq } from 'drizzle-orm'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { users } from '../../../db/tables/index.ts'
import { mailsTo } from '../../../testing/mailed.ts'
import { person, product } from '../../../testing/make.ts'
import {
  expectSound,
  fill,
  paymentRow,
  payPix,
  send,
  startCard,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { settle } from '../settlement/settle.service.ts'

// A card service and a chat that accept connections and never answer must block only their own
// calls: PIX sells, keys and mails arrive, pages load (issue 27, 5).

const sockets = new Set<Socket>()
const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})))
let testShop: TestShop

beforeAll(async () => {
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`

  testShop = await openTestShop({
    sandbox: true,
    env: { STRIPE_BASE_URL: origin, DISCORD_API_URL: `${origin}/api` },
  })
})

const hangUp = () => {
  silent.close()
  for (const socket of sockets) socket.destroy()
}

afterAll(async () => {
  hangUp()
  await testShop?.close()
})

it('ten hanging card payments and a hanging chat delay nothing else', async () => {
  const cards = Promise.all(
    Array.from({ length: 10 }, async () => {
      const who = await person(testShop.app)
      const { id } = await product(testShop.app, { keys: 1 })

      return startCard(testShop, who, await fill(testShop, who, id))
    }),
  )

  await expect.poll(() => sockets.size, { timeout: 5_000 }).toBeGreaterThanOrEqual(10)

  const from = performance.now()
  const buyer = await person(testShop.app)

  await testShop.app.db
    .update(users)
    .set({ discordId: '1300000000000000777' })
    .where(eq(users.id, buyer.userId))

  const { id } = await product(testShop.app, {
    keys: ['PAGA-COM-PIX'],
    role: '1300000000000000403',
  })

  const { status, body } = await startPix(testShop, buyer, await fill(testShop, buyer, id))
  expect(status).toBe(200)
  await payPix(testShop, body.txid)
  await settle(testShop.app, body.paymentId, 'poll')
  expect(await paymentRow(testShop, body.paymentId)).toMatchObject({ status: 'completed' })
  for (const page of ['/', '/products', '/healthz', '/api/server/public/site-settings'])
    expect([page, (await testShop.http.inject(page)).statusCode]).toEqual([page, 200])
  // The chat's job hangs meanwhile; the receipt does not wait for that job.
  const working = testShop.drain()

  await expect
    .poll(
      async () =>
        (
          await testShop.sandbox!.call(
            'GET',
            `/sandbox/api/mail?to=${encodeURIComponent(buyer.email)}`,
          )
        ).length,
      { timeout: 4_000 },
    )
    .toBeGreaterThan(0)

  expect(performance.now() - from).toBeLessThan(8_000)

  hangUp()
  await working
  for (const answer of await cards)
    expect([answer.status, answer.body.code]).toEqual([502, 'payment.provider_failed'])
  expect((await mailsTo(testShop, buyer.email)).length).toBeGreaterThan(0)
  expect((await send(testShop, 'GET /api/server/public/site-settings')).status).toBe(200)
  await expectSound(testShop)
}, 30_000)
