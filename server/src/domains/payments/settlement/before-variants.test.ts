import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { buildApp, closeApp } from '../../../build-app.ts'
import { openDatabase } from '../../../db/open.ts'
import type { App } from '../../../platform/app.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { createLog } from '../../../platform/observe/log.ts'
import { keyMarks } from '../../../platform/secrets/key-marks.ts'
import { databaseBefore } from '../../../testing/database-before.ts'
import { brokenLaws } from '../../laws/laws.queries.ts'
import { lockPayment } from '../state/payments.queries.ts'
import { complete } from './complete.service.ts'

// A shop of the version before variants is stopped while somebody pays; the next version finds his
// money.

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`

const [category, one, other, user, cart, order, line] = Array.from({ length: 7 }, (_, n) =>
  id(n + 1),
)

const payment = 'a'.repeat(32)
const keys = ['XADR-0001', 'XADR-0002', 'DAMA-0001'] as const

let database: Awaited<ReturnType<typeof databaseBefore>>
let app: App
let dataDir: string
let close: () => Promise<unknown>

beforeAll(async () => {
  database = await databaseBefore('0060')
  dataDir = mkdtempSync(join(tmpdir(), 'chaveiro-test-'))
  const log = createLog('silent')
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url })
  const opened = await openDatabase({ databaseUrl: database.url, dataDir, log, max: 4 })
  app = buildApp({ config, log, pool: opened.pool, connect: opened.connect })
  close = opened.close

  const stored = (n: number, product: string, status: string, held: string | null) => {
    const key = keys[n - 1]!
    const { keyIndex, last4 } = keyMarks(app.vault, key)

    return database.client.query(
      `insert into stock_keys (id, product_id, key_cipher, key_index, last4, status, payment_id,
        created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, now(), now())`,
      [
        id(20 + n),
        product,
        app.vault.seal(key, 'stock_keys', id(20 + n)),
        keyIndex,
        last4,
        status,
        held,
      ],
    )
  }

  await database.client.query(`
    insert into categories (id, name, created_at, updated_at)
      values ('${category}', 'Jogos', now(), now());
    insert into products (id, name, description, price_cents, category_id, created_at, updated_at)
      values ('${one}', 'Xadrez', 'x', 4990, '${category}', now(), now()),
        ('${other}', 'Damas', 'x', 100, '${category}', now(), now());
    insert into users (id, name, email, password_hash, created_at)
      values ('${user}', 'Ana', 'ana@exemplo.test', '-', now());
    insert into carts (id, user_id, created_at, updated_at, expires_at)
      values ('${cart}', '${user}', now(), now(), now() + interval '7 days');
    insert into cart_items (cart_id, product_id, quantity, added_at)
      values ('${cart}', '${one}', 1, now());
    insert into orders (id, user_id, cart_id, fingerprint, currency, subtotal_cents, discount_cents,
        total_cents, payment_method, customer_name, customer_email, created_at)
      values ('${order}', '${user}', '${cart}', 'x', 'BRL', 4990, 0, 4990, 'pix', 'Ana',
        'ana@exemplo.test', now());
    insert into order_lines (id, order_id, position, product_id, name, unit_cents, quantity, provider,
        seller_type, level, expiration_days)
      values ('${line}', '${order}', 0, '${one}', 'Xadrez', 4990, 1, 'stock', 'multiloader', 1, 90);
    insert into payments (id, order_id, cart_id, user_id, method, currency, amount_cents,
        original_cents, discount_cents, usd_rate, product_name, customer_name, customer_email,
        language, success_url, cancel_url, created_at, updated_at, expires_at)
      values ('${payment}', '${order}', '${cart}', '${user}', 'pix', 'BRL', 4990, 4990, 0, 5, 'Xadrez',
        'Ana', 'ana@exemplo.test', 'pt-BR', '/', '/', now(), now(), now() + interval '1 hour')`)

  await stored(1, one!, 'available', null)
  await stored(2, one!, 'reserved', payment)
  await stored(3, other!, 'available', null)
  await database.upgrade()
})

afterAll(async () => {
  if (app) await closeApp(app)
  await close?.()
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

it('a payment that was open when variants came completes as it is, with the key that it held [L018]', async () => {
  await inTransaction(app, async (tx) => {
    const open = (await lockPayment(tx, payment))!

    await tx.db.execute(
      `insert into receipts (method, receipt_id, payment_id, amount_cents, currency, received_at,
        created_at) values ('pix', 'E1', '${payment}', 4990, 'BRL', now(), now())`,
    )

    await complete(
      tx,
      open,
      { reviewReason: null, paidAt: tx.clock.now(), extra: [] },
      { receivedCents: 4990, source: 'webhook', note: null },
    )
  })

  const { rows } = await app.pool.query(
    `select o.status, l.product_id, l.variant_id, l.product_name, l.variant_name, l.stock_key_id,
      l.price_cents::int, l.id as licence, l.key_cipher, u.variant_id as unit,
      round(extract(epoch from l.expires_at - l.created_at) / 86400)::int as days
      from orders o join licences l on l.order_id = o.id join order_units u on u.id = l.unit_id`,
  )

  expect(rows).toMatchObject([
    {
      status: 'completed',
      product_id: one,
      variant_id: one,
      unit: one,
      product_name: 'Xadrez',
      variant_name: '',
      stock_key_id: id(22),
      price_cents: 4990,
      days: 90,
    },
  ])

  expect(app.vault.open(rows[0].key_cipher, 'licences', rows[0].licence)).toBe('XADR-0002')
  expect(await brokenLaws(app.db)).toEqual([])
})
