import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { databaseBefore } from '../testing/database-before.ts'

// A shop that stood before products had variants, with something in each table that named a
// product, brought to now.

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`

const [category, one, deleted, user, cart, order, line, unit, key, licence] = Array.from(
  { length: 10 },
  (_, n) => id(n + 1),
) as [string, ...string[]] & Record<number, string>

let database: Awaited<ReturnType<typeof databaseBefore>>
let client: (typeof database)['client']
let fileBefore: string

const ask = async (text: string) => (await client.query(text)).rows

beforeAll(async () => {
  database = await databaseBefore('0060')
  client = database.client

  await client.query(`
    insert into categories (id, name, created_at, updated_at)
      values ('${category}', 'Jogos', now(), now());
    insert into products (id, name, description, price_cents, currency, category_id, provider,
        discord_role_id, seller_type, level, expiration_days, max_per_order, created_at, updated_at,
        deleted_at)
      values ('${one}', 'Xadrez', 'x', 4990, 'BRL', '${category}', 'stock', '77', 'singleloader', 7,
          90, 4, '2026-01-01', '2026-02-02', null),
        ('${deleted}', 'Damas', 'x', 100, 'USD', '${category}', 'manual', null, 'multiloader', 1, 1,
          10, '2026-01-01', '2026-02-02', now());
    insert into users (id, name, email, password_hash, created_at)
      values ('${user}', 'Ana', 'ana@exemplo.test', '-', now());
    insert into carts (id, user_id, created_at, updated_at, expires_at)
      values ('${cart}', '${user}', now(), now(), now());
    insert into cart_items (cart_id, product_id, quantity, added_at)
      values ('${cart}', '${one}', 2, now()), ('${cart}', '${deleted}', 1, now());
    insert into orders (id, user_id, cart_id, fingerprint, status, currency, subtotal_cents,
        discount_cents, total_cents, payment_method, customer_name, customer_email, created_at)
      values ('${order}', '${user}', '${cart}', 'x', 'completed', 'BRL', 4990, 0, 4990, 'pix', 'Ana',
        'ana@exemplo.test', now());
    insert into order_lines (id, order_id, position, product_id, name, unit_cents, quantity, provider,
        seller_type, level, expiration_days)
      values ('${line}', '${order}', 0, '${one}', 'Xadrez', 4990, 1, 'stock', 'multiloader', 1, 90);
    insert into order_units (id, order_id, line_id, unit_index, product_id, provider, created_at)
      values ('${unit}', '${order}', '${line}', 0, '${one}', 'stock', now());
    insert into stock_keys (id, product_id, key_cipher, key_index, last4, created_at, updated_at)
      values ('${key}', '${one}', '\\x01', '\\x01', 'ABCD', now(), now());
    insert into stock_watches (product_id, threshold) values ('${one}', 3);
    insert into stock_waits (product_id, user_id, created_at) values ('${deleted}', '${user}', now());
    insert into licences (id, unit_id, order_id, user_id, product_id, product_name, key_cipher,
        key_index, last4, price_cents, currency, customer_name, customer_email, created_at, expires_at)
      values ('${licence}', '${unit}', '${order}', '${user}', '${one}', 'Xadrez', '\\x02', '\\x02',
        'WXYZ', 4990, 'BRL', 'Ana', 'ana@exemplo.test', '2026-01-01', '2026-04-01');
    select graphile_worker.add_job('stock.back', json_build_object('productId', '${one}'));
    select graphile_worker.add_job('role.product', json_build_object('productId', '${one}'));`)

  fileBefore = (await ask(`select relfilenode from pg_class where relname = 'stock_keys'`))[0]
    .relfilenode
  await database.upgrade()
})

afterAll(() => database?.drop())

describe('a shop that stood before there were variants', () => {
  it('has one variant a product, deleted ones too, with its id and all it had [L001]', async () => {
    expect(
      await ask(`select id, product_id, name, name_en, position, active, price_cents::int, provider,
        seller_type, level, validity_days, discord_role_id, compare_at_cents, min_quantity,
        max_quantity, per_customer, per_customer_since, version, deleted_at,
        created_at = '2026-01-01' as made, updated_at = '2026-02-02' as changed
        from product_variants order by id`),
    ).toEqual([
      {
        id: one,
        product_id: one,
        name: '',
        name_en: null,
        position: 0,
        active: true,
        price_cents: 4990,
        provider: 'stock',
        seller_type: 'singleloader',
        level: 7,
        validity_days: 90,
        discord_role_id: '77',
        compare_at_cents: null,
        min_quantity: 1,
        max_quantity: 4,
        per_customer: 0,
        per_customer_since: null,
        version: 1,
        deleted_at: null,
        made: true,
        changed: true,
      },
      {
        id: deleted,
        product_id: deleted,
        name: '',
        name_en: null,
        position: 0,
        active: true,
        price_cents: 100,
        provider: 'manual',
        seller_type: 'multiloader',
        level: 1,
        validity_days: 1,
        discord_role_id: null,
        compare_at_cents: null,
        min_quantity: 1,
        max_quantity: 10,
        per_customer: 0,
        per_customer_since: null,
        version: 1,
        deleted_at: null,
        made: true,
        changed: true,
      },
    ])
  })

  it('keeps nothing of that with the product, and names variants wherever it named products [L002]', async () => {
    expect(
      await ask(`select column_name as name from information_schema.columns
        where table_name = 'products' and column_name in ('price_cents', 'provider', 'seller_type',
          'level', 'expiration_days', 'discord_role_id', 'max_per_order')`),
    ).toEqual([])

    expect(
      await ask(`select
        (select array_agg(variant_id order by variant_id) from cart_items) as carts,
        (select count(distinct id)::int from cart_items) as lines,
        (select variant_id from order_units) as unit,
        (select variant_id from stock_keys) as key,
        (select variant_id from stock_watches) as watch,
        (select variant_id from stock_waits) as wait,
        (select array_agg(variant_id || status || n) from stock_counts) as counts,
        (select row_to_json(l) from (
          select product_id, variant_id, variant_name, validity_days from order_lines) l) as line,
        (select row_to_json(l) from (
          select product_id, variant_id, variant_name, validity_days from licences) l) as licence`),
    ).toEqual([
      {
        carts: [one, deleted],
        lines: 2,
        unit: one,
        key: one,
        watch: one,
        wait: deleted,
        counts: [`${one}available1`],
        line: { product_id: one, variant_id: one, variant_name: '', validity_days: 90 },
        licence: { product_id: one, variant_id: one, variant_name: '', validity_days: 90 },
      },
    ])

    for (const table of ['stock_keys', 'order_units', 'cart_items', 'stock_watches', 'stock_waits'])
      await expect(
        client.query(`update ${table} set variant_id = '${id(99)}'
          where variant_id = (select variant_id from ${table} limit 1)`),
        table,
      ).rejects.toThrow('violates foreign key constraint')
  })

  it('has the same file of stock keys, still counts them, and finds its jobs [L003]', async () => {
    expect(await ask(`select relfilenode from pg_class where relname = 'stock_keys'`)).toEqual([
      { relfilenode: fileBefore },
    ])
    await client.query(`update stock_keys set status = 'revoked'`)

    expect(
      await ask(`select variant_id, status, sum(n)::int as n from stock_counts
        group by 1, 2 having sum(n) <> 0`),
    ).toEqual([{ variant_id: one, status: 'revoked', n: 1 }])

    expect(
      await ask(`select t.identifier as task, j.payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id order by 1`),
    ).toEqual([
      { task: 'role.variant', payload: { variantId: one } },
      { task: 'stock.back', payload: { variantId: one } },
    ])
  })

  it('takes no variant whose terms do not go together [L004]', async () => {
    for (const [change, refused] of [
      ['compare_at_cents = price_cents', 'product_variants_compare'],
      [`provider = 'keyauth', validity_days = null`, 'product_variants_keyauth'],
      ['min_quantity = 5, max_quantity = 4', 'product_variants_quantities'],
      ['max_quantity = 100', 'product_variants_quantities'],
      ['min_quantity = 0', 'product_variants_quantities'],
      ['per_customer = -1', 'product_variants_quantities'],
      ['deleted_at = now()', 'product_variants_first'],
    ])
      await expect(client.query(`update product_variants set ${change}`), change).rejects.toThrow(
        refused,
      )

    await expect(
      client.query(`insert into product_variants (id, product_id, name, position, price_cents,
        created_at, updated_at) select gen_random_uuid(), '${one}', n, 1, 1, now(), now()
        from (values ('Anual'), ('ANUAL')) v (n)`),
    ).rejects.toThrow('product_variants_name')
  })
})
