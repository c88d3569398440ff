import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { person, product } from './testing/make.ts'
import { send } from './testing/shop.ts'
import { openWorld, type World } from './testing/world.ts'

let world: World
beforeAll(async () => { world = await openWorld() })
afterAll(async () => { await world?.close() })

// Names of columns, of the wire and of habit: what a curious caller would add to a body.
const foreign = [
  'role', 'roles', 'isAdmin', 'admin', 'isStaff', 'permissions', 'id', '_id', 'userId', 'user_id', 'ownerId', 'createdAt', 'created_at', 'updatedBy', 'deletedAt', 'deleted_at', 'isBanned', 'is_banned', 'bannedAt', 'passwordHash',
  'password_hash', 'emailVerified', 'twoFactor', 'priceCents', 'price_cents', 'totalCents', 'total', 'amountCents', 'discountCents', 'paid', 'paidAt', 'refunded', 'usageCount', 'reservedCount', 'position', 'keyCipher', 'last4', 'sessionId', '__proto__', 'constructor',
] as const
const withForeign = (body: object, names: readonly string[] = foreign): object => JSON.parse(`{${[...names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(valueFor(name))}`), ...Object.entries(body).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)].join(',')}}`) as object
const plain = foreign.filter((name) => name !== '__proto__')
const valueFor = (name: string): unknown => (/^(is|paid$|refunded|twoFactor|admin$|emailVerified)/.test(name) ? true : /[cC]ents|total|Count|position/.test(name) ? 1 : name === '__proto__' || name === 'constructor' ? { isAdmin: true, role: 'admin' } : /At$|_at$/.test(name) ? '2001-01-01T00:00:00.000Z' : 'admin')

const calls = [...Object.entries(api), ...Object.entries(adminApi)].flatMap(([domain, contract]) => Object.entries(contract as Record<string, AnyRoute>).filter(([, route]) => route.method !== 'GET' && route.method !== 'DELETE').map(([name, route]) => ({ name: `${domain}.${name}`, route })))

/** The fields a body takes, wherever the schema names them: those are not foreign to it. */
function fieldsOf(schema: z.ZodType): Set<string> {
  const found = new Set<string>()
  const walk = (node: unknown): void => {
    if (!node || typeof node !== 'object') return
    const { properties } = node as { properties?: object }
    for (const name of Object.keys(properties ?? {})) found.add(name)
    for (const inner of Object.values(node)) walk(inner)
  }
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return found
}

it('[S209 B185] no body lets a foreign field through: forty of them reach no handler of any call', () => {
  expect(new Set(foreign).size).toBe(40)
  expect(calls.length).toBeGreaterThan(30)
  for (const { name, route } of calls) {
    const known = fieldsOf(route.body as z.ZodType)
    const read = route.body.safeParse(withForeign({}))
    // A body that is complete without any field passes, and must have dropped what it was not asked for.
    if (read.success) for (const field of foreign) if (!known.has(field)) expect(Object.hasOwn(read.data as object, field), `${name} ${field}`).toBe(false)
    const json = JSON.stringify(z.toJSONSchema(route.body as z.ZodType, { io: 'output', unrepresentable: 'any' }))
    expect(json, name).not.toContain('"additionalProperties":{}')
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

it('[S209 B185 B189] with forty foreign fields every call of the back office changes exactly what it changes without them', async () => {
  const staff = await person(world.app, { role: 'developer' })
  const target = await person(world.app, { name: 'Alvo' })
  const item = await product(world.app, { keys: 1 })
  const before = await rows('users', target.userId)
  const acts: [method: 'PUT' | 'POST' | 'PATCH', url: string, body: object, expected: object][] = [
    ['PUT', `/api/admin/users/${target.userId}`, { name: 'Novo' }, { name: 'Novo' }],
    ['PUT', `/api/admin/users/${target.userId}`, {}, {}],
    ['POST', `/api/admin/users/${target.userId}/ban`, { reason: 'x' }, { name: 'Novo', is_banned: true, ban_reason: 'x', banned_at: expect.any(String) }],
    ['POST', `/api/admin/users/${target.userId}/unban`, {}, { name: 'Novo' }],
  ]
  for (const [method, url, body, expected] of acts) {
    expect((await send(world, staff, method, url, withForeign(body))).body.code, 'a body that reaches for the prototype is not read at all').toBe('request.malformed')
    const reply = await send(world, staff, method, url, withForeign(body, plain))
    expect([reply.status, url]).toEqual([200, url])
    expect(await rows('users', target.userId)).toEqual({ ...before, name: 'Novo', ...expected })
  }
  const stock = await rows('products', item.id)
  await send(world, staff, 'PUT', `/api/admin/product/${item.id}`, withForeign({}, plain))
  const after = await rows('products', item.id)
  expect({ ...after, updated_at: 0, version: 0 }).toEqual({ ...stock, updated_at: 0, version: 0 })
  await send(world, staff, 'PUT', '/api/admin/system/site-settings', withForeign({ siteName: 'Loja' }, plain))
  const { rows: [site] } = await world.app.db.execute<{ values: object }>(sql`select values from site_settings`)
  expect(site!.values).toEqual({ siteName: 'Loja' })
  const made = (await send(world, staff, 'POST', '/api/admin/security/bans', withForeign({ hwid: 'PC-1', reason: 'x' }, plain))).body.ban
  expect(made.id).not.toBe('admin')
  expect(await rows('bans', made.id)).toMatchObject({ hwid: 'PC-1', ip: null, created_by: staff.userId, expires_at: null })
})

async function rows(table: string, id: string): Promise<Record<string, unknown>> {
  const { rows: [row] } = await world.app.pool.query(`select to_jsonb(t) as row from ${table} t where id = $1`, [id])
  return row.row
}
