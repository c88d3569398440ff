import { asc, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { auditLog, stockKeys } from '../../db/tables/index.ts'
import { person, product, variant, type Person } from '../../testing/make.ts'
import { expire, pay } from '../../testing/money-matrix.ts'
import { fill, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { brokenLaws } from '../laws/laws.queries.ts'
import { holdStock, releaseStock } from './stock.hold.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'admin', email: 'estoque@equipe.test' })
})

afterAll(() => testShop?.close())

const statuses = async (variantId: string) =>
  (
    await testShop.app.db
      .select({ status: stockKeys.status })
      .from(stockKeys)
      .where(eq(stockKeys.variantId, variantId))
      .orderBy(asc(stockKeys.position))
  ).map(({ status }) => status)

/** The decrypted keys of a person's licences. */
const keysOf = async (who: Person) => {
  const { pool, vault } = testShop.app

  const { rows } = await pool.query<{ id: string; sealed: Buffer }>(
    'select id, key_cipher as sealed from licences where user_id = $1 order by id',
    [who.userId],
  )

  return rows.map(({ id, sealed }) => vault.open(sealed, 'licences', id))
}

const order = async (productId: string) => {
  const who = await person(testShop.app)
  const { status, body } = await startPix(testShop, who, await fill(testShop, who, productId, 1))

  return { who, productId, id: body.paymentId, txid: body.txid, coins: 0, status, body }
}

/** Whether visitors find the product among those available. */
const isOffered = async (id: string) =>
  (await send(testShop, 'GET /api/product/search?inStock=true&limit=100')).body.products.some(
    (one: { id: string }) => one.id === id,
  )

const of = (moved: { variantId: string; keys: number; name: string }[], id: string) =>
  moved.filter(({ variantId }) => variantId === id).map(({ keys, name }) => [keys, name])

it('held keys are not sold; paid orders wait; a release goes on from the first free key [P478]', async () => {
  const keys = ['G-1', 'G-2', 'G-3', 'G-4', 'G-5']
  const { id } = await product(testShop.app, { name: 'Guardado', keys })
  const late = await order(id)
  await expire(testShop, late)
  expect(await statuses(id)).toEqual(Array(5).fill('available'))
  const paid = await order(id)
  const lapsed = await order(id)
  const open = ['reserved', 'reserved', 'available', 'available', 'available']
  expect(await statuses(id)).toEqual(open)

  expect(of(await holdStock(testShop.app, { dryRun: true }), id)).toEqual([[3, 'Guardado']])
  expect(await statuses(id)).toEqual(open)
  expect(await isOffered(id)).toBe(true)
  expect(of(await holdStock(testShop.app), id)).toEqual([[3, 'Guardado']])
  expect(await isOffered(id)).toBe(false)
  expect(of(await holdStock(testShop.app), id)).toEqual([])
  expect(await statuses(id)).toEqual(Array(5).fill('reserved'))

  // An open payment keeps its reserved key; a late payment finds no free key.
  await pay(testShop, 'pix', paid)
  expect(await keysOf(paid.who)).toEqual(['G-1'])
  await pay(testShop, 'pix', late)
  expect(await keysOf(late.who)).toEqual([])
  const refused = await order(id)
  expect([refused.status, refused.body.code]).toEqual([409, 'stock.short'])
  // The key of an expired payment is held too: another customer may have got it since the backup.
  await expire(testShop, lapsed)
  expect(await statuses(id)).toEqual(['used', ...Array(4).fill('reserved')])
  expect(await keysOf(late.who)).toEqual([])
  expect(await brokenLaws(testShop.app.db)).toEqual([])

  // G-2 and G-3 were delivered since the backup: they stay held, and the paid order gets the next
  // one.
  const trial = await releaseStock(testShop.app, { skip: 2, dryRun: true })
  expect(of(trial, id)).toEqual([[2, 'Guardado']])
  expect(of(await releaseStock(testShop.app, { skip: 2 }), id)).toEqual([[2, 'Guardado']])
  await testShop.drain()
  expect(await keysOf(late.who)).toEqual(['G-4'])
  expect(await statuses(id)).toEqual(['used', 'reserved', 'reserved', 'used', 'available'])
  expect(await isOffered(id)).toBe(true)
  expect((await order(id)).status).toBe(200)
  expect(await brokenLaws(testShop.app.db)).toEqual([])

  const told = await testShop.app.db
    .select({ action: auditLog.action, details: auditLog.details, actor: auditLog.actorId })
    .from(auditLog)
    .where(eq(auditLog.targetId, id))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(2)

  const details = { variantId: id, from: 'command line' }

  expect(told).toEqual([
    { action: 'stock.released', details: { ...details, keys: 2 }, actor: null },
    { action: 'stock.held', details: { ...details, keys: 3 }, actor: null },
  ])
})

it('keys that staff reserved stay reserved; one option is released alone; one key by hand [P478]', async () => {
  const { id } = await product(testShop.app, { name: 'Dupla', keys: ['D-1', 'D-2'] })
  const yearId = await variant(testShop.app, id, { name: '1 ano', keys: ['A-1', 'A-2', 'A-3'] })

  const [first] = await testShop.app.db
    .select({ id: stockKeys.id })
    .from(stockKeys)
    .where(eq(stockKeys.variantId, id))
    .orderBy(asc(stockKeys.position))
    .limit(1)

  const move = (status: string) =>
    send(testShop, `PATCH /api/admin/stock/${first!.id}/status`, { as: staff, body: { status } })
  expect((await move('reserved')).status).toBe(200)

  const held = await holdStock(testShop.app)

  expect([of(held, id), of(held, yearId)]).toEqual([
    [[1, 'Dupla · Primeira']],
    [[3, 'Dupla · 1 ano']],
  ])

  const released = await releaseStock(testShop.app, { variantId: yearId, skip: 2 })
  expect(released.map(({ keys, name }) => [keys, name])).toEqual([[1, 'Dupla · 1 ano']])
  expect(await statuses(yearId)).toEqual(['reserved', 'reserved', 'available'])
  expect(await statuses(id)).toEqual(['reserved', 'reserved'])
  expect(of(await releaseStock(testShop.app, { variantId: yearId, skip: 9 }), yearId)).toEqual([
    [0, 'Dupla · 1 ano'],
  ])
  await releaseStock(testShop.app, {})
  expect(await statuses(id)).toEqual(['reserved', 'available'])
  expect((await move('available')).status).toBe(200)
  expect(await statuses(id)).toEqual(['available', 'available'])
})

it('a hold while eight buy: each key is held or goes to one buyer [P478]', async () => {
  const keys = Array.from({ length: 40 }, (_, i) => `CORRIDA-${i}`)
  const { id } = await product(testShop.app, { name: 'Corrida', keys })

  const buyers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const who = await person(testShop.app)
      return { who, cart: await fill(testShop, who, id, 2) }
    }),
  )

  const [held, ...answers] = await Promise.all([
    holdStock(testShop.app),
    ...buyers.map(({ who, cart }) => startPix(testShop, who, cart)),
  ])

  const started = answers.filter(({ status }) => status === 200).length
  expect(of(held, id)).toEqual([[40 - 2 * started, 'Corrida']])
  expect(new Set(await statuses(id))).toEqual(new Set(['reserved']))
  expect(await brokenLaws(testShop.app.db)).toEqual([])
})
