import { eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { customerNotes, savedViews, users } from './db/tables/index.ts'
import { person, type Person } from './testing/make.ts'
import { addressIn, bodyIn } from './testing/sample-calls.ts'
import { everyCall, openSampleData, type Call, type SampleData } from './testing/sample-data.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// Access to every call with the ids of existing things. With unknown ids, a "not found" would not
// prove that access was refused.

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

const staffCalls = everyCall.filter(({ route }) => route.access === 'staff')

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function ask(call: Call, sample: SampleData, caller: Person | null) {
  const body = bodyIn(call, sample)
  const payloadAndHeaders = call.route.bytesIn
    ? { payload: picture, headers: { ...caller?.headers, 'content-type': 'image/png' } }
    : { headers: caller?.headers ?? {}, ...(body ? { payload: body } : {}) }

  return testShop.http.inject({
    method: call.method,
    url: addressIn(call, sample),
    ...payloadAndHeaders,
  })
}

/** A hash for each table, to detect writes. Tables that any request may change are left out. */
async function hashTables(): Promise<Record<string, string>> {
  const { rows: tables } = await testShop.app.pool.query(
    `select tablename from pg_tables
    where schemaname = 'public' and tablename not in (
      'rate_limits', 'audit_log', 'sessions', 'refresh_tokens', 'captcha_uses', 'login_challenges'
    )`,
  )

  const hashes: Record<string, string> = {}

  for (const { tablename } of tables)
    hashes[tablename] = (
      await testShop.app.pool.query(
        `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${tablename} t`,
      )
    ).rows[0].hash

  return hashes
}

describe('the back office, call by call, with real ids', () => {
  it('the public, a banned staff member, the owner and a stranger are refused and change nothing [S209, S229, S240, B179, B185, B186]', async () => {
    const sample = await openSampleData(testShop)

    const [banned, stranger] = [
      await person(testShop.app, { role: 'admin' }),
      await person(testShop.app, { name: 'Estranho' }),
    ]

    await testShop.app.db
      .update(users)
      .set({ isBanned: true, banReason: 'fraude' })
      .where(eq(users.id, banned.userId))

    const before = await hashTables()
    const secrets = new RegExp([sample.who.email, 'Vera', 'KEY-', sample.ids.tag].join('|'))

    for (const call of staffCalls)
      for (const [caller, status] of [
        [null, 401],
        [banned, 403],
        [stranger, 403],
        [sample.who, 403],
      ] as const) {
        const reply = await ask(call, sample, caller)
        expect([reply.statusCode, call.name, call.url]).toEqual([status, call.name, call.url])
        expect(Object.keys(reply.json()).sort(), call.name).toEqual(
          expect.arrayContaining(['code', 'error', 'message', 'success']),
        )
        expect(reply.payload, call.name).not.toMatch(secrets)
      }

    expect(await hashTables()).toEqual(before)
  })

  for (const role of ['admin', 'developer'] as const)
    it(
      `${role}: every call works on existing data and answers exactly its contract’s fields [S209, B185, B186]`,
      { timeout: 600_000 },
      async () => {
        const shared = await openSampleData(testShop)
        const staff = await person(testShop.app, { role })

        for (const call of staffCalls) {
          // Each writing call needs its own sample data. Reads share one sample, because a sample
          // is slow to create.
          const sample = call.method === 'GET' ? shared : await openSampleData(testShop, call)

          // A licence in use must be revoked before it is removed from the list.
          if (call.name === 'admin.licences.remove')
            await testShop.http.inject({
              method: 'PATCH',
              url: `/api/admin/licenses/${sample.ids.licenceId}/status`,
              headers: staff.headers,
              payload: { status: 'revoked' },
            })

          // A saved view belongs to one staff member, and only that member may change it.
          if (call.name.startsWith('admin.savedViews.'))
            await testShop.app.db
              .update(savedViews)
              .set({ userId: staff.userId })
              .where(eq(savedViews.id, sample.ids.savedViewId!))

          // Only the author of a note may remove it.
          if (call.name === 'admin.customers.removeNote')
            await testShop.app.db
              .update(customerNotes)
              .set({ authorId: staff.userId })
              .where(eq(customerNotes.id, sample.ids.noteId!))

          const reply = await ask(call, sample, staff)

          expect([
            reply.statusCode,
            call.name,
            call.url,
            reply.statusCode === 200 ? '' : reply.payload,
          ]).toEqual([200, call.name, call.url, ''])

          if (call.route.file) continue

          const answer = reply.json()
          expect(answer, `${call.name} answers a field that its contract does not name`).toEqual(
            call.route.reply.parse(answer),
          )
          expect(reply.payload, call.name).not.toMatch(
            /password_?hash|key_?cipher|key_?index|secret_?cipher/i,
          )
        }
      },
    )

  it('another customer’s ids open nothing, and no answer holds that customer’s data [S209, S223, B185]', async () => {
    const sample = await openSampleData(testShop)
    const before = await hashTables()
    const secrets = new RegExp([sample.who.email, 'Vera', 'KEY-', sample.ids.tag].join('|'))

    for (const call of everyCall.filter(({ route }) => route.access === 'session')) {
      const stranger = await person(testShop.app, {
        name: 'Estranho',
        email: `e-${randomBytes(4).toString('hex')}@exemplo.test`,
      })

      const reply = await ask(call, sample, stranger)
      expect(reply.statusCode, call.name).toBeLessThan(500)
      expect(reply.payload, call.name).not.toMatch(secrets)

      if (
        /:userId|:id\//.test(call.url) ||
        (bodyIn(call, sample) && 'cartId' in bodyIn(call, sample)!)
      )
        expect([403, 404], `${call.name} ${reply.payload}`).toContain(reply.statusCode)
    }

    const after = await hashTables()

    for (const table of [
      'orders',
      'payments',
      'carts',
      'cart_items',
      'licences',
      'stock_keys',
      'coupons',
      'coupon_uses',
      'products',
      'order_lines',
      'order_units',
      'receipts',
      'refunds',
      'consents',
      'site_settings',
      'tickets',
      'notifications',
      'bans',
    ])
      expect([table, after[table]]).toEqual([table, before[table]])
  })
})
