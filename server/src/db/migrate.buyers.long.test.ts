import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { cartOf, coupon, person, product } from '../testing/make.ts'
import { expectSound, startPix } from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { migrate } from './migrate.ts'

// A migration that cannot get its lock must not block buyers, whose statements queue behind it.

const patient = { timeout: 30_000 }
let testShop: TestShop
let folder: string
let url: string
let warned: number
const log = { info() {}, warn: () => void warned++ }

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  url = testShop.app.config.databaseUrl!
  folder = mkdtempSync(join(tmpdir(), 'chaveiro-migrations-'))
})

afterAll(async () => {
  await testShop?.close()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(() => {
  warned = 0
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  return client
}

const columnsCalled = async (name: string): Promise<string[]> => {
  const { rows } = await testShop.app.pool.query<{ of: string }>(
    'select table_name as of from information_schema.columns where column_name = $1 order by 1',
    [name],
  )
  return rows.map(({ of }) => of)
}

/** Buyers who place free orders, four at a time, until they are stopped. */
async function crowd(count: number) {
  const { id } = await product(testShop.app, { keys: count })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
  const waiting: Parameters<typeof startPix>[1][] = []
  for (let n = 0; n < count; n++) waiting.push(await person(testShop.app))
  const carts = new Map<string, string>()
  for (const { userId } of waiting)
    carts.set(userId, await cartOf(testShop.app, userId, [{ productId: id, quantity: 1 }]))
  const answers: { status: number; said: string }[] = []
  let isOver = false

  const buy = async (): Promise<void> => {
    for (let who = waiting.pop(); who && !isOver; who = waiting.pop()) {
      const cartId = carts.get(who.userId)!
      const { status, body } = await startPix(testShop, who, cartId, { coupon: 'TUDO' })
      answers.push({ status, said: body.status ?? body.code })
      await new Promise((done) => setTimeout(done, 20))
    }
  }

  const all = Promise.all([buy(), buy(), buy(), buy()])

  return {
    answers,
    async stop() {
      isOver = true
      await all
    },
  }
}

it('while a long report blocks a migration, every order goes through [P604]', async () => {
  writeFileSync(
    join(folder, '9001-later.sql'),
    'alter table orders add column later int;\nalter table payments add column later int;\n',
  )

  const buyers = await crowd(600)
  await expect.poll(() => buyers.answers.length, patient).toBeGreaterThan(5)
  const report = await connect()
  await report.query('begin; select count(*) from payments')
  const migrating = migrate(url, { log, folder })
  await expect.poll(() => warned, patient).toBeGreaterThan(1)
  // While the report keeps its transaction open and the migration waits, buyers still order.
  const before = buyers.answers.length
  await expect.poll(() => buyers.answers.length, patient).toBeGreaterThanOrEqual(before + 30)
  expect(await columnsCalled('later')).toEqual([])
  await report.query('commit')
  await migrating
  await report.end()
  expect(await columnsCalled('later')).toEqual(['orders', 'payments'])
  const after = buyers.answers.length
  await expect.poll(() => buyers.answers.length, patient).toBeGreaterThan(after)
  await buyers.stop()
  expect([...new Set(buyers.answers.map(({ status, said }) => `${status} ${said}`))]).toEqual([
    '200 completed',
  ])
  await expectSound(testShop)
})

it('in a deadlock with a sale the migration gives way, and both complete [P604]', async () => {
  const sale = await connect()
  await sale.query('create table shelf (id int); create table till (id int)')

  writeFileSync(
    join(folder, '9002-crossing.sql'),
    'alter table shelf add column crossing int;\nalter table till add column crossing int;\n',
  )

  // PostgreSQL cancels the transaction whose deadlock_timeout ends first. The sale has a long
  // timeout, so the sale wins.
  await sale.query(`set deadlock_timeout = '1min'; begin; insert into till values (1)`)
  const migrating = migrate(url, { log, folder })

  await expect
    .poll(
      async () => {
        const { rows } = await testShop.app.pool.query(
          `select 1 from pg_locks where relation = 'till'::regclass and not granted`,
        )
        return rows.length
      },
      { interval: 20, ...patient },
    )
    .toBe(1)

  await sale.query('insert into shelf values (1)')
  await sale.query('commit')
  await migrating
  await sale.end()
  expect(warned).toBeGreaterThan(0)
  expect(await columnsCalled('crossing')).toEqual(['shelf', 'till'])
})
