import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { licences, stockKeys } from './db/tables/index.ts'
import { licencesMatching } from './domains/licences/licences.admin.queries.ts'
import { keysMatching } from './domains/stock/stock.admin.queries.ts'
import { byClock } from './testing/clock.ts'
import { coupon, person, product, type Person } from './testing/make.ts'
import { fill, send, startPix } from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'developer', name: 'Dora' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
})

afterAll(async () => {
  await testShop?.close()
})

/** How many rows a search returns in a section of the back office. */
const countMatches = async (section: 'stock' | 'licenses', search: string): Promise<number> =>
  (
    await send(testShop, `GET /api/admin/${section}?search=${encodeURIComponent(search)}`, {
      as: staff,
    })
  ).body.total

async function buyAll(keys: string[]): Promise<void> {
  const buyer = await person(testShop.app, { name: 'Zilda' })
  const { id } = await product(testShop.app, { keys, name: 'Curso' })
  const cart = await fill(testShop, buyer, id, keys.length)
  expect((await startPix(testShop, buyer, cart, { coupon: 'TUDO' })).body.status).toBe('completed')
}

it('a key is found whole or by any block of four or more, in any case, in stock and licences [Q121, B033] [F146, F145]', async () => {
  await buyAll(['QWER7-x1-Tyui_OPAS.zz9Z', 'Ação-ÇEDILHA', 'k7'])
  for (const section of ['stock', 'licenses'] as const)
    for (const [search, n] of [
      ['QWER7-x1-Tyui_OPAS.zz9Z', 1],
      ['qwer7-X1-tYUI_opas.ZZ9z', 1],
      ['qwer7', 1],
      ['TYUI', 1],
      ['opas', 1],
      ['ZZ9z', 1],
      [' zz9Z ', 1],
      ['çedilha', 1],
      ['AÇÃO', 1],
      ['lha', 0],
      ['qwer', 0],
      ['x1', 0],
      ['QWER7-x1', 0],
      ['K7', 1],
    ] as const)
      expect(await countMatches(section, search), `${section} ${search}`).toBe(n)
})

it('a key shorter than eight characters shows at most half of itself [F145]', async () => {
  const { id } = await product(testShop.app, {
    keys: ['ABCD', 'x', 'ABCDE', 'ABCDEFG', 'ABCDEFGH'],
  })
  const keyRows = await testShop.app.db.select().from(stockKeys).where(eq(stockKeys.variantId, id))
  expect(keyRows.map((row) => row.last4).sort()).toEqual(['', 'CD', 'DE', 'EFG', 'EFGH'])
})

it('old keys are indexed in batches by two processes, past a broken one, and after a rotation [decision Q121]', async () => {
  const keys = Array.from({ length: 1300 }, (_, i) => `VELHA-${String(i).padStart(6, '0')}`)
  const { id } = await product(testShop.app, { keys })
  await buyAll(['ANTIGA-0001', 'wxyz'])
  await testShop.app.pool.query(`update stock_keys set key_block_indexes = null, last4 = '0000'`)
  await testShop.app.pool.query(`update licences set key_block_indexes = null, last4 = 'wxyz'`)
  await testShop.app.pool.query(
    `update stock_keys set key_cipher = 'torn' where id = (select min(id::text)::uuid from stock_keys where variant_id = '${id}')`,
  )
  expect([await countMatches('stock', 'velha'), await countMatches('licenses', 'antiga')]).toEqual([
    0, 0,
  ])
  const other = await testShop.another()

  await Promise.all([
    byClock(testShop.app, 'mark stock keys'),
    byClock(other, 'mark stock keys'),
    byClock(testShop.app, 'mark licences'),
    byClock(other, 'mark licences'),
  ])

  expect([await countMatches('stock', 'velha'), await countMatches('licenses', 'antiga')]).toEqual([
    1299, 1,
  ])
  const unindexedKeys = await testShop.app.pool.query(
    'select id from stock_keys where key_block_indexes is null',
  )
  expect(unindexedKeys.rowCount).toBe(1)
  const [short] = await testShop.app.db.select().from(licences).where(eq(licences.last4, 'yz'))
  expect(short).toBeDefined()

  // A stopped run left half of the keys without indexes; the next run completes them.
  await testShop.app.pool.query(
    `update stock_keys set key_block_indexes = null where variant_id = $1 and position % 2 = 0`,
    [id],
  )

  await byClock(testShop.app, 'mark stock keys')
  expect(await countMatches('stock', 'velha')).toBe(1299)
})

const keyColumns = `'x', decode(md5('k' || g), 'hex'),
      array[decode(md5('a' || g), 'hex'), decode(md5('b' || g), 'hex')],
      right(md5('l' || g), 4)`

it('a search opens no key and reads an index, however many there are [decision Q121]', async () => {
  const { rows: productRows } = await testShop.app.pool.query<{ id: string }>(
    'select id from products limit 1',
  )

  await testShop.app.pool.query(
    `insert into stock_keys (
      id, variant_id, key_cipher, key_index, key_block_indexes, last4,
      status, created_at, updated_at
    )
    select gen_random_uuid(), $1, ${keyColumns}, 'available', now(), now()
    from generate_series(1, 20000) g`,
    [productRows[0]!.id],
  )

  await testShop.app.pool.query('vacuum analyze stock_keys')

  const plan = async (query: ReturnType<typeof sql>) =>
    (await testShop.app.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n')

  const newest = sql`order by created_at desc, id desc limit 20`
  const filters = { status: undefined, variantIds: undefined, userId: undefined }
  // Keys with a frequent word are soon found by scanning the newest rows. For a rare word that scan
  // would read the whole table.
  const [many, few] = await Promise.all(
    ['VELHA', 'velha-000777'].map((search) => keysMatching(testShop.app, { ...filters, search })),
  )
  expect(await plan(sql`select * from stock_keys where ${many}`)).toContain('stock_keys_blocks')
  const stock = await plan(sql`select * from stock_keys where ${few} ${newest}`)
  expect(stock).toContain('stock_keys_pkey')
  expect(stock).not.toMatch(/Seq Scan|stock_keys_created/)
  const client = await testShop.app.pool.connect()
  await client.query(`set session_replication_role = replica`)

  await client.query(
    `insert into licences (
      id, unit_id, order_id, user_id, product_id, variant_id, product_name,
      key_cipher, key_index, key_block_indexes, last4,
      price_cents, currency, customer_name, customer_email, created_at
    )
    select
      gen_random_uuid(), gen_random_uuid(), $1, $1, $1, $1, 'Produto ' || g,
      ${keyColumns},
      100, 'BRL', 'Pessoa ' || g, md5('e' || g) || '@exemplo.test', now()
    from generate_series(1, 20000) g`,
    [staff.userId],
  )

  await client.query('set session_replication_role = origin')
  client.release()
  await testShop.app.pool.query('vacuum analyze licences')
  const matches = await licencesMatching(testShop.app, { ...filters, search: 'ANTIGA' })
  const owned = await plan(sql`select * from licences where ${matches} ${newest}`)
  expect(owned).toContain('licences_pkey')
  expect(owned).not.toMatch(/Seq Scan|licences_listed/)
  expect(await countMatches('stock', 'velha-000777')).toBe(1)
})
