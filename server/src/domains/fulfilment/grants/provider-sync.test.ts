import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { licenceGrants, licences, orders } from '../../../db/tables/index.ts'
import { coupon, person, product, type Person } from '../../../testing/make.ts'
import { accepted, eventually, fill, send, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { trailOf } from '../../../testing/trail.ts'

// This provider marks each unbanned key as used. So the key of a licence that was never used is
// deleted and created again. If only the deletion succeeds, a retry must still create the key.

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({
    sandbox: true,
    env: { KEYAUTH_INTERVAL_MS: '0', KEYAUTH_TIMEOUT_MS: '500' },
  })

  staff = await person(testShop.app, { role: 'developer', name: 'Dora Equipe' })
  await testShop.sandbox!.call('POST', '/sandbox/api/keyauth/settings', { unbansAsUsed: true })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
})

afterAll(async () => {
  await testShop?.close()
})

afterEach(async () => {
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
})

/** Buy a minted licence of 30 days; its buyer has not used it yet. */
async function bought() {
  const who = await person(testShop.app)
  const { id: productId } = await product(testShop.app, { provider: 'keyauth', expirationDays: 30 })
  accepted(await startPix(testShop, who, await fill(testShop, who, productId), { coupon: 'TUDO' }))
  let key = ''

  await eventually(testShop, async () => {
    const [owned] = (await send(testShop, 'GET /api/users/products', { as: who })).body.products
    expect(owned.status).toBe('active')
    key = owned.licenseKey
  })

  const [order] = await testShop.app.db.select().from(orders).where(eq(orders.userId, who.userId))

  const [licence] = await testShop.app.db
    .select()
    .from(licences)
    .where(eq(licences.orderId, order!.id))

  return { key, orderId: order!.id, licenceId: licence!.id }
}

const fault = (type: string, what: string, times = 1) =>
  testShop.sandbox!.call('POST', '/sandbox/api/faults', [
    { provider: 'keyauth', method: 'GET', path: `/api/seller/${type}`, times, do: what },
  ])

type There = { key: string; status: string; level: number; days: number; note: string }

const there = async (key: string): Promise<There[]> =>
  (
    (await testShop.sandbox!.call('GET', '/sandbox/api/keyauth')) as { licences: There[] }
  ).licences.filter((one) => one.key === key)

const grantOf = async (orderId: string) =>
  (await testShop.app.db.select().from(licenceGrants).where(eq(licenceGrants.orderId, orderId)))[0]!

async function setStatus({ licenceId }: { licenceId: string }, status: string) {
  const { status: code } = await send(testShop, `PATCH /api/admin/licenses/${licenceId}/status`, {
    as: staff,
    body: { status },
  })

  expect(code).toBe(200)
  await testShop.drain()
}

/** Make every queued job due now, and run the jobs. */
async function nextTry() {
  await testShop.app.db.execute(`update graphile_worker._private_jobs set run_at = now()`)
  await testShop.drain()
}

it.each([
  ['the process ends between the two', 'del', 'commit-then-reset'],
  ['making it times out', 'add', 'timeout'],
  ['making it fails', 'add', 'status:500'],
  ['the answer to making it is lost', 'add', 'commit-then-timeout'],
])(
  'a restored unused licence exists once at the provider, as it was sold, though %s',
  async (_what, type, does) => {
    const one = await bought()
    const before = await there(one.key)
    await setStatus(one, 'revoked')
    expect((await there(one.key)).map(({ status }) => status)).toEqual(['Banned'])
    await fault(type, does)
    await setStatus(one, 'active')
    expect((await grantOf(one.orderId)).problem).not.toBeNull()

    await eventually(testShop, async () => {
      await nextTry()
      expect(await grantOf(one.orderId)).toMatchObject({ standing: 'good', problem: null })
    })

    const [now, ...more] = await there(one.key)
    const { level, days, note } = before[0]!

    expect([now, more]).toEqual([
      expect.objectContaining({ status: 'Not Used', level, days, note }),
      [],
    ])

    await testShop.sandbox!.call('POST', '/sandbox/api/keyauth/activate', { key: one.key })
  },
)

it('a licence that the service cannot restore keeps its problem and is retried', async () => {
  const one = await bought()
  await setStatus(one, 'revoked')
  await fault('add', 'status:500', 1000)
  await setStatus(one, 'active')
  for (let turn = 1; turn <= 5; turn++) await nextTry()
  expect(await there(one.key)).toEqual([])
  expect(await grantOf(one.orderId)).toMatchObject({ problem: 'keyauth: GET answered 500' })
  const { body } = await send(testShop, `GET /api/admin/orders/${one.orderId}`, { as: staff })
  expect(
    body.order.timeline.filter((event: { action: string }) => event.action === 'delivery.failing'),
  ).toMatchObject([{ details: { problem: 'keyauth: GET answered 500', source: 'keyauth' } }])
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
  await nextTry()
  expect((await there(one.key)).map(({ status }) => status)).toEqual(['Not Used'])
  expect(await grantOf(one.orderId)).toMatchObject({ standing: 'good', problem: null })
  const trail = await trailOf(testShop)()
  const lines = trail.filter(
    ([action, , , id]) => id === one.orderId && !action.startsWith('order'),
  )

  expect(lines).toEqual([
    ['grant.banned', null, 'order', one.orderId, 'source unitId'],
    ['delivery.failing', null, 'order', one.orderId, 'problem source tries unitId'],
    ['grant.good', null, 'order', one.orderId, 'source unitId'],
  ])
})
