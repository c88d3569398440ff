import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { auditLog, savedViews } from '../../../db/tables/index.ts'
import { person, type Person } from '../../../testing/make.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop
let ana: Person
let bia: Person

beforeAll(async () => {
  testShop = await openTestShop()
  ana = await person(testShop.app, { role: 'admin' })
  bia = await person(testShop.app, { role: 'developer' })
})

afterAll(() => testShop?.close())

async function ask(
  who: Person,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  payload?: object,
) {
  const reply = await testShop.http.inject({
    method,
    url: `/api/admin/views${path}`,
    headers: { ...who.headers, 'accept-language': 'en-US' },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, ...reply.json() }
}

const named = (name: string) => ({
  section: 'orders',
  name,
  filters: { status: 'pending', sort: 'oldest' },
  hidden: ['created'],
})

it('a view is saved, renamed, changed and removed by its owner only [P406]', async () => {
  const { status, view } = await ask(ana, 'POST', '', named('Meus pendentes'))
  expect(status).toBe(200)

  expect(view).toEqual({
    id: view.id,
    _id: view.id,
    section: 'orders',
    name: 'Meus pendentes',
    filters: { status: 'pending', sort: 'oldest' },
    hidden: ['created'],
  })

  expect((await ask(bia, 'GET')).views).toEqual([])
  expect((await ask(ana, 'GET')).views).toEqual([view])

  for (const refused of [
    await ask(bia, 'PUT', `/${view.id}`, { name: 'Roubada' }),
    await ask(bia, 'DELETE', `/${view.id}`),
  ])
    expect([refused.status, refused.error]).toEqual([404, 'This view does not exist any more.'])

  const renamed = await ask(ana, 'PUT', `/${view.id}`, { name: 'Parados' })
  expect(renamed.view).toEqual({ ...view, name: 'Parados' })
  const changed = await ask(ana, 'PUT', `/${view.id}`, { filters: { search: 'ana@' }, hidden: [] })

  expect(changed.view).toEqual({
    ...view,
    name: 'Parados',
    filters: { search: 'ana@' },
    hidden: [],
  })

  expect((await ask(ana, 'PUT', `/${view.id}`, {})).view).toEqual(changed.view)
  expect((await ask(ana, 'DELETE', `/${view.id}`)).status).toBe(200)
  expect((await ask(ana, 'GET')).views).toEqual([])
  const trail = await testShop.app.db.select().from(auditLog).where(eq(auditLog.targetId, view.id))

  expect(trail.map(({ action }) => action).toSorted()).toEqual([
    'view.changed',
    'view.changed',
    'view.changed',
    'view.removed',
    'view.saved',
  ])

  expect(JSON.stringify(trail)).not.toMatch(/Parados|ana@|pendentes/)
})

it('names are unique within a section, and twenty are the limit, also under concurrency [P406]', async () => {
  expect((await ask(ana, 'POST', '', named('A'))).status).toBe(200)
  const again = await ask(ana, 'POST', '', named('a'))
  expect([again.status, again.error]).toEqual([409, 'You already have a view with this name here.'])
  expect((await ask(bia, 'POST', '', named('A'))).status).toBe(200)
  expect((await ask(ana, 'POST', '', { ...named('A'), section: 'products' })).status).toBe(200)
  const many = await Promise.all(
    Array.from({ length: 25 }, (_, place) => ask(ana, 'POST', '', named(`Visão ${place}`))),
  )
  expect(many.filter(({ status }) => status === 200)).toHaveLength(19)
  expect([
    ...new Set(many.filter(({ status }) => status !== 200).map(({ error }) => error)),
  ]).toEqual(['Each list keeps up to 20 views of yours. Delete one before you save another.'])
  const kept: { section: string }[] = (await ask(ana, 'GET')).views
  expect(kept.filter(({ section }) => section === 'orders')).toHaveLength(20)
})

it('an invalid view is refused and not stored [P406]', async () => {
  const before = await testShop.app.db.$count(savedViews)

  for (const wrong of [
    named(''),
    named('x'.repeat(41)),
    { ...named('B'), section: 'settings' },
    { ...named('B'), filters: { search: 'x'.repeat(201) } },
    { ...named('B'), filters: { 'a b': 'c' } },
    { ...named('B'), filters: { status: 1 } },
    { ...named('B'), filters: Object.fromEntries([...'abcdefghijklm'].map((key) => [key, '1'])) },
    { ...named('B'), hidden: Array.from({ length: 31 }, () => 'created') },
  ])
    expect((await ask(bia, 'POST', '', wrong)).status, JSON.stringify(wrong)).toBe(400)

  expect(await testShop.app.db.$count(savedViews)).toBe(before)
})

it('the views of a deleted person are deleted [P406]', async () => {
  const gone = await person(testShop.app, { role: 'developer' })
  await ask(gone, 'POST', '', named('Minha'))

  const reply = await testShop.http.inject({
    method: 'DELETE',
    url: `/api/admin/users/${gone.userId}`,
    headers: ana.headers,
  })

  expect(reply.statusCode).toBe(200)
  expect(
    await testShop.app.db.select().from(savedViews).where(eq(savedViews.userId, gone.userId)),
  ).toEqual([])
})
