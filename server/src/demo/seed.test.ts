import { demoAccounts } from '@chaveiro/contracts/demo-accounts'
import { demoPassword } from '@chaveiro/contracts/limits'
import { sendNotification } from '@chaveiro/contracts/notifications'
import {
  couponTypes,
  deliveryStatuses,
  notificationPriorities,
  notificationTypes,
  publicationStatuses,
} from '@chaveiro/contracts/states'
import { verify } from '@node-rs/argon2'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import * as tables from '../db/tables/index.ts'
import { brokenLaws } from '../domains/laws/laws.queries.ts'
import type { App } from '../platform/app.ts'
import { createVault } from '../platform/secrets/vault.ts'
import { createTestDatabase } from '../testing/database.ts'
import { ensureDefaultCategory, seedDemo } from './seed.ts'

/** URL paths of the demo's pictures. */
const demoPictures = new Set(
  readdirSync(new URL('../../../web/public/demo/', import.meta.url)).map((name) => `/demo/${name}`),
)

const now = new Date('2026-11-21T23:40:00Z')
const vault = createVault([{ id: 1, key: randomBytes(32) }], randomBytes(32))

/** The parts of an app that seeding uses, on its own database. */
function appOn(
  pool: pg.Pool,
  admin: { email: string; password: string } | null = null,
  more: { demoShop?: 'empty'; warn?(fields: object, text: string): void } = {},
): App {
  const config = {
    demoShop: more.demoShop ?? 'full',
    timeZone: 'America/Sao_Paulo',
    usdRate: 5.4,
    publicUrl: 'http://localhost:3000',
    crypto: null,
    admin,
  }

  return {
    config,
    clock: { now: () => now },
    vault,
    pool,
    db: drizzle(pool, { schema: tables }),
    inTransaction: false,
    log: { warn: more.warn },
    providers: { crypto: null },
  } as unknown as App
}

describe('the demo shop', () => {
  let database: { url: string; drop(): Promise<void> }
  let pool: pg.Pool
  let app: App
  const readRows = async <T>(query: ReturnType<typeof sql>): Promise<T[]> =>
    (await app.db.execute(query)).rows as T[]
  const readValue = async <T = number>(query: ReturnType<typeof sql>): Promise<T> =>
    Object.values((await readRows<Record<string, T>>(query))[0]!)[0]!

  beforeAll(async () => {
    database = await createTestDatabase()
    pool = new pg.Pool({ connectionString: database.url, max: 5 })
    app = appOn(pool)
    // Three processes that start at once on an empty database create one shop.
    await Promise.all([seedDemo(app), seedDemo(app), seedDemo(app)])
  })

  afterAll(async () => {
    await pool.end()
    await database.drop()
  })

  it('some invented customers have a linked chat account, those of the login page none [F145]', async () => {
    expect(
      await readRows(
        sql`select count(*) filter (where discord_id ~ '^[0-9]{18}$' and discord_name <> '' and email like '%@exemplo.test') > 4 as some,
                   count(*) filter (where discord_id is not null and email like '%@demo.test')::int as shown,
                   count(*) filter (where discord_id is null and email like '%@exemplo.test') > 4 as others
              from users`,
      ),
    ).toEqual([{ some: true, shown: 0, others: true }])
  })

  it('is created once', async () => {
    const before = await readValue(sql`select count(*)::int from stock_keys`)
    await seedDemo(app)
    expect(await readValue(sql`select count(*)::int from stock_keys`)).toBe(before)
    expect(await readValue(sql`select count(*)::int from products`)).toBe(32)
  })

  it('keeps every invariant of the books', async () => {
    expect(await brokenLaws(app.db, now)).toEqual([])
    expect(await readValue(sql`select count(*)::int from orders`)).toBeGreaterThan(200)
  })

  it('delivers the keys of each paid stock line; only units of other providers wait', async () => {
    expect(
      await readRows(
        sql`select l.id
          from orders o
          join order_lines l on l.order_id = o.id
          left join order_units u on u.line_id = l.id and u.status = 'delivered'
          where o.status = 'completed' and l.provider = 'stock'
          group by l.id
          having count(u.id) <> l.quantity`,
      ),
    ).toEqual([])

    const waiting = await readRows<{ provider: string; n: number }>(
      sql`select provider, count(*)::int as n from order_units where status = 'pending' group by provider order by provider`,
    )
    expect(waiting.map((row) => row.provider)).toEqual(['keyauth', 'manual'])
    expect(waiting.find((row) => row.provider === 'keyauth')!.n).toBe(1)
  })

  it('grants the discounts of its coupons and counts their uses', async () => {
    expect(
      await readRows(
        sql`select c.code
          from coupons c
          left join coupon_uses u on u.coupon_id = c.id and u.state = 'consumed'
          group by c.id
          having count(u.payment_id) <> c.usage_count
            or (c.usage_limit > 0 and c.usage_count > c.usage_limit)`,
      ),
    ).toEqual([])

    expect(
      await readRows(
        sql`select o.number
          from orders o join coupons c on c.code = o.coupon_code
          where o.created_at not between c.start_date and c.end_date
            or not c.active
            or o.subtotal_cents < c.min_purchase_cents
            or o.discount_cents <= 0`,
      ),
    ).toEqual([])

    expect(await readValue(sql`select usage_count from coupons where code = 'RELAMPAGO30'`)).toBe(5)
  })

  it('has tickets with messages in Portuguese, most of them closed, none from the future', async () => {
    expect(
      await readRows(
        sql`select
          count(*)::int as n,
          (count(*) filter (where status = 'open'))::int as open,
          (count(*) filter (
            where created_at > ${now} or closed_at > ${now} or first_response_at < created_at
          ))::int as wrong
          from tickets`,
      ),
    ).toEqual([{ n: 15, open: 2, wrong: 0 }])

    expect(
      await readValue(
        sql`select count(*)::int from tickets t where not exists (select 1 from ticket_messages m where m.ticket_id = t.id and m.role = 'user')`,
      ),
    ).toBe(0)

    expect(
      await readValue(
        sql`select count(*)::int
          from ticket_messages m join tickets t on t.id = m.ticket_id
          where m.created_at < t.created_at or m.created_at > coalesce(t.closed_at, ${now})`,
      ),
    ).toBe(0)
  })

  it('has keys that can be decrypted in their own rows only', async () => {
    const keys = await readRows<{
      id: string
      cipher: Buffer
      mark: Buffer
      last4: string
      place: string
    }>(sql`
      select id, key_cipher as cipher, key_index as mark, last4, 'stock_keys' as place
      from stock_keys
      union all
      select id, key_cipher, key_index, last4, 'licences' from licences`)

    for (const key of keys) {
      const text = vault.open(key.cipher, key.place, key.id)
      expect(text).toMatch(/^[A-Z0-9]+(-[A-Z0-9]+)+$/)
      expect(text.endsWith(key.last4) && vault.index(text, 'licence-key').equals(key.mark)).toBe(
        true,
      )
    }

    expect(() => vault.open(keys[0]!.cipher, keys[0]!.place, keys[1]!.id)).toThrow()
  })

  it('names a seller with a tax number that no company has [P301]', async () => {
    expect(await readValue(sql`select values from site_settings`)).toEqual({
      sellerName: 'Chaveiro Demonstração Ltda. (empresa fictícia)',
      sellerTaxId: '99.999.999/0001-91',
      sellerAddress: 'Rua do Exemplo, 100, Centro, São Paulo, SP, 01000-000',
    })
  })

  it('has the category general and one example of each state of a shop [S290]', async () => {
    expect(await readValue(sql`select count(*)::int from categories where name = 'general'`)).toBe(
      1,
    )
    expect(await readValue(sql`select count(*)::int from categories where name <> 'general'`)).toBe(
      7,
    )
    expect(await readValue(sql`select count(*)::int from products where is_featured`)).toBe(6)
    expect(await readValue(sql`select count(*)::int from products where currency = 'USD'`)).toBe(2)

    const shelf = await readRows<{ status: string; provider: string; free: number }>(
      sql`select p.status, v.provider, count(k.id)::int as free
        from products p join product_variants v on v.product_id = p.id
        left join stock_keys k on k.variant_id = v.id and k.status = 'available'
        group by p.id, v.id`,
    )

    for (const status of ['inactive', 'maintenance', 'discontinued'])
      expect(shelf.filter((variant) => variant.status === status)).toHaveLength(1)
    const stock = shelf.filter((variant) => variant.provider === 'stock')
    expect(shelf.length - stock.length).toBe(2)
    expect(stock.filter((variant) => variant.free === 0)).toHaveLength(1)
    expect(stock.filter((variant) => variant.free === 2)).toHaveLength(1)
    expect(stock.filter((variant) => variant.free >= 20 && variant.free <= 200)).toHaveLength(
      stock.length - 2,
    )

    const withOptions = sql`select product_id from product_variants group by product_id having count(*) > 1`
    expect(await readValue(sql`select count(*)::int from (${withOptions}) as p`)).toBe(11)
    expect(
      await readValue(
        sql`select count(*)::int from product_variants
          where (name = '') = (product_id in (${withOptions}))
            or compare_at_cents <= price_cents`,
      ),
    ).toBe(0)

    expect(
      new Set(
        (await readRows<{ type: string }>(sql`select distinct type from coupons`)).map(
          (row) => row.type,
        ),
      ),
    ).toEqual(new Set(couponTypes))
  })

  it('accepts the password of the login page for its accounts, and no other', async () => {
    for (const { email, role } of demoAccounts) {
      const [user] = await readRows<{ role: string; password_hash: string }>(
        sql`select role, password_hash from users where email = ${email}`,
      )
      expect(user!.role).toBe(role)
      expect(user!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect(await verify(user!.password_hash, demoPassword)).toBe(true)
      expect(await verify(user!.password_hash, 'demo-store-2026')).toBe(false)
    }

    expect(
      await readValue(
        sql`select count(*)::int from users where email like '%@exemplo.test' and role = 'client'`,
      ),
    ).toBe(42)
  })

  it('shows the demo customer a licence of each state', async () => {
    const licences = await readRows<{ status: string }>(
      sql`select l.status from licences l join users u on u.id = l.user_id where u.email = 'cliente@demo.test'`,
    )
    expect(new Set(licences.map((row) => row.status))).toEqual(
      new Set(['active', 'expired', 'revoked']),
    )

    expect(
      await readValue(
        sql`select count(*)::int
          from order_units n
          join orders o on o.id = n.order_id
          join users u on u.id = o.user_id
          where u.email = 'cliente@demo.test' and n.status = 'pending' and n.provider = 'manual'`,
      ),
    ).toBe(1)
  })

  it('has notifications of every type, priority and state, over thirty days, as staff send them', async () => {
    const storedNotifications = await app.db.select().from(tables.notifications)
    const kinds = (of: (notification: (typeof storedNotifications)[number]) => string) =>
      new Set(storedNotifications.map(of))

    expect([
      kinds((notification) => notification.type),
      kinds((notification) => notification.priority),
      kinds((notification) => notification.publication),
      kinds((notification) => notification.delivery),
    ]).toEqual([
      new Set(notificationTypes),
      new Set(notificationPriorities),
      new Set(publicationStatuses),
      new Set(deliveryStatuses),
    ])

    const ages = storedNotifications
      .filter((notification) => notification.publication === 'sent')
      .map((notification) => (now.getTime() - notification.sentAt!.getTime()) / 3_600_000)
    expect(ages.length).toBeGreaterThanOrEqual(12)

    expect([
      ages.some((age) => age < 24),
      ages.some((age) => age > 720),
      Math.min(...ages) > 0,
    ]).toEqual([true, true, true])

    expect([
      storedNotifications.some((notification) => notification.embeds.length),
      storedNotifications.some((notification) => notification.attachments.length > 1),
      storedNotifications.some((notification) => !notification.title),
    ]).toEqual([true, true, true])

    for (const {
      type,
      title,
      content,
      priority,
      attachments,
      embeds,
      tags,
      metadata,
    } of storedNotifications)
      expect(
        sendNotification.safeParse({
          type: type === 'alert' ? 'update' : type,
          content,
          ...(title ? { title } : {}),
          priority,
          attachments,
          embeds,
          tags,
          metadata,
        }).error,
        content,
      ).toBeUndefined()

    for (const url of storedNotifications
      .flatMap((notification) => [
        ...notification.attachments,
        ...notification.embeds.flatMap((embed) =>
          [embed.image ?? [], embed.thumbnail ?? []].flat(),
        ),
      ])
      .map((notification) => notification.url))
      expect(demoPictures.has(url), url).toBe(true)

    expect(
      await readRows(
        sql`select n.id from notifications n left join users u on u.id::text = n.author_id and u.role <> 'client' where u.id is null`,
      ),
    ).toEqual([])
  })

  it('has ninety days of status with two incidents and a maintenance, in both languages [P282]', async () => {
    expect(
      await readRows(
        sql`select part, count(*)::int as days, min(day)::text as first, max(day)::text as last
              from status_days group by part order by part`,
      ),
    ).toEqual(
      ['card', 'chat', 'crypto', 'database', 'delivery', 'mail', 'pix', 'shop'].map((part) => ({
        part,
        days: 90,
        first: '2026-08-24',
        last: '2026-11-21',
      })),
    )

    expect(
      await readRows(
        sql`select part, day::text, up, degraded, down, paused from status_days
             where up < 1440 and day < '2026-11-21' order by day`,
      ),
    ).toEqual([
      { part: 'pix', day: '2026-10-05', up: 1426, degraded: 0, down: 14, paused: 0 },
      { part: 'shop', day: '2026-10-26', up: 1405, degraded: 0, down: 0, paused: 35 },
      { part: 'mail', day: '2026-11-12', up: 1418, degraded: 22, down: 0, paused: 0 },
    ])

    // Today has 1,240 minutes, because it is 20:40 in the shop's time zone.
    expect(
      await readRows(sql`select distinct up from status_days where day = '2026-11-21'`),
    ).toEqual([{ up: 1240 }])
    const moment = sql`to_char(started_at at time zone 'UTC', 'MM-DD HH24:MI')`
    const length = sql`extract(epoch from ended_at - started_at)::int / 60`

    expect(
      await readRows(
        sql`select part, worst, ${moment} as at, ${length} as minutes from status_incidents order by started_at`,
      ),
    ).toEqual([
      { part: 'pix', worst: 'down', at: '10-05 23:12', minutes: 14 },
      { part: 'mail', worst: 'degraded', at: '11-12 14:31', minutes: 22 },
    ])

    expect(
      await readRows(
        sql`select kind, ${moment} as at, texts -> 'pt-BR' ->> 'title' as pt, texts -> 'en-US' ->> 'title' as en
              from status_announcements order by started_at`,
      ),
    ).toEqual([
      {
        kind: 'incident',
        at: '10-05 23:12',
        pt: 'Códigos PIX não eram gerados',
        en: 'PIX codes could not be made',
      },
      {
        kind: 'maintenance',
        at: '10-26 07:00',
        pt: 'Manutenção da loja',
        en: 'Maintenance of the shop',
      },
    ])
  })

  it('has ninety days of growing sales in a weekly rhythm, by the usual methods', async () => {
    const sold = await readRows<{ weekday: number; hour: number; age: number; method: string }>(sql`
      select
        extract(dow from created_at at time zone 'America/Sao_Paulo')::int as weekday,
        extract(hour from created_at at time zone 'America/Sao_Paulo')::int as hour,
        extract(day from ${now}::timestamptz - created_at)::int as age,
        payment_method as method
      from orders`)

    const share = (of: (order: (typeof sold)[number]) => boolean) =>
      sold.filter(of).length / sold.length
    expect(share((order) => order.age < 30)).toBeGreaterThan(share((order) => order.age >= 60))
    expect(share((order) => order.weekday >= 5)).toBeGreaterThan(0.3)
    expect(share((order) => order.hour >= 18)).toBeGreaterThan(share((order) => order.hour < 12))
    expect(share((order) => order.method === 'pix')).toBeGreaterThan(0.55)
    expect(share((order) => order.method === 'stripe')).toBeGreaterThan(0.17)
    expect(share((order) => order.method === 'crypto')).toBeGreaterThan(0.05)

    expect(
      new Set(
        (await readRows<{ status: string }>(sql`select distinct status from payments`)).map(
          (row) => row.status,
        ),
      ),
    ).toEqual(new Set(['completed', 'failed', 'refunded']))
  })

  it('has nothing from the future, and no purchase before its buyer registered', async () => {
    for (const table of [
      'orders',
      'payments',
      'receipts',
      'licences',
      'order_units',
      'carts',
      'users',
      'refunds',
    ])
      expect(
        await readValue(
          sql`select count(*)::int from ${sql.identifier(table)} where created_at > ${now}`,
        ),
        table,
      ).toBe(0)

    expect(
      await readValue(
        sql`select count(*)::int from orders o join users u on u.id = o.user_id where o.created_at < u.created_at`,
      ),
    ).toBe(0)

    expect(
      await readValue(
        sql`select count(*)::int from payments where updated_at > ${now} or paid_at > ${now}`,
      ),
    ).toBe(0)

    expect(
      await readRows(
        sql`select number from (select number, created_at, lag(created_at) over (order by number) as before from orders) o where created_at < before`,
      ),
    ).toEqual([])
  })

  it('has the page of every product in both languages, with its parsed text [L046, L060]', async () => {
    expect(
      await readRows(
        sql`select language, count(*)::int as n,
                   count(*) filter (where trees->'body' <> '[]' and trees->'requirements' <> '[]' and trees->'guide' <> '[]')::int as drawn,
                   count(summary)::int as summaries
              from product_texts group by language order by language`,
      ),
    ).toEqual([
      { language: 'en-US', n: 32, drawn: 32, summaries: 32 },
      { language: 'pt-BR', n: 32, drawn: 32, summaries: 0 },
    ])

    expect(
      await readRows(
        sql`select t.language, t.body, t.guide from product_texts t join products p on p.id = t.product_id
             where p.name = 'Neblina Orbital' order by t.language`,
      ),
    ).toEqual([
      {
        language: 'en-US',
        body: '- Twelve hours of story without a fight\n- Sound made for headphones\n- Each game draws another station',
        guide:
          '1. Open the game’s launcher and log in.\n2. In the menu under your name choose *Redeem a code*.\n3. Paste the key. The game is in your library at once.',
      },
      {
        language: 'pt-BR',
        body: '- Doze horas de história, sem combate\n- Som feito para fones de ouvido\n- Cada partida sorteia uma estação diferente',
        guide:
          '1. Abra a loja do jogo e entre na sua conta.\n2. No menu do seu nome, escolha *Ativar um código*.\n3. Cole a chave. O jogo aparece na sua biblioteca na hora.',
      },
    ])
  })

  it('has reviews of licence holders in both languages, the newest two not yet moderated [L061, L067]', async () => {
    expect(await readValue(sql`select count(*)::int from reviews`)).toBeGreaterThan(40)
    expect(
      await readValue(sql`select count(*)::int from reviews where language = 'en-US'`),
    ).toBeGreaterThan(3)
    expect(
      await readValue(sql`select count(distinct product_id)::int from reviews`),
    ).toBeGreaterThan(10)

    expect(
      await readValue(
        sql`select count(*)::int from reviews r where not exists (
              select 1 from licences l where l.user_id = r.user_id and l.product_id = r.product_id
                 and l.status <> 'revoked' and l.created_at < r.created_at)`,
      ),
    ).toBe(0)

    expect(
      await readRows(sql`select status from reviews order by created_at desc, id desc limit 3`),
    ).toEqual([{ status: 'pending' }, { status: 'pending' }, { status: 'published' }])

    expect(
      await readRows(
        sql`select body from reviews where body <> '' group by product_id, body having count(*) > 1`,
      ),
    ).toEqual([])

    // Accounts of the login page have written no review, so that a visitor can write a first one.
    expect(
      await readValue(
        sql`select count(*)::int from reviews r join users u on u.id = r.user_id where u.email like '%@demo.test'`,
      ),
    ).toBe(0)

    expect(
      await readValue(
        sql`select count(*)::int from reviews where author_name !~ '^[^ ]+ [^ ]\\.$'`,
      ),
    ).toBe(0)
  })

  it('ships the picture of every product and category, and no other', async () => {
    const images = await readRows<{ image: string }>(
      sql`select image from products union all select image from categories
          union all select url from product_images`,
    )

    expect(images.map(({ image }) => image).toSorted()).toEqual([...demoPictures].toSorted())
  })
})

describe('seeding a shop that is in use', () => {
  it('changes nothing, creates general once, and keeps a first admin with a demo address', async () => {
    const database = await createTestDatabase()
    const pool = new pg.Pool({ connectionString: database.url, max: 3 })

    try {
      const app = appOn(pool, { email: 'admin@demo.test', password: 'x' })
      await Promise.all([ensureDefaultCategory(app), ensureDefaultCategory(app)])

      await app.db.insert(tables.users).values({
        id: '00000000-0000-7000-8000-000000000001',
        name: 'Primeira',
        email: 'admin@demo.test',
        passwordHash: 'own',
        role: 'admin',
        createdAt: now,
      })

      await seedDemo(appOn(pool))
      expect(await app.db.$count(tables.products)).toBe(0)
      await seedDemo(app)
      expect(await app.db.$count(tables.products)).toBe(32)
      expect(await app.db.$count(tables.categories)).toBe(8)
      // DEMO_SHOP=empty keeps existing products, and warns about them.
      const warnings: string[] = []
      const warn = (_: object, text: string) => void warnings.push(text)
      await seedDemo(appOn(pool, null, { demoShop: 'empty', warn }))
      expect(await app.db.$count(tables.products)).toBe(32)
      expect(warnings).toEqual([
        'the demo already has products, which stay; npm run reset -- --empty starts without them',
      ])
      expect(
        (await app.db.select().from(tables.users)).find((user) => user.email === 'admin@demo.test'),
      ).toMatchObject({ name: 'Primeira', passwordHash: 'own' })
    } finally {
      await pool.end()
      await database.drop()
    }
  })
})

it('an empty demo has three accounts and nothing else, and no full one replaces it', async () => {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 3 })
  const warnings: string[] = []
  const warn = (_: object, text: string) => void warnings.push(text)

  try {
    const empty = appOn(pool, null, { demoShop: 'empty', warn })
    await Promise.all([seedDemo(empty), seedDemo(empty)])
    await seedDemo(appOn(pool))
    const people = await empty.db.select().from(tables.users)

    expect(people.map(({ email, role }) => [email, role]).toSorted()).toEqual([
      ['admin@demo.test', 'admin'],
      ['cliente@demo.test', 'client'],
      ['developer@demo.test', 'developer'],
    ])

    for (const { passwordHash } of people)
      expect(await verify(passwordHash!, demoPassword)).toBe(true)

    const { rows: readRows } = await pool.query(
      `select table_name as name, (xpath('/row/n/text()', query_to_xml(
          format('select count(*) as n from %I', table_name), false, true, '')))[1]::text::int as n
        from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
          and table_name <> 'schema_migrations'`,
    )

    const filled = readRows.filter(({ n }) => n > 0).map(({ name, n }) => `${name} ${n}`)
    expect(filled.toSorted()).toEqual(['categories 1', 'users 3'])
    expect(warnings).toEqual([])
  } finally {
    await pool.end()
    await database.drop()
  }
})
