import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { licenceGrants, licences, orderUnits, orders } from '../../../db/tables/index.ts'
import { coupon, person, product } from '../../../testing/make.ts'
import { accepted, eventually, expectSound, fill, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { grantUnit } from './mint.service.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({
    sandbox: true,
    env: { KEYAUTH_INTERVAL_MS: '0', KEYAUTH_TIMEOUT_MS: '5000' },
  })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
})

afterAll(() => testShop?.close())

type Minted = { key: string; status: string }

const minted = async () =>
  ((await testShop.sandbox!.call('GET', '/sandbox/api/keyauth')) as { licences: Minted[] }).licences

const addsAsked = async () =>
  (
    (await testShop.sandbox!.call('GET', '/sandbox/api/requests?provider=keyauth')) as {
      path: string
      query: string
    }[]
  ).filter(({ path, query }) => `${path}?${query}`.includes('add')).length

it('a second key, minted by a process declared dead, is disabled; the first stays good', async () => {
  await testShop.sandbox!.call('POST', '/sandbox/api/keyauth/settings', { customMasks: false })
  const who = await person(testShop.app)
  const { id: productId } = await product(testShop.app, { provider: 'keyauth', expirationDays: 30 })
  accepted(await startPix(testShop, who, await fill(testShop, who, productId), { coupon: 'TUDO' }))
  const [order] = await testShop.app.db.select().from(orders).where(eq(orders.userId, who.userId))

  const [unit] = await testShop.app.db
    .select()
    .from(orderUnits)
    .where(eq(orderUnits.orderId, order!.id))

  // The provider refuses keys that the shop chooses. The second call, for a key that the provider
  // chooses, hangs.
  await testShop.sandbox!.call(
    'POST',
    '/sandbox/api/faults',
    ['delay:1', 'delay:3000'].map((does) => ({
      provider: 'keyauth',
      method: 'GET',
      path: '/api/seller/add',
      times: 1,
      do: does,
    })),
  )

  const frozen = grantUnit(testShop.app, unit!.id)
  await eventually(testShop, async () => expect(await addsAsked()).toBe(2))
  await testShop.advance(60)
  await grantUnit(testShop.app, unit!.id)

  const [licence] = await testShop.app.db
    .select()
    .from(licences)
    .where(eq(licences.orderId, order!.id))

  const delivered = testShop.app.vault.open(licence!.keyCipher, 'licences', licence!.id)
  expect((await minted()).map(({ key }) => key)).toEqual([delivered])
  await frozen
  await testShop.drain()
  const keys = await minted()
  expect(keys).toHaveLength(2)
  const status = (of: Minted) => [of.key === delivered, of.status]

  expect(keys.map(status)).toEqual([
    [true, 'Not Used'],
    [false, 'Banned'],
  ])

  const grants = await testShop.app.db
    .select({ state: licenceGrants.state, standing: licenceGrants.standing })
    .from(licenceGrants)
    .where(eq(licenceGrants.unitId, unit!.id))
    .orderBy(licenceGrants.createdAt)

  expect(grants).toEqual([
    { state: 'granted', standing: 'good' },
    { state: 'dropped', standing: 'banned' },
  ])

  await expectSound(testShop)
})
