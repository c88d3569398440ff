import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { orders, twoFactors } from '../../db/tables/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { person, product, type Person } from '../../testing/make.ts'
import { pastSale } from '../../testing/past-sale.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { recordAudit } from '../audit/audit.service.ts'

let testShop: TestShop
let owner: Person

beforeAll(async () => {
  testShop = await openTestShop()
  owner = await person(testShop.app, { role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const known = async (as = owner) => {
  const { status, body } = await send(testShop, 'GET /api/admin/system/first-steps', { as })
  expect(status).toBe(200)
  const { success: _, shop, ...rest } = body
  const all = { ...shop, ...rest }

  return Object.keys(all).filter((name) => all[name] !== false && all[name] !== null)
}

const set = (body: object) =>
  send(testShop, 'PUT /api/admin/system/site-settings', { as: owner, body })

it("the first steps are read from the shop's data, until all are done or real money came [P425]", async () => {
  const { app } = testShop
  expect(await known()).toEqual([])
  await set({ siteName: 'Lua Licenças' })
  expect(await known()).toEqual(['name'])
  await set({ accentColor: '#7C3AED' })
  // A name alone is not enough: the law requires the number too.
  await set({ sellerName: 'Lua Ltda.' })
  expect(await known()).toEqual(['name', 'look'])
  await set({ sellerTaxId: '529.982.247-25' })
  const shelf = await product(app, { name: 'Sem Chaves', keys: 0 })
  expect(await known()).toEqual(['name', 'look', 'seller'])
  await product(app, { name: 'Com Chaves', keys: 1 })
  expect(await known()).toEqual(['name', 'look', 'seller', 'product', 'buy'])
  const { body } = await send(testShop, 'GET /api/admin/system/first-steps', { as: owner })
  expect(body.buy).toBe('com-chaves')
  app.providers.charges.pix = {} as never
  const sourceOf = app.providerSettings.sourceOf
  app.providerSettings.sourceOf = (name) =>
    name === 'mail' || name === 'discord' ? 'kept' : sourceOf(name)
  app.providers.mail = { close() {} } as never
  // A configured mail server counts only after a letter was sent.
  expect((await known()).slice(5)).toEqual(['payment', 'discord'])
  await inTransaction(app, (tx) =>
    recordAudit(tx, { action: 'provider.letter_sent', targetType: 'provider', targetId: 'mail' }),
  )
  expect((await known()).slice(5)).toEqual(['payment', 'mail', 'discord'])
  const guarded = await person(app, { role: 'developer' })

  await app.db.insert(twoFactors).values({
    userId: guarded.userId,
    secretCipher: Buffer.from('x'),
    confirmedAt: app.clock.now(),
    createdAt: app.clock.now(),
  })

  expect((await known(guarded)).at(-1)).toBe('twoFactor')
  // A test order is the last step; an order of real money ends the list at once.
  app.config.production = true
  const buyer = await person(app)

  const { id } = await pastSale(
    app,
    { buyer, shelf: [shelf] },
    { at: app.clock.now().toISOString(), cents: 100 },
  )

  await app.db.update(orders).set({ testMode: true }).where(eq(orders.id, id))
  expect(await known()).toContain('over')
  await set({ accentColor: '' })
  expect(await known()).not.toContain('over')
  await app.db.update(orders).set({ testMode: false }).where(eq(orders.id, id))
  expect(await known()).toContain('over')
})
