import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { carts, refreshTokens, users } from './db/tables/index.ts'
import { hashPassword } from './domains/accounts/password/password-hash.ts'
import { openSession, refreshSession } from './domains/accounts/session/session.service.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { codeTo } from './testing/mailed.ts'
import { coupon, person, type Person } from './testing/make.ts'
import { together } from './testing/race.ts'
import {
  buyerOf,
  expectSound,
  send,
  startCard,
  startCrypto,
  startPix,
  type Answer,
} from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// Somebody is banned between the gate, which saw nothing of it, and the transaction of their call.

const password = 'Muito-Secreta-7'
let testShop: TestShop
let passwordHash: string

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  passwordHash = await hashPassword(password)
  await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
})

afterAll(() => testShop?.close())

/** Make a call that waits for its own person, whom another process bans meanwhile. */
async function whileBanned<T>(who: Person, act: () => Promise<T>): Promise<T> {
  const [reply] = await together(
    testShop,
    (tx) =>
      tx.db
        .update(users)
        .set({ isBanned: true, banReason: 'fraude' })
        .where(eq(users.id, who.userId)),
    [act],
  )

  if (reply!.status === 'rejected') throw reply!.reason

  return reply!.value
}

const codeOf = ({ status, body }: Answer) => [status, body.code]

describe('a buyer who is banned behind the gate', () => {
  it.each([
    ['by PIX', startPix, {}],
    ['by card', startCard, {}],
    ['by coins', startCrypto, {}],
    ['with nothing to pay', startPix, { coupon: 'TUDO' }],
  ] as const)('%s opens no payment, and is told why', async (_, start, choice) => {
    const { who, cartId } = await buyerOf(testShop)
    const reply = await whileBanned(who, () => start(testShop, who, cartId, choice))
    expect(codeOf(reply)).toEqual([403, 'auth.banned'])
    expect(reply.body.error).toBe('Conta banida: fraude')
    const [cart] = await testShop.app.db.select().from(carts).where(eq(carts.id, cartId))
    expect(cart!.status).toBe('active')

    const made = await testShop.app.db.execute(
      sql`select (select count(*) from payments where cart_id = ${cartId})::int as payments,
        (select count(*) from orders where cart_id = ${cartId})::int as orders`,
    )

    expect(made.rows).toEqual([{ payments: 0, orders: 0 }])
    await expectSound(testShop)
  })
})

describe('an account that is banned behind the gate', () => {
  it('keeps its mail', async () => {
    const who = await person(testShop.app)
    const email = `nova-${randomUUID()}@exemplo.test`
    await testShop.app.db.update(users).set({ passwordHash }).where(eq(users.id, who.userId))

    const asked = [
      await send(testShop, 'POST /api/users/step-up', { as: who, body: { password } }),
      await send(testShop, 'POST /api/users/profile/email/code', { as: who, body: { email } }),
    ]

    expect(asked.map(({ status }) => status)).toEqual([200, 200])
    const code = await codeTo(testShop, email)
    const reply = await whileBanned(who, () =>
      send(testShop, 'PUT /api/users/profile/email', { as: who, body: { email, code } }),
    )
    expect(codeOf(reply)).toEqual([401, 'auth.required'])
    const [user] = await testShop.app.db.select().from(users).where(eq(users.id, who.userId))
    expect(user!.email).toBe(who.email)
  })

  it('opens no session with its password', async () => {
    const who = await person(testShop.app)
    await testShop.app.db.update(users).set({ passwordHash }).where(eq(users.id, who.userId))
    const reply = await whileBanned(who, () =>
      send(testShop, 'POST /api/users/login', { body: { email: who.email, password } }),
    )
    expect(codeOf(reply)).toEqual([401, 'auth.invalid_credentials'])
  })

  it('gets no fresh token, and learns why', async () => {
    const who = await person(testShop.app)
    const caller = { ip: '127.0.0.1', userAgent: 'test', language: 'pt-BR', origin: null } as const
    const { refreshToken } = await inTransaction(testShop.app, (tx) =>
      openSession(tx, { id: who.userId, role: 'client' }, caller),
    )

    const [reply] = await together(
      testShop,
      async (tx) => {
        await tx.db.update(refreshTokens).set({ rotatedAt: null })
        await tx.db
          .update(users)
          .set({ isBanned: true, banReason: 'fraude' })
          .where(eq(users.id, who.userId))
      },
      [() => refreshSession(testShop.app, refreshToken, caller)],
    )

    expect(reply).toMatchObject({ status: 'rejected', reason: { code: 'auth.banned' } })
  })
})

describe('staff who are banned behind the gate', () => {
  it.each([
    ['PUT', '/role', { role: 'developer' }],
    ['POST', '/ban', { reason: 'prova' }],
    ['DELETE', '/two-factor', undefined],
    ['DELETE', '', undefined],
  ] as const)('change nobody: %s %s', async (method, path, body) => {
    const [staff, who] = [await person(testShop.app, { role: 'admin' }), await person(testShop.app)]
    const before = await userRow(who)
    const reply = await whileBanned(staff, () =>
      send(testShop, `${method} /api/admin/users/${who.userId}${path}`, { as: staff, body }),
    )
    expect(codeOf(reply)).toEqual([403, 'auth.forbidden'])
    expect(await userRow(who)).toEqual(before)
  })
})

const userRow = async ({ userId }: Person) =>
  (await testShop.app.db.select().from(users).where(eq(users.id, userId)))[0]
