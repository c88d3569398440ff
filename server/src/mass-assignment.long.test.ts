import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

import { savedViews } from './db/tables/index.ts'
import { person } from './testing/make.ts'
import { addressIn, bodyIn } from './testing/sample-calls.ts'
import { everyCall, openSampleData } from './testing/sample-data.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

// Field names that an attacker would add to a body: columns, fields of other contracts, and common
// names.
const foreign = [
  'role',
  'roles',
  'isAdmin',
  'admin',
  'isStaff',
  'permissions',
  'id',
  '_id',
  'userId',
  'user_id',
  'ownerId',
  'createdAt',
  'created_at',
  'updatedBy',
  'deletedAt',
  'deleted_at',
  'isBanned',
  'is_banned',
  'bannedAt',
  'passwordHash',
  'password_hash',
  'emailVerified',
  'twoFactor',
  'priceCents',
  'price_cents',
  'totalCents',
  'total',
  'amountCents',
  'discountCents',
  'paid',
  'paidAt',
  'refunded',
  'usageCount',
  'reservedCount',
  'position',
  'keyCipher',
  'last4',
  'sessionId',
  '__proto__',
  'constructor',
] as const

const withForeign = (body: object, names: readonly string[] = foreign): object => {
  const fields: [string, unknown][] = [
    ...names.map((name): [string, unknown] => [name, valueFor(name)]),
    ...Object.entries(body),
  ]

  const texts = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)

  return JSON.parse(`{${texts.join(',')}}`) as object
}

const plain = foreign.filter((name) => name !== '__proto__')

function valueFor(name: string): unknown {
  if (/^(is|paid$|refunded|twoFactor|admin$|emailVerified)/.test(name)) return true
  if (/[cC]ents|total|Count|position/.test(name)) return 1
  if (name === '__proto__' || name === 'constructor') return { isAdmin: true, role: 'admin' }

  return /At$|_at$/.test(name) ? '2001-01-01T00:00:00.000Z' : 'admin'
}

const calls = [...Object.entries(api), ...Object.entries(adminApi)].flatMap(([domain, contract]) =>
  Object.entries(contract as Record<string, AnyRoute>)
    .filter(([, route]) => route.method !== 'GET' && route.method !== 'DELETE')
    .map(([name, route]) => ({ name: `${domain}.${name}`, route })),
)

/** The fields that a body's schema declares at any depth. */
function fieldsOf(schema: z.ZodType): Set<string> {
  const fieldNames = new Set<string>()

  const walk = (node: unknown): void => {
    if (!node || typeof node !== 'object') return

    const { properties } = node as { properties?: object }
    for (const name of Object.keys(properties ?? {})) fieldNames.add(name)
    for (const inner of Object.values(node)) walk(inner)
  }

  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))

  return fieldNames
}

it('no body lets a foreign field through: forty of them reach no handler of any call [S209, B185]', () => {
  expect(new Set(foreign).size).toBe(40)
  expect(calls.length).toBeGreaterThan(30)

  for (const { name, route } of calls) {
    const knownFields = fieldsOf(route.body as z.ZodType)
    const read = route.body.safeParse(withForeign({}))

    // A body whose fields are all optional is valid; the foreign fields must be dropped.
    if (read.success)
      for (const field of foreign)
        if (!knownFields.has(field))
          expect(Object.hasOwn(read.data as object, field), `${name} ${field}`).toBe(false)

    const json = JSON.stringify(
      z.toJSONSchema(route.body as z.ZodType, { io: 'output', unrepresentable: 'any' }),
    )
    expect(json, name).not.toContain('"additionalProperties":{}')
  }

  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

/** A value that no call writes by itself. A row with this value took it from a foreign field. */
function strangeFor(name: string): unknown {
  if (/^(is|paid$|refunded|twoFactor|admin$|emailVerified)/.test(name)) return true
  if (/[cC]ents|^total$|Count|position/.test(name)) return 77_777_777
  if (/At$|_at$/.test(name)) return '2001-01-01T00:00:00.000Z'
  if (/role/i.test(name)) return 'admin'

  return /[iI]d$|_id$/.test(name) ? '01890000-dead-7000-8000-00000000dead' : 'estranho-estranho'
}

const strange: Record<string, unknown> = Object.fromEntries(
  plain.map((name) => [name, strangeFor(name)]),
)

const strangeText = /77777777|2001-01-01|dead-7000|estranho-estranho/

/**
 * All rows of all tables, one line each. `turned` counts changes that a foreign field such as
 * `isBanned` could cause without storing its value.
 */
async function everything(): Promise<{ rows: string; turned: unknown }> {
  const { rows: tables } = await testShop.app.pool.query(
    "select tablename from pg_tables where schemaname = 'public'",
  )
  const lines: string[] = []

  for (const { tablename } of tables)
    lines.push(
      ...(
        await testShop.app.pool.query(
          `select '${tablename} ' || t::text as line from ${tablename} t`,
        )
      ).rows.map((row: { line: string }) => row.line),
    )

  const {
    rows: [turned],
  } = await testShop.app.pool.query(`select
    (select count(*)::int from users where role <> 'client') as staff,
    (select count(*)::int from users where is_banned) as banned,
    (select count(*)::int from payments where refunded) as refunded,
    (select count(*)::int from payments where paid_at is not null) as paid,
    (select count(*)::int from users where deleted_at is not null) as gone,
    (select count(*)::int from two_factors) as factors,
    (select count(*)::int from sessions) as sessions`)

  return { rows: lines.join('\n'), turned }
}

/** Changes that these calls exist to make; no other call may change these counts. */
const turns: Record<string, object> = {
  'accounts.ban': { banned: 1 },
  'admin.users.ban': { banned: 1 },
  'admin.users.banMany': { banned: 1 },
  'admin.users.role': { staff: 1 },
  'admin.transactions.setStatus': { paid: 1 },
  'admin.orders.setStatus': { refunded: 1 },
  'accounts.register': { sessions: 1 },
  'admin.desk.accept': { paid: 1 },
  'admin.desk.confirm': { paid: 1 },
  'admin.desk.refund': { refunded: 1 },
}

it(
  '39 foreign fields in every body change no row; a body with a prototype is not read [S209, B185, B189]',
  { timeout: 600_000 },
  async () => {
    const staff = await person(testShop.app, { role: 'admin' })
    let worked = 0

    for (const call of everyCall.filter(
      ({ method, route }) => method !== 'GET' && method !== 'DELETE' && !route.bytesIn,
    )) {
      const sample = await openSampleData(testShop, call)
      const caller = call.route.access === 'staff' ? staff : sample.who

      // A saved view belongs to one staff member, and only that member may use it.
      if (call.name.startsWith('admin.savedViews.'))
        await testShop.app.db
          .update(savedViews)
          .set({ userId: staff.userId })
          .where(eq(savedViews.id, sample.ids.savedViewId!))

      const knownFields = fieldsOf(call.route.body as z.ZodType)
      const added = Object.fromEntries(
        Object.entries(strange).filter(([name]) => !knownFields.has(name)),
      )
      const before = await everything()
      const url = addressIn(call, sample)

      const reached = await testShop.http.inject({
        method: call.method,
        url,
        headers: { ...caller.headers, 'content-type': 'application/json' },
        payload:
          `{"__proto__":{"isAdmin":true},${JSON.stringify(bodyIn(call, sample)).slice(1)}`.replace(
            ',}',
            '}',
          ),
      })

      expect([reached.statusCode, call.name]).toEqual([400, call.name])
      expect((await everything()).turned, call.name).toEqual(before.turned)

      const reply = await testShop.http.inject({
        method: call.method,
        url,
        headers: caller.headers,
        payload: { ...added, ...bodyIn(call, sample) },
      })

      if (reply.statusCode === 200 || reply.statusCode === 201) worked++

      if (call.route.access === 'staff')
        expect([reply.statusCode, call.name, reply.payload.slice(0, 200)]).toEqual([
          200,
          call.name,
          expect.anything(),
        ])

      const after = await everything()

      expect(
        after.rows.split('\n').filter((line) => strangeText.test(line)),
        call.name,
      ).toEqual([])

      const expected = { ...(before.turned as Record<string, number>) }
      for (const [name, n] of Object.entries(turns[call.name] ?? {}))
        expected[name] = expected[name]! + (n as number)
      expect(after.turned, call.name).toEqual(expected)
    }

    expect(worked).toBeGreaterThan(60)
  },
)
