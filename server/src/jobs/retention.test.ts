import { afterEach, beforeEach, expect, it } from 'vitest'

import { recordAudit } from '../domains/audit/audit.service.ts'
import { clearDueRows, countDueRows } from '../platform/database/clearing.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newId } from '../platform/secrets/ids.ts'
import { byClock } from '../testing/clock.ts'
import { accepted, buyerOf, startPix } from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { clearings } from './retention.ts'

const day = 86_400
let testShop: TestShop

beforeEach(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterEach(() => testShop?.close())

const query = async (text: string, values: unknown[] = []) =>
  (await testShop.app.pool.query(text, values)).rows

const of = (what: string) => clearings.find((clearing) => clearing.what === what)!
const daysAgo = (days: number) => new Date(testShop.clock.now().getTime() - days * day * 1000)

const eventIds = async () =>
  (await query('select event_id from webhook_events order by 1')).map(({ event_id }) => event_id)

const insertEvent = (eventId: string, days: number, reference: string | null = null) =>
  query(
    `insert into webhook_events (provider, event_id, type, reference, received_at)
      values ('pix', $1, 'pix', $2, $3)`,
    [eventId, reference, daysAgo(days)],
  )

const writeEntry = (
  entry: { action: string; targetType?: string; targetId?: string; actorId?: string },
  days: number,
) =>
  inTransaction({ ...testShop.app, clock: { now: () => daysAgo(days) } }, (tx) =>
    recordAudit(tx, entry),
  )

const auditActions = async () =>
  (await query('select action from audit_log order by created_at, action')).map(
    ({ action }) => action,
  )

const runClearing = () => byClock(testShop.app, 'clear what is due')

it('each cleared table has its default retention period [P540]', () => {
  expect(
    clearings.map((clearing) => [clearing.what, clearing.period(testShop.app.config)]),
  ).toEqual([
    ['counters of limits whose window is over', 'until their window is over'],
    ['captchas that were used', 'until they expire'],
    ['mailed codes', 'a day after they expire'],
    ['links to set a forgotten password', '30 days after they expire'],
    ['what was pressed and typed in the chat', 'a day'],
    ['sessions that ended, and their tokens', '30 days after their end'],
    ['that a mail was sent, by its number', '90 days'],
    ['which addresses take no mail', '90 days'],
    ['hints of providers', '90 days'],
    ['carts, whether bought or left, and what is in them', '730 days'],
    ['logins, codes and refusals, with their addresses', '6 months'],
    ['all other lines of the trail', '60 months'],
    ['of people whose accounts were deleted', '5 years after the account'],
    ['sums of visits by day and source', '37 months'],
  ])
})

it('webhook events go after 90 days, except for a payment open, contested or under review [P543]', async () => {
  const { who, cartId } = await buyerOf(testShop)
  const { paymentId } = accepted(await startPix(testShop, who, cartId))
  await insertEvent('new', 89)
  await insertEvent('old', 91)
  await insertEvent('open', 91, paymentId)
  await runClearing()
  expect(await eventIds()).toEqual(['new', 'open'])
  await query(`update payments set status = 'completed' where id = $1`, [paymentId])

  for (const dispute of ['inquiry', 'open', 'unknown']) {
    await query('update payments set dispute = $2 where id = $1', [paymentId, dispute])
    await runClearing()
    expect(await eventIds(), dispute).toEqual(['new', 'open'])
  }

  await query(`update payments set dispute = 'won', on_desk = true where id = $1`, [paymentId])
  await runClearing()
  expect(await eventIds()).toEqual(['new', 'open'])
  await query('update payments set on_desk = false where id = $1', [paymentId])
  await runClearing()
  expect(await eventIds()).toEqual(['new'])
})

it('access entries go after six months, others after five years; those of open payments stay [P544]', async () => {
  const { who, cartId } = await buyerOf(testShop)
  const { paymentId } = accepted(await startPix(testShop, who, cartId))
  const [{ id: orderId }] = await query('select id from orders')

  await inTransaction(testShop.app, async (tx) => {
    await tx.db.execute(`set local chaveiro.retention = 'on'`)
    await tx.db.execute('delete from audit_log')
  })

  // The times differ, because entries of the same millisecond are sorted by action.
  await writeEntry({ action: 'payment.created', targetType: 'payment', targetId: paymentId }, 2_001)
  await writeEntry({ action: 'order.created', targetType: 'order', targetId: orderId }, 2_000)
  await writeEntry({ action: 'settings.saved', targetType: 'section', targetId: 'x' }, 2_000)
  await writeEntry({ action: 'order.odd', targetType: 'order', targetId: 'ORD-000001' }, 2_000)
  await writeEntry({ action: 'user.banned' }, 1_800)
  await writeEntry({ action: 'login', actorId: who.userId }, 200)
  await writeEntry({ action: 'login', actorId: newId() }, 200)
  await writeEntry({ action: 'login.failed' }, 200)
  await writeEntry({ action: 'logout' }, 170)
  await runClearing()

  expect(await auditActions()).toEqual([
    'payment.created',
    'order.created',
    'user.banned',
    'login',
    'logout',
  ])

  await query(`update payments set status = 'failed' where id = $1`, [paymentId])
  await runClearing()
  expect(await auditActions()).toEqual(['user.banned', 'logout'])
})

it('expired months of the audit log are dropped whole, unless money of their time is open [P544]', async () => {
  const months = async () =>
    (
      await query(`select c.relname from pg_inherits h join pg_class c on c.oid = h.inhrelid
      where h.inhparent = 'audit_log'::regclass order by 1`)
    ).map(({ relname }) => relname)

  const { who, cartId } = await buyerOf(testShop)
  accepted(await startPix(testShop, who, cartId))
  await query(`update payments set status = 'completed', on_desk = true`)
  await testShop.advance(80 * day)
  await runClearing()
  const before = await months()
  const [oldest] = before.filter((name) => /_\d{4}_\d\d$/.test(name))
  await testShop.advance(5 * 366 * day + 65 * day)
  await runClearing()
  expect(await months()).toEqual(expect.arrayContaining(['audit_log_first', oldest]))
  await query('update payments set on_desk = false')
  await runClearing()
  const after = await months()
  expect(after).not.toContain('audit_log_first')
  expect(after).not.toContain(oldest)
  expect(after).toContain('audit_log_other')
  // New entries can still be written, and all orders remain.
  await inTransaction(testShop.app, (tx) => recordAudit(tx, { action: 'logout' }))
  expect(await query('select count(*)::int as n from orders')).toEqual([{ n: 1 }])
})

it('carts go after two years, bought or not; a cart awaiting payment and all orders stay [P545]', async () => {
  const paid = await buyerOf(testShop)
  const waits = await buyerOf(testShop)
  const left = await buyerOf(testShop)
  accepted(await startPix(testShop, paid.who, paid.cartId))
  await query(`update payments set status = 'completed'`)
  await query(`update carts set status = 'completed' where id = $1`, [paid.cartId])
  accepted(await startPix(testShop, waits.who, waits.cartId))
  await query(`update carts set created_at = $1, updated_at = $1`, [daysAgo(731)])
  const young = await buyerOf(testShop)
  await runClearing()
  const ids = (await query('select id from carts')).map(({ id }) => id)
  expect(ids.toSorted()).toEqual([waits.cartId, young.cartId].toSorted())
  expect(await query('select count(distinct cart_id)::int as n from cart_items')).toEqual([
    { n: 2 },
  ])
  expect(await query('select count(*)::int as n from orders')).toEqual([{ n: 2 }])
  expect(left.cartId).not.toBe(paid.cartId)
})

it('counters, password links, consents and visits go when their period ends [P545]', async () => {
  const { who } = await buyerOf(testShop)
  const gone = await buyerOf(testShop)
  await query(`insert into rate_limits (key, points, expire)
    values ('a', 1, (extract(epoch from now()) * 1000)::bigint - 1000),
      ('b', 1, (extract(epoch from now()) * 1000)::bigint + 60000), ('c', 1, null)`)

  for (const [hash, days] of [
    ['aa', 31],
    ['bb', 29],
  ] as const)
    await query(
      `insert into password_resets (hash, user_id, created_at, expires_at)
        values (decode($1, 'hex'), $2, $3, $3)`,
      [hash, who.userId, daysAgo(days)],
    )

  for (const userId of [who.userId, gone.who.userId])
    await query(
      `insert into consents (id, user_id, kind, version, channel, language, created_at)
        values (gen_random_uuid(), $1, 'terms', 'x', 'site', 'pt-BR', now())`,
      [userId],
    )

  await query('update users set deleted_at = $1 where id = $2', [daysAgo(5 * 366), gone.who.userId])
  await query(`insert into visit_days (day, step, source, visits)
    values (current_date - 1100, 'visit', 'x', 3), (current_date - 1180, 'visit', 'x', 4)`)
  await runClearing()

  expect(await query('select key from rate_limits order by 1')).toEqual([
    { key: 'b' },
    { key: 'c' },
  ])

  expect(await query(`select encode(hash, 'hex') as hash from password_resets`)).toEqual([
    { hash: 'bb' },
  ])
  expect(await query('select user_id from consents')).toEqual([{ user_id: who.userId }])
  expect(await query('select visits::int from visit_days')).toEqual([{ visits: 3 }])
})

it('several processes delete in parallel, each row once; locked rows stay and block none [P546]', async () => {
  await query(
    `insert into webhook_events (provider, event_id, type, received_at)
    select 'pix', 'e' || lpad(g::text, 4, '0'), 'pix', $1 from generate_series(1, 1500) g`,
    [daysAgo(100)],
  )

  const other = await testShop.another()
  const lockHolder = await testShop.app.pool.connect()
  await lockHolder.query('begin')
  await lockHolder.query(
    `select 1 from webhook_events where event_id in ('e0001', 'e0700') for update`,
  )

  try {
    const clearedCounts = await Promise.all([
      clearDueRows(testShop.app, of('hints of providers'), { rows: 40 }),
      clearDueRows(other, of('hints of providers'), { rows: 40 }),
    ])

    await clearDueRows(testShop.app, of('hints of providers'))
    expect(clearedCounts[0] + clearedCounts[1]).toBeLessThanOrEqual(1498)
    expect(await eventIds()).toEqual(['e0001', 'e0700'])
  } finally {
    await lockHolder.query('rollback')
    lockHolder.release()
  }

  // A stopped run deletes nothing; the next run continues.
  const abortController = new AbortController()
  abortController.abort()
  expect(
    await clearDueRows(testShop.app, of('hints of providers'), { signal: abortController.signal }),
  ).toBe(0)
  expect(await countDueRows(testShop.app, of('hints of providers'))).toBe(2)
  expect(await clearDueRows(testShop.app, of('hints of providers'))).toBe(2)
})
