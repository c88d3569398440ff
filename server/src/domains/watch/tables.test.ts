import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { tableStates } from './tables.queries.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(() => testShop?.close())
const query = async (text: string) => (await testShop.app.pool.query(text)).rows

it('lists each table with size, rows, dead rows, last vacuum and age, partitions as one [P547]', async () => {
  await query('alter table visit_days set (autovacuum_enabled = false)')
  const client = await testShop.app.pool.connect()
  await client.query(`insert into visit_days (day, step, source, visits)
    select current_date, 'visit', 's' || g, 1 from generate_series(1, 300) g`)
  await client.query('update visit_days set visits = 2 where source <= $1', ['s199'])
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from visit_days where source <= 's199'`,
  )
  await client.query('select pg_stat_force_next_flush()')
  await client.query('select 1')
  client.release()
  const of = async (table: string) =>
    (await tableStates(testShop.app)).find((one) => one.table === table)!
  const before = await of('visit_days')
  expect(before).toMatchObject({ rows: 300, dead: rows[0]!.n, sweptAt: null })
  expect(before.bytes).toBeGreaterThan(16_000)
  expect(before.age).toBeGreaterThan(0)
  await query('vacuum visit_days')
  const swept = await of('visit_days')
  expect(swept.dead).toBe(0)
  expect(swept.sweptAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const names = (await tableStates(testShop.app)).map(({ table }) => table)
  expect(names).toContain('audit_log')
  expect(names.filter((name) => name.startsWith('audit_log'))).toEqual(['audit_log'])
})

it('hot tables are vacuumed after some hundreds of dead rows, not after a fifth of all [P547]', async () => {
  const rows = await query(`select c.relname as name, c.reloptions as set from pg_class c
    where c.relkind = 'r' and c.reloptions is not null and c.relname <> 'visit_days' order by 1`)

  expect(rows.map(({ name }) => name)).toEqual([
    '_private_jobs',
    'carts',
    'orders',
    'payments',
    'rate_limits',
    'refresh_tokens',
    'sessions',
    'stock_counts',
    'stock_keys',
  ])

  expect(rows.find(({ name }) => name === 'payments').set).toEqual([
    'autovacuum_vacuum_scale_factor=0.02',
    'autovacuum_vacuum_threshold=500',
    'autovacuum_analyze_scale_factor=0.02',
  ])

  expect(rows.find(({ name }) => name === '_private_jobs').set).toEqual([
    'autovacuum_vacuum_scale_factor=0',
    'autovacuum_vacuum_threshold=1000',
  ])
})

it('every table is in the inventory of stored data [P549]', async () => {
  const inventory = readFileSync(
    new URL('../../../../docs/operations/retention.md', import.meta.url),
    'utf8',
  )

  const named = new Set([...inventory.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name))
  const tables = (await tableStates(testShop.app)).map(({ table }) => table)
  expect(tables.length).toBeGreaterThan(80)
  expect(
    tables.filter((table) => !table.startsWith('graphile_worker.') && !named.has(table)),
  ).toEqual([])
})
