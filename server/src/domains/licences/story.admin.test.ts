import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { auditLog, licences, stockKeys } from '../../db/tables/index.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { coupon, person, type Person } from '../../testing/make.ts'
import { accepted, buyerOf, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'admin', name: 'Dora Equipe' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
})

afterAll(async () => {
  await testShop?.close()
})

const read = (id: string) => send(testShop, `GET /api/admin/licenses/${id}/story`, { as: staff })

it('one licence shows its origin, its price and its history, never its key [P346]', async () => {
  const { app } = testShop
  const { who, cartId } = await buyerOf(testShop, 1, {
    keys: ['SEGREDO-AAAA-1234', 'OUTRA-BBBB-9876'],
  })
  accepted(await startPix(testShop, who, cartId, { coupon: 'TUDO' }))
  const [licence] = await app.db.select().from(licences).where(eq(licences.userId, who.userId))

  await app.db
    .update(stockKeys)
    .set({ costCents: 450 })
    .where(eq(stockKeys.id, licence!.stockKeyId!))

  await app.db.insert(auditLog).values({
    id: newId(),
    action: 'stock.status',
    targetType: 'stock',
    targetId: licence!.stockKeyId!,
    createdAt: app.clock.now(),
  })

  await send(testShop, 'GET /api/users/orders', { as: who })
  const { body } = await read(licence!.id)

  expect(body.license).toMatchObject({
    id: licence!.id,
    maskedKey: '••••1234',
    licenseKey: '••••1234',
    customerName: 'Ana Souza',
    status: 'active',
    validityDays: 30,
    price: 19.9,
    currency: 'BRL',
    origin: 'stock',
    stocked: { at: expect.any(String), cost: 4.5 },
    deliveredAt: expect.any(String),
    suspendedAt: null,
    grants: [],
  })

  expect(body.license.timeline.map((one: { action: string }) => one.action)).toEqual([
    'stock.status',
    'licence.shown',
  ])

  expect(JSON.stringify(body)).not.toContain('SEGREDO')
  const none = await read(newId())
  expect([none.status, none.body.code]).toEqual([404, 'licence.not_found'])
  expect((await read('nada')).status).toBe(400)
})
