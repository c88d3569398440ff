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

const at = (instant: string) => ({ ...testShop.app, clock: { now: () => new Date(instant) } })
const names = async () => (await partitionsOf(testShop.app, 'audit_log')).map(({ name }) => name)

const write = (instant: string) =>
  inTransaction(at(instant), (tx) =>
    recordAudit(tx, { action: 'order.created', targetId: instant }),
  )

const where = async (instant: string) =>
  (
    await testShop.app.pool.query<{ at: string }>(
      'select tableoid::regclass::text as at from audit_log where target_id = $1',
      [instant],
    )
  ).rows[0]?.at

/** The first instant after the months that the migration created. */
const end = async () => (await partitionsOf(testShop.app, 'audit_log'))[0]!.upto!

const later = (from: Date, months: number, day = 15) =>
  new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, day))

const called = (date: Date) => `audit_log_${date.toISOString().slice(0, 7).replace('-', '_')}`

it('two processes create the months ahead once, and a row goes to its month [P542]', async () => {
  const first = await end()
  const now = later(first, 1).toISOString()

  const made = await Promise.all([
    createMonthsAhead(at(now), 'audit_log'),
    createMonthsAhead(at(now), 'audit_log'),
  ])

  const months = [0, 1, 2, 3, 4].map((n) => called(later(first, n)))
  expect(made.flat().toSorted()).toEqual(months)
  expect(await names()).toEqual(['audit_log_first', ...months, 'audit_log_other'])
  expect(await createMonthsAhead(at(now), 'audit_log')).toEqual([])

  const [last, next] = [
    new Date(later(first, 2, 1).getTime() - 1).toISOString(),
    later(first, 2, 1).toISOString(),
  ]

  await write(last)
  await write(next)
  expect([await where(last), await where(next)]).toEqual([months[1], months[2]])
})

it('a row without a partition is kept, and moves once its month is created [P542]', async () => {
  const first = await end()
  const instant = later(first, 2).toISOString()
  await write(instant)
  expect(await where(instant)).toBe('audit_log_other')
  await createMonthsAhead(at(instant), 'audit_log')
  expect(await where(instant)).toBe(called(later(first, 2)))
})

it('rotating monthly partitions blocks no one; a partition in use stays for the next run [P542]', async () => {
  const first = await end()
  const instant = later(first, 1).toISOString()
  await createMonthsAhead(at(instant), 'audit_log')
  await write(instant)
  const holder = await testShop.app.pool.connect()
  await holder.query('begin')
  await holder.query('select count(*) from audit_log')

  try {
    expect(await dropPartition(testShop.app, 'audit_log', called(later(first, 1)))).toBe(false)
    // While the reader uses the partition, a sale is still written.
    await write(later(first, 2).toISOString())
    expect(await where(instant)).toBe(called(later(first, 1)))
  } finally {
    await holder.query('rollback')
    holder.release()
  }

  expect(await dropPartition(testShop.app, 'audit_log', called(later(first, 1)))).toBe(true)
  expect(await where(instant)).toBeUndefined()
  expect(await names()).not.toContain(called(later(first, 1)))
})
