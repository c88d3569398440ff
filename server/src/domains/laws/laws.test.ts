import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Db } from '../../db/handle.ts'
import * as tables from '../../db/tables/index.ts'
import { seedDemo } from '../../demo/seed.ts'
import type { App } from '../../platform/app.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { brokenLaws, lawsByDomain } from './laws.queries.ts'

const now = new Date('2026-11-21T23:40:00Z')
const paid = `(select p.id from payments p where p.status = 'completed' and p.attention is null and p.coupon_code is not null order by p.created_at limit 1)`
const pending = `(select id from payments order by created_at limit 1)`

/** SQL for a product without review totals. */
const unpraised =
  '(select id from products p where not exists (select from review_totals t where t.product_id = p.id) order by id limit 1)'

/**
 * For each law, statements that break it, each with words of the violation that is then reported.
 */
const damages: Record<string, [damage: string, words: string][]> = {
  'I1 a stock key and the licence that took it are of one unit': [
    [
      `delete from licences where stock_key_id = (select id from stock_keys where status = 'used' limit 1)`,
      'whose licence has another key',
    ],
    [
      `update licences
    set stock_key_id = (select id from stock_keys where status = 'available' limit 1)
    where id = (select id from licences where stock_key_id is not null limit 1)`,
      'of another unit',
    ],
  ],

  'I1 a stock key belongs to one unit': [
    [
      `update stock_keys set status = 'available' where id = (select id from stock_keys where status = 'used' limit 1)`,
      'is available and belongs to a unit',
    ],
    [
      `update stock_keys set status = 'used' where id = (select id from stock_keys where status = 'available' limit 1)`,
      'is used by no unit',
    ],
  ],

  'I2 a paid line has its units': [
    [
      `update order_lines set quantity = quantity + 1 where order_id = (select id from orders where status = 'completed' limit 1)`,
      'sold',
    ],
    [
      `update orders set status = 'pending' where id = (select id from orders where status = 'completed' limit 1)`,
      'which is pending',
    ],
  ],

  'I2 a delivered unit has its licence': [
    [
      `update order_units set status = 'delivered' where id = (select id from order_units where status = 'pending' limit 1)`,
      'is delivered and has no licence',
    ],
    [
      `update order_units set status = 'pending' where id = (select u.id from order_units u where u.status = 'delivered' and u.provider = 'stock' limit 1)`,
      'is pending and has a licence',
    ],
  ],

  'I2 no paid unit waits while there are keys': [
    [
      `update order_units set provider = 'stock', variant_id = (select variant_id from stock_keys where status = 'available' limit 1) where status = 'pending'`,
      'waits for more than a minute though there are keys',
    ],
  ],

  'I3 money that came in is an order or is named': [
    [`delete from receipts where payment_id = ${paid}`, 'with receipts of 0'],
    [
      `update receipts set amount_cents = amount_cents + 1 where payment_id = ${paid}`,
      'is completed for',
    ],
    [
      `update payments set received_cents = received_cents - 1 where id = ${paid}`,
      'says it received',
    ],
    [`update payments set attention = null where attention = 'partial'`, 'and tells nobody'],
  ],

  'I3 an order is completed by one payment': [
    [
      `update payments set status = 'failed', attention = 'late' where id = ${paid}`,
      'is completed without a completed payment',
    ],
    [
      `update orders set status = 'cancelled' where id = (select order_id from payments where id = ${paid})`,
      'and its order',
    ],
  ],

  'I4 the counters of a coupon are its uses': [
    [`update coupons set usage_count = usage_count + 1 where code = 'FIEL'`, 'counts'],
    [`update coupons set reserved_count = 1 where code = 'FIEL'`, 'reservations and has 0'],
    [`update coupons set usage_limit = 4 where code = 'RELAMPAGO30'`, 'has 5 uses of 4'],
  ],

  'I4 a coupon use follows its payment': [
    [
      `update coupon_uses set state = 'released' where payment_id = ${paid}`,
      'whose use is released',
    ],
  ],

  'I5 the total of an order is its lines minus its discount': [
    [
      `update orders set discount_cents = discount_cents + 1 where id = (select id from orders limit 1)`,
      'lines',
    ],
    [
      `update order_lines set unit_cents = unit_cents + 1 where id = (select id from order_lines limit 1)`,
      'lines',
    ],
  ],

  'I5 a payment asks for the total of its order': [
    [`update payments set amount_cents = amount_cents + 1 where id = ${paid}`, 'asks'],
  ],

  'I6 nothing is held for a payment that is over': [
    [
      `update stock_keys set status = 'reserved', payment_id = ${paid} where id = (select id from stock_keys where status = 'available' limit 1)`,
      'which is completed',
    ],
    [
      `update stock_keys set status = 'reserved', payment_id = null where id = (select id from stock_keys where status = 'available' limit 1)`,
      'payment of nobody which is missing',
    ],
    [
      `update stock_keys set status = 'reserved', payment_id = ${pending}
    where id = (select id from stock_keys where status = 'available' limit 1);
    update payments set status = 'pending' where id = ${pending}`,
      'is still reserved',
    ],
    [
      `update coupon_uses set state = 'reserved' where payment_id = ${paid}`,
      'coupon use is reserved',
    ],
  ],

  'I9 the counted stock is the stock': [
    [`update stock_counts set n = n + 1`, 'than are counted'],
    [
      `alter table stock_keys disable trigger stock_keys_moved;
    update stock_keys set status = 'revoked'
    where id = (select id from stock_keys where status = 'available' limit 1)`,
      'than are counted',
    ],
  ],

  'I10 a product has its first variant and sells by those that are not deleted': [
    [
      `insert into products (id, name, description, category_id, created_at, updated_at)
    select gen_random_uuid(), 'Sem opção', 'x', id, now(), now() from categories limit 1`,
      'has no first variant',
    ],
    [
      `alter table product_variants drop constraint product_variants_first;
    update product_variants set deleted_at = now()
    where id = (select product_id from order_lines limit 1)`,
      'has no variant left',
    ],
  ],

  'I11 a line sells a variant of its product and its units are of it': [
    [
      `update order_lines set variant_id = (select id from products
      where id <> order_lines.product_id limit 1)
    where id = (select line_id from order_units limit 1)`,
      'of another product than',
    ],
    [
      `update order_units set variant_id = (select id from products
      where id <> order_units.variant_id limit 1)
    where id = (select id from order_units where provider = 'manual' limit 1)`,
      'and its line of',
    ],
  ],

  'I11 a stock key goes to a licence of its variant': [
    [
      `update licences set variant_id = (select id from products
      where id <> licences.product_id limit 1)
    where id = (select id from licences where stock_key_id is not null limit 1)`,
      'went to a licence of',
    ],
  ],

  'I12 nobody has more of a variant than one customer may have': [
    [
      `update product_variants set per_customer = 1, per_customer_since = now() - interval '1 year'
    where id = (select l.variant_id from order_lines l join orders o on o.id = l.order_id
      where o.status = 'completed' and l.quantity > 1 limit 1)`,
      'of which one may have 1',
    ],
  ],

  'I13 the totals of reviews are those of the reviews that are shown': [
    [
      `insert into review_totals (product_id, n, stars) values (${unpraised}, 1, 5)`,
      'has 0 reviews of 0 stars and is told to have 1 of 5',
    ],
    [
      `insert into reviews (id, product_id, rating, status, language, created_at)
    values (gen_random_uuid(), ${unpraised}, 4, 'published', 'pt-BR', now())`,
      'has 1 reviews of 4 stars and is told to have 0 of 0',
    ],
    [
      `insert into reviews (id, product_id, rating, status, counts, language, created_at)
    values (gen_random_uuid(), ${unpraised}, 4, 'published', false, 'pt-BR', now());
    insert into review_totals (product_id, n, stars) values (${unpraised}, 1, 4)`,
      'has 0 reviews of 0 stars and is told to have 1 of 4',
    ],
  ],

  'I14 the author of a review had the product': [
    [
      `insert into reviews (id, product_id, user_id, rating, status, language, created_at)
    values (gen_random_uuid(), (select variant_id from order_units where status = 'delivered' limit 1),
      (select id from users where role = 'admin' limit 1), 4, 'published', 'pt-BR', now())`,
      'is published and its author never had product',
    ],
  ],

  'I15 a ticket holds nothing of anybody else': [
    [
      `insert into tickets (id, user_name, user_discord_id, user_id, source, order_id, created_at, updated_at)
    values (gen_random_uuid(), 'x', '', (select id from users where role = 'admin' limit 1), 'shop',
      (select id from orders limit 1), now(), now())`,
      'of somebody else',
    ],
  ],

  'I8 no job is dead': [
    [
      `select graphile_worker.add_job('test.dead', max_attempts := 1); update graphile_worker._private_jobs set attempts = 1`,
      'gave up after 1 attempts',
    ],
  ],

  'I1 a key is in one licence': [
    [
      `drop index licences_key;
    update licences set key_index = (select key_index from licences order by id limit 1)`,
      'licences',
    ],
  ],

  'I11 a licence is for a variant of its product': [
    [
      `update licences set variant_id = (select id from products
      where id <> licences.product_id limit 1)
    where id = (select id from licences where stock_key_id is null limit 1)`,
      'of another product than',
    ],
  ],
}

const everyDamage = Object.entries(damages).flatMap(([name, ofLaw]) =>
  ofLaw.map(([damage, words]) => ({ name, damage, words })),
)

const allLaws = Object.values(lawsByDomain).flat()

describe('the laws, those of variants among them [L005]', () => {
  let database: { url: string; drop(): Promise<void> }
  let pool: pg.Pool
  let db: Db

  beforeAll(async () => {
    database = await createTestDatabase()
    pool = new pg.Pool({ connectionString: database.url, max: 3 })
    db = drizzle(pool, { schema: tables })

    const config = {
      timeZone: 'America/Sao_Paulo',
      usdRate: 5.4,
      publicUrl: 'http://localhost:3000',
      crypto: null,
      admin: null,
    }

    await seedDemo({
      config,
      clock: { now: () => now },
      vault: createVault([{ id: 1, key: randomBytes(32) }], randomBytes(32)),
      pool,
      db,
      inTransaction: false,
      providers: { crypto: null },
    } as unknown as App)
  })

  afterAll(async () => {
    await pool.end()
    await database.drop()
  })

  it('hold in a healthy shop', async () => {
    expect(await brokenLaws(db, now)).toEqual([])
  })

  it('have at least one statement below that breaks them', () => {
    expect(Object.keys(damages).toSorted()).toEqual(allLaws.map(({ name }) => name).toSorted())
  })

  for (const { name, damage, words } of everyDamage)
    it(`${name}: notices '${words}'`, async () => {
      await db
        .transaction(async (tx) => {
          await tx.execute(sql.raw(damage))
          const found = await brokenLaws(tx as unknown as Db, now)

          expect(
            found.filter((text) => text.startsWith(`${name}: `) && text.includes(words)),
            found.join('\n'),
          ).not.toEqual([])

          tx.rollback()
        })
        .catch((error: Error) => {
          if (error.message !== 'Rollback') throw error
        })
    })
})
