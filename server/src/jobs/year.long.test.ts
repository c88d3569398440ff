import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tableStates } from '../domains/watch/tables.queries.ts'
import { partitionsOf } from '../platform/database/partitions.ts'
import { makeCrowd, rowsAnOrder, sellMonth } from '../testing/busy-month.ts'
import { byClock } from '../testing/clock.ts'
import { isLong } from '../testing/long.ts'
import { product } from '../testing/make.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

// Eighteen months of a busy shop, month by month: SQL inserts the rows of the orders, the clock
// moves on, and the scheduled tasks delete due rows. By default a hundred orders a day; YEAR_ORDERS
// sets the orders of a month.

const [months, people] = [18, 500]
const orders = Number(process.env.YEAR_ORDERS ?? 3_000)

/** The shortest allowed retention periods, so that all of them end within eighteen months. */
const env = { RETENTION_AUDIT_MONTHS: '6', RETENTION_CART_DAYS: '90' }

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let testShop: TestShop

beforeAll(async () => {
  if (!isLong) return

  testShop = await openTestShop({ env })
  await product(testShop.app, { keys: 1 })
  await makeCrowd(testShop.app.pool, people)
}, 60_000)

afterAll(() => testShop?.close())

type Month = Record<string, { rows: number; kB: number }> & {
  partitions: { rows: number; kB: number }
}

async function measure(): Promise<Month> {
  await testShop.app.pool.query('vacuum (analyze)')
  const states = await tableStates(testShop.app)
  const tableSizes: Record<string, { rows: number; kB: number }> = {}

  for (const table of Object.keys(rowsAnOrder)) {
    const { rows } = await testShop.app.pool.query<{ n: number }>(
      `select count(*)::int as n from ${table}`,
    )
    const { bytes } = states.find((one) => one.table === table)!
    tableSizes[table] = { rows: rows[0]!.n, kB: Math.round(bytes / 1000) }
  }

  const partitions = await partitionsOf(testShop.app, 'audit_log')

  return { ...tableSizes, partitions: { rows: partitions.length, kB: 0 } }
}

it.skipIf(!isLong)(
  'in 18 busy months cleared tables keep their size, partitions rotate and memory is flat [P548]',
  async () => {
    const monthSizes: Month[] = []
    const heap: number[] = []

    for (let month = 0; month < months; month++) {
      const from = testShop.clock.now()
      await testShop.advance(30 * 86_400)
      await sellMonth(testShop.app.pool, { from, upto: testShop.clock.now(), orders, people })
      await byClock(testShop.app, 'clear what is due')
      monthSizes.push(await measure())
      collectGarbage()
      heap.push(process.memoryUsage().heapUsed / 1_000_000)
    }

    if (process.env.YEAR_FIGURES) console.log(sizesTable(monthSizes, heap))
    const last = monthSizes.at(-1)!
    const rows = (table: keyof typeof rowsAnOrder) => last[table]!.rows

    const expectMonths = (table: keyof typeof rowsAnOrder, of: number) =>
      expect([table, rows(table) / (orders * rowsAnOrder[table])]).toEqual([
        table,
        expect.closeTo(of, 1),
      ])

    // How many months of rows remain, to prove that none is deleted early or late.
    expectMonths('webhook_events', 3)
    expectMonths('carts', 3)
    expectMonths('cart_items', 3)
    expectMonths('mails_sent', 3)
    expectMonths('password_resets', 1)
    expectMonths('sessions', 1 + 7 / 30)
    expectMonths('refresh_tokens', 1 + 7 / 30)
    expect(rows('captcha_uses')).toBeLessThan(10)
    expect(rows('rate_limits')).toBe(0)
    expect(rows('login_codes') / orders).toBeLessThan(0.1)
    // Six months of the calendar are 181 to 184 days.
    expect(rows('audit_log') / (orders * 6)).toBeGreaterThan(6)
    expect(rows('audit_log') / (orders * 6)).toBeLessThan(6.2)
    // Orders and payments are never deleted.
    expect([rows('orders'), rows('payments')]).toEqual([months * orders, months * orders])
    // Seven months with rows, three ahead, and the default partition.
    expect(last.partitions.rows).toBeGreaterThanOrEqual(10)
    expect(last.partitions.rows).toBeLessThanOrEqual(12)

    for (const table of Object.keys(rowsAnOrder).filter(
      (one) => !/^(orders|payments)$/.test(one),
    )) {
      const then = monthSizes[11]![table]!.kB
      expect([table, last[table]!.kB <= then * 1.15 + 200]).toEqual([table, true])
    }

    expect(heap.at(-1)! - heap[5]!).toBeLessThan(20)
  },
  600_000,
)

const sizesTable = (monthSizes: Month[], heap: number[]): string =>
  [
    `| month | ${Object.keys(monthSizes[0]!).join(' | ')} | heap |`,
    ...monthSizes.map(
      (month, n) =>
        `| ${n + 1} | ${Object.values(month)
          .map(({ rows, kB }) => (kB ? `${rows} (${(kB / 1000).toFixed(1)})` : rows))
          .join(' | ')} | ${heap[n]!.toFixed(0)} |`,
    ),
  ].join('\n')
