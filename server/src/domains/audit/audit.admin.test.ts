import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { orders } from '../../db/tables/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { person, product, type Person } from '../../testing/make.ts'
import { pastSale } from '../../testing/past-sale.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { recordAudit } from './audit.service.ts'

let testShop: TestShop
let staff: Person
let [ana, bia] = [null as unknown as Person, null as unknown as Person]

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'developer', name: 'Dora' })
  ana = await person(testShop.app, { name: 'Ana Conceição' })
  bia = await person(testShop.app, { name: 'Bia_Lima' })

  // Store time is three hours behind UTC. The first entry is in the last minute of 9 June there,
  // the second in the first minute of 10 June.
  for (const [at, action, who] of [
    ['2026-06-10T02:59:59Z', 'product.updated', ana],
    ['2026-06-10T03:00:00Z', 'product.created', ana],
    ['2026-06-11T02:59:59Z', 'order.completed', null],
    ['2026-06-11T03:00:00Z', 'login', bia],
  ] as const) {
    const tx = { ...testShop.app, clock: { now: () => new Date(at) } }
    await inTransaction(tx, (inside) =>
      recordAudit(inside, {
        action,
        actorId: who?.userId ?? null,
        actorName: who?.name ?? null,
        targetType: 'thing',
        targetId: 'x',
        details: { note: { deep: 1 } },
        ip: '203.0.113.9',
      }),
    )
  }
})

afterAll(async () => {
  await testShop?.close()
})

const list = async (query = '', path = '/api/server/audit-logs') =>
  (await send(testShop, `GET ${path}?${query}`, { as: staff })).body

const acts = async (query: string) =>
  (await list(query)).logs.map((one: { action: string }) => one.action)

it('lists entries newest first with person, act, time and address; no actor is the system [B121, S252, B229]', async () => {
  const body = await list()
  expect(body.pagination).toEqual({ total: 4, pages: 1, page: 1, limit: 10 })

  expect(body.logs[0]).toEqual({
    id: body.logs[0]._id,
    _id: expect.any(String),
    action: 'login',
    details: { note: { deep: 1 } },
    createdAt: '2026-06-11T03:00:00.000Z',
    ip: '203.0.113.9',
    performedBy: { id: bia.userId, _id: bia.userId, name: 'Bia_Lima' },
    target: { type: 'thing', id: 'x', name: null },
  })

  expect(body.logs[1].performedBy).toBeNull()
  expect(await list('', '/api/admin/audit-logs')).toEqual(body)
  const second = await list('limit=3&page=2')

  expect([second.logs.length, second.pagination]).toEqual([
    1,
    { total: 4, pages: 2, page: 2, limit: 3 },
  ])
})

it('filters by parts of action and user name, in any case, literally; empty filters are none [B121]', async () => {
  expect(await acts('action=PRODUCT')).toEqual(['product.created', 'product.updated'])
  expect(await acts('action=nothing')).toEqual([])
  expect(await acts('userName=conceiçÃo')).toEqual(['product.created', 'product.updated'])
  expect(await acts('userName=bia_')).toEqual(['login'])
  expect(await acts('userName=an_')).toEqual([])
  expect(await acts('userName=%25')).toEqual([])
  expect(await acts('userName=Sistema')).toEqual(['order.completed'])
  expect(await acts('action=created&userName=ana')).toEqual(['product.created'])
  expect(await acts('action=&userName=&startDate=&endDate=')).toHaveLength(4)
})

it('both days count whole, in the shop’s time zone; instants count exactly [B076, B121]', async () => {
  expect(await acts('startDate=2026-06-10&endDate=2026-06-10')).toEqual([
    'order.completed',
    'product.created',
  ])

  expect(await acts('startDate=2026-06-11')).toEqual(['login'])
  expect(await acts('endDate=2026-06-09')).toEqual(['product.updated'])
  expect(await acts(`startDate=${encodeURIComponent('2026-06-11T00:00:00-03:00')}`)).toEqual([
    'login',
  ])
  expect(
    (await send(testShop, 'GET /api/server/audit-logs?startDate=ontem', { as: staff })).status,
  ).toBe(400)
  expect(
    (await send(testShop, 'GET /api/server/audit-logs?startDate=2026-02-30', { as: staff })).status,
  ).toBe(400)
})

it('the CSV has the filtered entries, newest first, and no formula [B121]', async () => {
  await inTransaction(testShop.app, (tx) =>
    recordAudit(tx, {
      action: 'user.renamed',
      actorId: ana.userId,
      actorName: '=HYPERLINK("http://evil.example")',
    }),
  )

  const csv = async (query: string) =>
    (
      await testShop.http.inject({
        url: `/api/server/audit-logs/export.csv?${query}`,
        headers: staff.headers,
      })
    ).payload
      .trim()
      .split('\r\n')

  expect((await csv('action=product')).slice(1).map((line) => line.split(',')[2])).toEqual([
    '"product.created"',
    '"product.updated"',
  ])

  expect((await csv('action=renamed'))[1]).toContain(`"'=HYPERLINK(`)
  expect(await csv('action=nothing')).toHaveLength(1)
})

it('an entry names its target, and a single act is found by its full name', async () => {
  const shelf = await product(testShop.app, { name: 'Pincel Pro' })

  const sale = await pastSale(
    testShop.app,
    { buyer: bia, shelf: [shelf] },
    { at: '2026-06-01T12:00:00Z', cents: 100 },
  )

  await testShop.app.db.update(orders).set({ number: 'ORD-000017' }).where(eq(orders.id, sale.id))
  const gone = newId()

  for (const [targetType, targetId] of [
    ['order', sale.id],
    ['payment', sale.paymentId],
    ['product', shelf.id],
    ['user', bia.userId],
    ['user', gone],
    ['provider', 'pix'],
  ] as const) {
    await inTransaction(testShop.app, (tx) =>
      recordAudit(tx, { action: 'login.failed', targetType, targetId, details: {} }),
    )
    // Entries of the same millisecond have no fixed order.
    testShop.clock.advance(1)
  }

  const { logs } = await list('actionName=login.failed')

  expect(logs.map(({ target }: { target: unknown }) => target).reverse()).toEqual([
    { type: 'order', id: sale.id, name: 'ORD-000017' },
    { type: 'payment', id: sale.paymentId, name: 'ORD-000017' },
    { type: 'product', id: shelf.id, name: 'Pincel Pro' },
    { type: 'user', id: bia.userId, name: 'Bia_Lima' },
    { type: 'user', id: gone, name: null },
    { type: 'provider', id: 'pix', name: null },
  ])

  // Two names contain 'login', and one of them equals it.
  expect((await acts('actionName=login')).length).toBe(1)
  expect((await acts('action=login')).length).toBe(7)
})
