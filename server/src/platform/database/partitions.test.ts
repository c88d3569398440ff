import { afterEach, beforeEach, expect, it } from 'vitest'

import { recordAudit } from '../../domains/audit/audit.service.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { dropPartition, createMonthsAhead, partitionsOf } from './partitions.ts'
import { inTransaction } from './transaction.ts'

let testShop: TestShop

beforeEach(async () => {
  testShop = await openTestShop()
})

afterEach(() => testShop?.close())

const shopAt = (instant: string) => ({ ...testShop.app, clock: { now: () => new Date(instant) } })
const partitionNames = async () =>
  (await partitionsOf(testShop.app, 'audit_log')).map(({ name }) => name)

const writeAudit = (instant: string) =>
  inTransaction(shopAt(instant), (tx) =>
    recordAudit(tx, { action: 'order.created', targetId: instant }),
  )

const partitionOf = async (instant: string) =>
  (
    await testShop.app.pool.query<{ at: string }>(
      'select tableoid::regclass::text as at from audit_log where target_id = $1',
      [instant],
    )
  ).rows[0]?.at

/** The first instant without a partition for its month. */
const firstFreeMonth = async () => (await partitionsOf(testShop.app, 'audit_log'))[0]!.upto!

const monthLater = (from: Date, months: number, day = 15) =>
  new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, day))

const nameOfMonth = (date: Date) => `audit_log_${date.toISOString().slice(0, 7).replace('-', '_')}`

it('two processes create the months ahead once, and a row goes to its month [P542]', async () => {
  const firstMonth = await firstFreeMonth()
  const now = monthLater(firstMonth, 1).toISOString()

  const createdNames = await Promise.all([
    createMonthsAhead(shopAt(now), 'audit_log'),
    createMonthsAhead(shopAt(now), 'audit_log'),
  ])

  const months = [0, 1, 2, 3, 4].map((n) => nameOfMonth(monthLater(firstMonth, n)))
  expect(createdNames.flat().toSorted()).toEqual(months)
  expect(await partitionNames()).toEqual(['audit_log_first', ...months, 'audit_log_other'])
  expect(await createMonthsAhead(shopAt(now), 'audit_log')).toEqual([])

  const [last, next] = [
    new Date(monthLater(firstMonth, 2, 1).getTime() - 1).toISOString(),
    monthLater(firstMonth, 2, 1).toISOString(),
  ]

  await writeAudit(last)
  await writeAudit(next)
  expect([await partitionOf(last), await partitionOf(next)]).toEqual([months[1], months[2]])
})

it('a row without a partition is kept, and moves once its month is created [P542]', async () => {
  const firstMonth = await firstFreeMonth()
  const instant = monthLater(firstMonth, 2).toISOString()
  await writeAudit(instant)
  expect(await partitionOf(instant)).toBe('audit_log_other')
  await createMonthsAhead(shopAt(instant), 'audit_log')
  expect(await partitionOf(instant)).toBe(nameOfMonth(monthLater(firstMonth, 2)))
})

it('rotating monthly partitions blocks no one; a partition in use stays for the next run [P542]', async () => {
  const firstMonth = await firstFreeMonth()
  const instant = monthLater(firstMonth, 1).toISOString()
  await createMonthsAhead(shopAt(instant), 'audit_log')
  await writeAudit(instant)
  const holder = await testShop.app.pool.connect()
  await holder.query('begin')
  await holder.query('select count(*) from audit_log')

  try {
    expect(
      await dropPartition(testShop.app, 'audit_log', nameOfMonth(monthLater(firstMonth, 1))),
    ).toBe(false)
    // While the reader uses the partition, new rows can still be written.
    await writeAudit(monthLater(firstMonth, 2).toISOString())
    expect(await partitionOf(instant)).toBe(nameOfMonth(monthLater(firstMonth, 1)))
  } finally {
    await holder.query('rollback')
    holder.release()
  }

  expect(
    await dropPartition(testShop.app, 'audit_log', nameOfMonth(monthLater(firstMonth, 1))),
  ).toBe(true)
  expect(await partitionOf(instant)).toBeUndefined()
  expect(await partitionNames()).not.toContain(nameOfMonth(monthLater(firstMonth, 1)))
})
