import { and, eq, inArray } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { auditLog, coupons, products } from './db/tables/index.ts'
import { coupon, person, product, type Person } from './testing/make.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// Bulk actions on many rows, and their undo.

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'admin' })
})

afterAll(() => testShop?.close())

async function ask(method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const reply = await testShop.http.inject({
    method,
    url,
    headers: staff.headers,
    ...(payload && { payload }),
  })
  return { ...reply.json(), http: reply.statusCode }
}

const statuses = async (ids: string[]) => {
  const currentRows = await testShop.app.db.select().from(products).where(inArray(products.id, ids))
  return ids.map((id) => currentRows.find((row) => row.id === id)!.status)
}

it('products are hidden together and restored, except one changed meanwhile and one deleted [P409]', async () => {
  const created = []
  for (const name of ['Um', 'Dois', 'Três', 'Quatro'])
    created.push(await product(testShop.app, { name }))
  const ids = created.map(({ id }) => id)
  const [one, two, three, four] = ids as [string, string, string, string]
  await ask('PUT', `/api/admin/product/${four}`, { status: 'maintenance' })
  await ask('PUT', `/api/admin/product/${two}`, { status: 'inactive' })
  const url = '/api/admin/product/bulk-status'
  const hidden = await ask('POST', url, { rows: ids.map((id) => ({ id, to: 'inactive' })) })
  expect(await statuses(ids)).toEqual(['inactive', 'inactive', 'inactive', 'inactive'])
  expect(hidden.left).toEqual([])
  const namesAndStates = (answer: { done: { name: string; from: string }[] }) =>
    answer.done.map(({ name, from }) => `${name} ${from}`).toSorted()
  // A product that was hidden before has no earlier status to restore.
  expect(namesAndStates(hidden)).toEqual(['Quatro maintenance', 'Três active', 'Um active'])

  await ask('PUT', `/api/admin/product/${three}`, { name: 'Três de outro' })
  await ask('DELETE', `/api/admin/product/${one}`)
  const undoRows = hidden.done.map(({ id, from, version }: any) => ({ id, to: from, version }))
  const back = await ask('POST', url, { rows: undoRows })
  expect(namesAndStates(back)).toEqual(['Quatro inactive'])

  expect(back.left.toSorted((a: any, b: any) => a.why.localeCompare(b.why))).toEqual([
    { id: three, name: 'Três de outro', why: 'changed' },
    { id: one, name: null, why: 'gone' },
  ])

  expect(await statuses([two, three, four])).toEqual(['inactive', 'inactive', 'maintenance'])
  // A repeated undo finds its own result and changes nothing.
  expect((await ask('POST', url, { rows: undoRows })).done).toEqual([])

  const trail = await testShop.app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, four), eq(auditLog.action, 'product.updated')))

  expect(trail).toHaveLength(3)
})

it('coupons are switched off together and on again, except one changed meanwhile [P409]', async () => {
  const couponIds = [
    await coupon(testShop.app, { code: 'UM' }),
    await coupon(testShop.app, { code: 'DOIS' }),
  ]
  const couponRows = await testShop.app.db.select().from(coupons)
  const ids = couponRows.filter(({ code }) => ['UM', 'DOIS'].includes(code)).map(({ id }) => id)
  expect(couponIds.length).toBe(ids.length)
  const url = '/api/admin/cupons/bulk-active'
  testShop.clock.advance(1)
  const off = await ask('POST', url, { rows: ids.map((id) => ({ id, to: false })) })

  expect(off.done.map(({ name, from }: any) => [name, from]).toSorted()).toEqual([
    ['DOIS', true],
    ['UM', true],
  ])

  testShop.clock.advance(1)
  const two = off.done.find(({ name }: any) => name === 'DOIS')
  await ask('PUT', `/api/admin/cupons/${two.id}`, { usageLimit: 5 })
  const back = await ask('POST', url, {
    rows: off.done.map(({ id, from, version }: any) => ({ id, to: from, version })),
  })
  expect(back.done.map(({ name }: any) => name)).toEqual(['UM'])
  expect(back.left).toEqual([{ id: two.id, name: 'DOIS', why: 'changed' }])
  const after = await testShop.app.db.select().from(coupons).where(inArray(coupons.id, ids))

  expect(Object.fromEntries(after.map(({ code, active }) => [code, active]))).toEqual({
    UM: true,
    DOIS: false,
  })
})

it('all rows change or none, and an unknown act is refused [P409]', async () => {
  const [one, two] = [await product(testShop.app), await product(testShop.app)]
  const url = '/api/admin/product/bulk-status'

  for (const badRows of [
    [],
    [{ id: 'x', to: 'active' }],
    [{ id: one.id, to: 'sold' }],
    [
      { id: one.id, to: 'inactive' },
      { id: one.id, to: 'active' },
    ],
    Array.from({ length: 101 }, () => ({ id: randomUUID(), to: 'active' })),
  ])
    expect((await ask('POST', url, { rows: badRows })).http).toBe(400)

  // The database refuses the audit entry of the second row, so the first row must stay unchanged
  // too.
  const last = [one.id, two.id].toSorted()[1]

  await testShop.app.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin
       if new.target_id = '${last}' then raise 'no'; end if; return new; end $$;
     create trigger refused before insert on audit_log for each row execute function refuse()`,
  )

  const failed = await ask('POST', url, {
    rows: [one.id, two.id].map((id) => ({ id, to: 'inactive' })),
  })
  await testShop.app.pool.query('drop trigger refused on audit_log; drop function refuse()')
  expect(failed.http).toBe(500)
  expect(await statuses([one.id, two.id])).toEqual(['active', 'active'])
})
