import { rmSync } from 'node:fs'
import type { Client } from 'pg'

import { openDatabase } from '../../server/src/db/open.ts'
import { createLog } from '../../server/src/platform/observe/log.ts'
import { databaseBefore } from '../../server/src/testing/database-before.ts'
import { testFolder } from '../../server/src/testing/database.ts'

// npm run bench -- --variants: downtime of a large shop during the migration to variants, and
// whether it rewrites the keys (L003).

const size = { keys: 1_000_000, orders: 100_000, products: 400 }
const aimSeconds = 60

const id = (kind: string, number: string): string => `md5('${kind}' || (${number}))::uuid`
const bytes = (kind: string): string => `decode(md5('${kind}' || g), 'hex')`
const series = (length: number): string => `generate_series(0, ${length - 1}) g`
const product = id('p', `g % ${size.products}`)

const filling = [
  `insert into categories (id, name, created_at, updated_at)
    values (${id('k', '0')}, 'Geral', now(), now())`,
  `insert into products (id, name, description, price_cents, category_id, created_at, updated_at)
    select ${id('p', 'g')}, 'Produto ' || g, 'x', 2000, ${id('k', '0')}, now(), now()
    from ${series(size.products)}`,
  `insert into users (id, name, email, password_hash, created_at)
    select ${id('u', 'g')}, 'Cliente ' || g, 'cliente' || g || '@exemplo.test', '-', now()
    from ${series(size.orders / 10)}`,
  `insert into orders (id, user_id, cart_id, fingerprint, status, currency, subtotal_cents,
      discount_cents, total_cents, payment_method, customer_name, customer_email, created_at)
    select ${id('b', 'g')}, ${id('u', `g % ${size.orders / 10}`)}, ${id('c', 'g')}, 'x', 'completed',
      'BRL', 2000, 0, 2000, 'pix', 'Ana', 'ana@exemplo.test', now()
    from ${series(size.orders)}`,
  `insert into order_lines (id, order_id, position, product_id, name, unit_cents, quantity, provider,
      seller_type, level, expiration_days)
    select ${id('l', 'g')}, ${id('b', 'g')}, 0, ${product}, 'Produto', 2000, 1, 'stock',
      'multiloader', 1, 30
    from ${series(size.orders)}`,
  `insert into order_units (id, order_id, line_id, unit_index, product_id, provider, status,
      created_at, delivered_at)
    select ${id('n', 'g')}, ${id('b', 'g')}, ${id('l', 'g')}, 0, ${product}, 'stock', 'delivered',
      now(), now()
    from ${series(size.orders)}`,
  `insert into stock_keys (id, product_id, key_cipher, key_index, last4, status, created_at,
      updated_at)
    select ${id('s', 'g')}, ${product}, ${bytes('t')}, ${bytes('v')}, '0000', 'used', now(), now()
    from ${series(size.keys)}`,
  `insert into licences (id, unit_id, order_id, user_id, product_id, product_name, key_cipher,
      key_index, last4, price_cents, currency, customer_name, customer_email, created_at, expires_at)
    select ${id('i', 'g')}, ${id('n', 'g')}, ${id('b', 'g')}, ${id('u', `g % ${size.orders / 10}`)},
      ${product}, 'Produto', ${bytes('t')}, ${bytes('w')}, '0000', 2000, 'BRL', 'Ana',
      'ana@exemplo.test', now(), now() + interval '30 days'
    from ${series(size.orders)}`,
]

const fileOf = async (client: Client): Promise<string> =>
  (await client.query("select relfilenode from pg_class where relname = 'stock_keys'")).rows[0]
    .relfilenode

const dataDir = testFolder('variants')
const server = await openDatabase({ dataDir, log: createLog('silent') })

try {
  const database = await databaseBefore('0060', server.url)
  for (const statement of filling) await database.client.query(statement)
  await database.client.query('vacuum (analyze)')
  const before = await fileOf(database.client)
  const from = performance.now()
  await database.upgrade()
  const seconds = (performance.now() - from) / 1_000
  const isKept = (await fileOf(database.client)) === before

  console.log(
    `${size.keys} keys and ${size.orders} orders brought to variants in ${seconds.toFixed(1)} s ` +
      `(aim ${aimSeconds}); the keys are ${isKept ? 'where they were' : 'written anew'}.`,
  )

  await database.drop()
  if (seconds > aimSeconds || !isKept) process.exitCode = 1
} finally {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
}

process.exit()
