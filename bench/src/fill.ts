import type { Pool } from 'pg'

import type { Vault } from '../../server/src/platform/secrets/vault.ts'
import { sealKeys } from './sealed-keys.ts'

export type Size = { orders: number; keys: number; users: number }

/**
 * Ids are computed from row numbers, so that related rows are joined by arithmetic, without
 * lookups.
 */
const id = (kind: string, number: string): string => `md5('${kind}' || (${number}))::uuid`

/** SQL for the status of an order, by its number; `paid` is the condition for paid orders. */
const status = `case
  when g % 100 < 80 then 'completed'
  when g % 100 < 90 then 'cancelled'
  when g % 100 < 95 then 'refunded'
  else 'pending' end`

const paymentStatus = status.replace('cancelled', 'failed')
const paid = 'g % 100 < 80 or g % 100 between 90 and 94'
const currency = `case when g % 20 = 0 then 'USD' else 'BRL' end`
const method = `(array['pix', 'stripe', 'crypto'])[1 + g % 3]`
const product = id('p', 'g % 400')

/** Dummy values for ciphertext and indexes, for benches that decrypt no key. */
const dummies = `select g, '\\x00'::bytea as stock_cipher, '\\x00'::bytea as licence_cipher,
    decode(md5('s' || g) || md5('t' || g), 'hex') as key_index,
    array[
      decode(md5('v' || g), 'hex'),
      decode(md5('w' || g), 'hex'),
      decode(md5('x' || g % 10000), 'hex')
    ] as key_block_indexes,
    lpad((g % 10000)::text, 4, '0') as last4`

/** An instant within the last two years; a greater number gives a later one. */
const span = (number: string, of: number): string =>
  `now() - interval '2 years' * (1 - (${number})::float8 / ${of})`

const series = (length: number): string => `generate_series(0, ${length - 1}) g`

/**
 * Fills an empty shop with two years of trade by SQL. Keys are dummy bytes, or with a vault the
 * texts of textOfKey, sealed for their rows.
 */
export async function fillShop(pool: Pool, size: Size, vault?: Vault): Promise<void> {
  if (vault) await sealKeys(pool, size.keys, vault)
  else await pool.query(`create view made_keys as ${dummies} from ${series(size.keys)}`)

  for (const text of [
    ...people(size),
    ...catalogue(),
    ...carts(size),
    ...orders(size),
    ...payments(size),
    ...keys(size),
    ...house(size),
  ])
    await pool.query(`set statement_timeout = 0; ${text}`)

  await pool.query(`drop ${vault ? 'table' : 'view'} made_keys`)
  await pool.query('vacuum (analyze)')
}

const people = ({ users }: Size): string[] => [
  `insert into users (
    id, name, email, password_hash, role, discord_id,
    created_at, last_login_at, is_banned, ban_reason, banned_at
  )
  select
    ${id('u', 'g')},
    (array['Ana', 'Bruno', 'Carla', 'Davi', 'Elisa', 'Fábio'])[1 + g % 6] || ' ' ||
      (array['Souza', 'Lima', 'Araújo', 'Prado'])[1 + g % 4] || ' ' || g,
    'cliente' || g || '@exemplo.test', '-', 'client', null,
    ${span('g', users)}, ${span('g', users)} + interval '1 hour',
    g % 200 = 0,
    case when g % 200 = 0 then 'fraude' end,
    case when g % 200 = 0 then now() end
  from ${series(users)}`,
]

const catalogue = (): string[] => [
  `insert into categories (id, name, created_at, updated_at)
  select ${id('k', 'g')}, 'Categoria ' || g, now(), now()
  from ${series(20)}`,
  `insert into products (
    id, name, description, category_id, created_at, updated_at
  )
  select
    ${id('p', 'g')}, 'Produto ' || g, 'Licença do produto ' || g,
    ${id('k', 'g % 20')}, now() - interval '2 years', now()
  from ${series(400)}`,
  `insert into product_variants (
    id, product_id, position, price_cents, validity_days, created_at, updated_at
  )
  select
    ${id('p', 'g')}, ${id('p', 'g')}, 0, 1000 + g * 10, 30, now() - interval '2 years', now()
  from ${series(400)}`,
  `insert into coupons (id, code, type, value, start_date, end_date, created_at, updated_at)
  select
    ${id('d', 'g')}, 'CUPOM' || g, 'percentage', 1000,
    now() - interval '1 year', now() + interval '1 year' * (g % 3 - 1), now(), now()
  from ${series(1000)}`,
]

/** The carts of the orders, and some that were never ordered. */
const carts = ({ orders, users }: Size): string[] => [
  `insert into carts (id, user_id, status, created_at, updated_at, expires_at)
  select
    ${id('c', 'g')}, ${owner(users)}, 'completed',
    ${span('g', orders)}, ${span('g', orders)}, ${span('g', orders)} + interval '7 days'
  from ${series(orders)}`,
  `insert into carts (id, user_id, status, created_at, updated_at, expires_at)
  select
    ${id('o', 'g')}, ${id('u', 'g')}, case g % 2 when 0 then 'active' else 'abandoned' end,
    now() - interval '1 day' * (g % 10), now(), now() + interval '1 day' * (g % 10 - 5)
  from ${series(users / 5)}`,
  `insert into cart_items (id, cart_id, variant_id, quantity, added_at)
  select gen_random_uuid(), ${id('c', 'g')}, ${product}, 1, now()
  from ${series(orders)}`,
]

const owner = (users: number): string => id('u', `g % ${users}`)

const orders = ({ orders, users }: Size): string[] => [
  `insert into orders (
    id, user_id, cart_id, fingerprint, status, currency,
    subtotal_cents, discount_cents, total_cents,
    payment_method, customer_name, customer_email, created_at, completed_at
  )
  select
    ${id('b', 'g')}, ${owner(users)}, ${id('c', 'g')}, 'x', ${status}, ${currency},
    2000, 100, 1900,
    ${method}, 'Cliente ' || g, 'cliente' || g % ${users} || '@exemplo.test',
    ${span('g', orders)},
    case when ${paid} then ${span('g', orders)} + interval '1 minute' end
  from ${series(orders)}`,
  `insert into order_lines (
    id, order_id, position, product_id, variant_id, name, unit_cents, quantity,
    provider, seller_type, level, validity_days
  )
  select
    ${id('l', 'g')}, ${id('b', 'g')}, 0, ${product}, ${product}, 'Produto ' || g % 400, 2000, 1,
    'stock', 'multiloader', 1, 30
  from ${series(orders)}`,
]

const payments = ({ orders, users }: Size): string[] => [
  `insert into payments (
    id, order_id, cart_id, user_id, method, status, currency,
    amount_cents, original_cents, discount_cents, received_cents, usd_rate,
    product_name, customer_name, customer_email, language, success_url, cancel_url,
    created_at, updated_at, expires_at, paid_at, settled_at
  )
  select
    'pay' || g, ${id('b', 'g')}, ${id('c', 'g')}, ${owner(users)},
    ${method}, ${paymentStatus}, ${currency},
    1900, 2000, 100, case when ${paid} then 1900 else 0 end, 5.4,
    'Produto ' || g % 400, 'Cliente ' || g, 'cliente' || g % ${users} || '@exemplo.test',
    'pt-BR', '', '',
    ${span('g', orders)}, ${span('g', orders)}, ${span('g', orders)} + interval '30 minutes',
    case when ${paid} then ${span('g', orders)} + interval '1 minute' end,
    case when ${paid} then ${span('g', orders)} + interval '1 minute' end
  from ${series(orders)}`,
  `insert into receipts (
    method, receipt_id, payment_id, amount_cents, currency, received_at, created_at
  )
  select
    ${method}, 'e' || g, 'pay' || g, 1900, ${currency},
    ${span('g', orders)} + interval '1 minute', ${span('g', orders)} + interval '1 minute'
  from ${series(orders)}
  where ${paid}`,
  `insert into refunds (
    id, payment_id, receipt_id, amount_cents, reason, status, created_at, updated_at
  )
  select
    'r' || g, 'pay' || g, 'x', 1900, 'staff', 'succeeded',
    ${span('g', orders)}, ${span('g', orders)}
  from ${series(orders)}
  where g % 100 between 90 and 94`,
  `insert into order_units (
    id, order_id, line_id, unit_index, variant_id, provider, status, created_at, delivered_at
  )
  select
    ${id('n', 'g')}, ${id('b', 'g')}, ${id('l', 'g')}, 0, ${product}, 'stock', 'delivered',
    ${span('g', orders)}, ${span('g', orders)}
  from ${series(orders)}
  where ${paid}`,
]

function keys({ orders, keys, users }: Size): string[] {
  const used = `(g < ${orders} and (${paid}))`
  const buyer = `'cliente' || g % ${users} || '@exemplo.test'`

  return [
    `insert into stock_keys (
    id, variant_id, key_cipher, key_index, key_block_indexes, last4,
    status, unit_id, used_by_email, used_at,
    cost_cents, created_at, updated_at
  )
  select
    ${id('s', 'g')}, ${product}, stock_cipher, key_index, key_block_indexes, last4,
    case when ${used} then 'used' when g % 50 = 0 then 'revoked' else 'available' end,
    case when ${used} then ${id('n', 'g')} end,
    case when ${used} then ${buyer} end,
    case when ${used} then ${span('g', orders)} end,
    case when g % 4 = 0 then 300 end, ${span('g', keys)}, ${span('g', keys)}
  from made_keys`,
    `insert into licences (
    id, unit_id, order_id, user_id, product_id, variant_id, product_name, stock_key_id,
    key_cipher, key_index, key_block_indexes, last4,
    price_cents, currency, status,
    customer_name, customer_email, created_at, expires_at
  )
  select
    ${id('i', 'g')}, ${id('n', 'g')}, ${id('b', 'g')}, ${owner(users)},
    ${product}, ${product}, 'Produto ' || g % 400, ${id('s', 'g')},
    licence_cipher, key_index, key_block_indexes, last4,
    1900, 'BRL',
    case
      when g % 100 >= 90 then 'revoked'
      when g < ${orders} * 0.9 then 'expired'
      else 'active' end,
    'Cliente ' || g, ${buyer}, ${span('g', orders)}, ${span('g', orders)} + interval '30 days'
  from made_keys
  where g < ${orders} and (${paid})`,
  ]
}

/** Rows of other domains: audit log, tickets, visits, notifications. */
const house = ({ orders, users }: Size): string[] => [
  `insert into audit_log (
    id, action, actor_id, actor_name, target_type, target_id, ip, created_at
  )
  select
    gen_random_uuid(),
    (array[
      'payment.created', 'payment.completed', 'login.failed', 'user.login', 'order.delivered'
    ])[1 + g % 5],
    case when g % 5 = 3 then ${owner(users)} end,
    case when g % 5 = 3 then 'Cliente ' || g % ${users} end,
    'payment', 'pay' || g / 5, '203.0.113.' || g % 250, ${span('g', orders * 5)}
  from ${series(orders * 5)}`,
  `insert into tickets (
    id, user_name, user_discord_id, status, created_at, updated_at, first_response_at
  )
  select
    ${id('t', 'g')}, 'Pessoa ' || g, (100000000000000000 + g)::text,
    case g % 5 when 0 then 'open' else 'closed' end,
    ${span('g', orders / 10)}, ${span('g', orders / 10)},
    ${span('g', orders / 10)} + interval '5 minutes'
  from ${series(orders / 10)}`,
  `insert into ticket_messages (id, ticket_id, author, role, text, created_at)
  select
    gen_random_uuid(), ${id('t', `g % ${orders / 10}`)}, 'Pessoa', 'user',
    'Olá, minha chave não veio.', now()
  from ${series(orders / 2)}`,
  // Two years of visits from thirty sources a day.
  `insert into visit_days (day, step, source, visits)
  select
    current_date - day, step, 'origem ' || place,
    (array[900, 200, 80])[array_position(array['visit', 'cart', 'checkout'], step)]
  from generate_series(0, 730) day, generate_series(1, 30) place,
    unnest(array['visit', 'cart', 'checkout']) step`,
  `insert into notifications (
    id, type, content, author_id, author_name, publication, delivery,
    sent_at, created_at, updated_at
  )
  select
    ${id('w', 'g')}, 'notification', 'Aviso ' || g, 'x', 'Loja', 'sent', 'sent',
    ${span('g', orders / 100)}, ${span('g', orders / 100)}, now()
  from ${series(orders / 100)}`,
]
