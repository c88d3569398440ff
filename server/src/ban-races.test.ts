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

// Bans that happen between the access check of a call and its transaction.

const password = 'Muito-Secreta-7'
let testShop: TestShop
let passwordHash: string

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  passwordHash = await hashPassword(password)
  await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
})

afterAll(() => testShop?.close())

/** Makes a call that waits for the person's row, which another process locks to ban that person. */
async function whileBanned<T>(customer: Person, act: () => Promise<T>): Promise<T> {
  const [reply] = await together(
    testShop,
    (tx) =>
      tx.db
        .update(users)
        .set({ isBanned: true, banReason: 'fraude' })
        .where(eq(users.id, customer.userId)),
    [act],
  )

  if (reply!.status === 'rejected') throw reply!.reason

  return reply!.value
}

const codeOf = ({ status, body }: Answer) => [status, body.code]

describe('a buyer who is banned after the access check', () => {
  it.each([
    ['by PIX', startPix, {}],
    ['by card', startCard, {}],
    ['by coins', startCrypto, {}],
    ['with nothing to pay', startPix, { coupon: 'TUDO' }],
  ] as const)('%s opens no payment, and is told why', async (_, start, choice) => {
    const { who: customer, cartId } = await buyerOf(testShop)
    const reply = await whileBanned(customer, () => start(testShop, customer, cartId, choice))
    expect(codeOf(reply)).toEqual([403, 'auth.banned'])
    expect(reply.body.error).toBe('Conta banida: fraude')
    const [cart] = await testShop.app.db.select().from(carts).where(eq(carts.id, cartId))
    expect(cart!.status).toBe('active')

    const counts = await testShop.app.db.execute(
      sql`select (select count(*) from payments where cart_id = ${cartId})::int as payments,
        (select count(*) from orders where cart_id = ${cartId})::int as orders`,
    )

    expect(counts.rows).toEqual([{ payments: 0, orders: 0 }])
    await expectSound(testShop)
  })
})

describe('an account that is banned after the access check', () => {
  it('keeps its mail', async () => {
    const customer = await person(testShop.app)
    const email = `nova-${randomUUID()}@exemplo.test`
    await testShop.app.db.update(users).set({ passwordHash }).where(eq(users.id, customer.userId))

    const replies = [
      await send(testShop, 'POST /api/users/step-up', { as: customer, body: { password } }),
      await send(testShop, 'POST /api/users/profile/email/code', { as: customer, body: { email } }),
    ]

    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const code = await codeTo(testShop, email)
    const reply = await whileBanned(customer, () =>
      send(testShop, 'PUT /api/users/profile/email', { as: customer, body: { email, code } }),
    )
    expect(codeOf(reply)).toEqual([401, 'auth.required'])
    const [user] = await testShop.app.db.select().from(users).where(eq(users.id, customer.userId))
    expect(user!.email).toBe(customer.email)
  })

  it('opens no session with its password', async () => {
    const customer = await person(testShop.app)
    await testShop.app.db.update(users).set({ passwordHash }).where(eq(users.id, customer.userId))
    const reply = await whileBanned(customer, () =>
      send(testShop, 'POST /api/users/login', { body: { email: customer.email, password } }),
    )
    expect(codeOf(reply)).toEqual([401, 'auth.invalid_credentials'])
  })

  it('gets no fresh token, and learns why', async () => {
    const customer = await person(testShop.app)
    const caller = { ip: '127.0.0.1', userAgent: 'test', language: 'pt-BR', origin: null } as const
    const { refreshToken } = await inTransaction(testShop.app, (tx) =>
      openSession(tx, { id: customer.userId, role: 'client' }, caller),
    )

    const [reply] = await together(
      testShop,
      async (tx) => {
        await tx.db.update(refreshTokens).set({ rotatedAt: null })
        await tx.db
          .update(users)
          .set({ isBanned: true, banReason: 'fraude' })
          .where(eq(users.id, customer.userId))
      },
      [() => refreshSession(testShop.app, refreshToken, caller)],
    )

    expect(reply).toMatchObject({ status: 'rejected', reason: { code: 'auth.banned' } })
  })
})

describe('staff who are banned after the access check', () => {
  it.each([
    ['PUT', '/role', { role: 'developer' }],
    ['POST', '/ban', { reason: 'prova' }],
    ['DELETE', '/two-factor', undefined],
    ['DELETE', '', undefined],
  ] as const)('change nobody: %s %s', async (method, path, body) => {
    const [staff, customer] = [
      await person(testShop.app, { role: 'admin' }),
      await person(testShop.app),
    ]
    const before = await userRow(customer)
    const reply = await whileBanned(staff, () =>
      send(testShop, `${method} /api/admin/users/${customer.userId}${path}`, { as: staff, body }),
    )
    expect(codeOf(reply)).toEqual([403, 'auth.forbidden'])
    expect(await userRow(customer)).toEqual(before)
  })
})

const userRow = async ({ userId }: Person) =>
  (await testShop.app.db.select().from(users).where(eq(users.id, userId)))[0]
