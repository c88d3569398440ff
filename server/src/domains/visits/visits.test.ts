import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { orders, visitDays } from '../../db/tables/index.ts'
import { startSchedule } from '../../jobs/schedule.ts'
import type { App } from '../../platform/app.ts'
import { person, product, validCpf } from '../../testing/make.ts'
import { together } from '../../testing/race.ts'
import { fill, send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { countVisit, writeVisits } from './visits.service.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  // Half past eleven at night in São Paulo; in UTC it is the next day.
  testShop.clock.advance(
    (Date.parse('2027-05-11T02:30:00Z') - testShop.clock.now().getTime()) / 1000,
  )
})

afterAll(async () => {
  await testShop?.close()
})

const count = (step: string, source?: string) =>
  send(testShop, 'POST /api/visits', {
    body: { step, ...(source === undefined ? {} : { source }) },
  })

const kept = async () =>
  (await testShop.app.db.select().from(visitDays))
    .map(({ day, step, source, visits }) => `${day} ${step} ${source}: ${visits}`)
    .toSorted()

it('visits become sums by store day, step and source, from two processes and any source [P400]', async () => {
  expect((await count('visit')).body).toEqual({ success: true })
  await count('visit', '')
  await count('visit', 'Instagram/Natal 26')
  await count('visit', ' <script>alert(1)</script>')
  await count('checkout', 'ção-ção')
  expect((await count('bought')).status).toBe(400)
  expect((await count('visit', 'x'.repeat(201))).status).toBe(400)
  expect(await kept()).toEqual([])
  await writeVisits(testShop.app)
  const other = await testShop.another()
  other.visits.add('2027-05-10 visit instagram/natal-26')
  await Promise.all([writeVisits(other), writeVisits(testShop.app)])

  expect(await kept()).toEqual([
    '2027-05-10 checkout o-o: 1',
    '2027-05-10 visit : 2',
    '2027-05-10 visit instagram/natal-26: 2',
    '2027-05-10 visit script-alert-1/script: 1',
  ])
})

it('a hundred thousand visits from thousands of sources are 101 rows a day, two statements [P400]', async () => {
  await testShop.app.db.delete(visitDays)
  for (let n = 0; n < 100_000; n++) testShop.app.visits.add(`2027-05-12 visit source-${n % 1500}`)
  await writeVisits(testShop.app)
  const rows = await kept()
  expect(rows).toHaveLength(101)
  expect(rows.reduce((sum, row) => sum + Number(row.split(': ')[1]), 0)).toBe(100_000)
  expect(rows).toContain('2027-05-12 visit other: 93300')
})

it('one network adds at most fifty visits and five sources a day, by /64 for IPv6', async () => {
  await testShop.app.db.delete(visitDays)
  const from = (ip: string, source: string) =>
    countVisit(testShop.app, 'visit', { given: source, ip })
  for (let n = 0; n < 300; n++) from(`2001:db8:1:2::${(n % 9) + 1}`, n < 20 ? `novo-${n}` : '')
  from('2001:db8:1:3::1', 'novo-0')
  from('203.0.113.9', '')
  await writeVisits(testShop.app)

  expect(await kept()).toEqual([
    '2027-05-10 visit : 31',
    '2027-05-10 visit novo-0: 2',
    '2027-05-10 visit novo-1: 1',
    '2027-05-10 visit novo-2: 1',
    '2027-05-10 visit novo-3: 1',
    '2027-05-10 visit novo-4: 1',
    '2027-05-10 visit other: 15',
  ])
})

it('a usual source keeps its name on a day that invented ones have filled', async () => {
  await testShop.app.db.delete(visitDays)
  for (let n = 0; n < 3; n++) testShop.app.visits.add('2027-05-19 visit google.com')
  await writeVisits(testShop.app)
  for (let n = 0; n < 100; n++) testShop.app.visits.add(`2027-05-20 visit inventada-${n}`)
  testShop.app.visits.add('2027-05-20 visit google.com')
  testShop.app.visits.add('2027-05-20 visit nova')
  await writeVisits(testShop.app)
  const rows = (await kept()).filter((row) => !row.includes('inventada'))

  expect(rows).toEqual([
    '2027-05-19 visit google.com: 3',
    '2027-05-20 visit google.com: 1',
    '2027-05-20 visit other: 1',
  ])

  await testShop.app.db.delete(visitDays)
})

it('two processes that count the same visits in different orders do not deadlock', async () => {
  const { app } = testShop
  const other = await testShop.another()
  const [first, second] = ['2027-05-14 visit a', '2027-05-14 visit b'] as const
  for (const step of [first, second]) app.visits.add(step)
  await writeVisits(app)
  for (const step of [first, second]) other.visits.add(step)
  for (const step of [second, first]) app.visits.add(step)
  const hold = (tx: App) =>
    tx.db.select().from(visitDays).where(eq(visitDays.source, 'a')).for('update')
  const acts = [other, app].map((process) => () => writeVisits(process))
  const written = await together(testShop, hold, acts)

  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect((await kept()).slice(-2)).toEqual([`${first}: 3`, `${second}: 3`])
})

it('counts that cannot be written are written later; a stopping process writes its own [P400]', async () => {
  await testShop.app.db.delete(visitDays)
  testShop.app.visits.add('2027-05-13 visit a')
  const broken = { ...testShop.app, db: { ...testShop.app.db, selectDistinct: undefined } as never }
  await expect(writeVisits(broken)).rejects.toThrow()
  testShop.app.visits.add('2027-05-13 visit a')
  const schedule = startSchedule(testShop.app)
  await schedule.stop()
  expect(await kept()).toEqual(['2027-05-13 visit a: 2'])
})

it("an order stores its visit's source; a checkout without one came directly [P401]", async () => {
  const sources: string[] = []

  for (const source of ['Instagram / Natal', undefined]) {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1 })
    const cartId = await fill(testShop, who, id)
    const customer = { name: who.name, email: who.email, cpf: validCpf }
    const body = { cartId, termsAccepted: true, customer, ...(source ? { source } : {}) }
    const reply = await send(testShop, 'POST /api/payment/efybank/checkout', { as: who, body })
    expect(reply.status).toBe(200)
    const [order] = await testShop.app.db.select().from(orders).where(eq(orders.userId, who.userId))
    sources.push(`${order?.origin}: ${order?.source}`)
  }

  expect(sources).toEqual(['site: instagram/natal', 'site: '])
})
