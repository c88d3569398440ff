import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { loginChallenges, passwordResets, twoFactors, users } from '../../db/tables/index.ts'
import { mailsTo } from '../../testing/mailed.ts'
import { person, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { trailOf } from '../../testing/trail.ts'
import {
  accountByEmail,
  dropTwoFactorByOperator,
  setPasswordByOperator,
} from './by-operator.service.ts'

// Access from the command line, for an owner who can no longer log in.

let testShop: TestShop
let dora: Person
let trail: ReturnType<typeof trailOf>

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  trail = trailOf(testShop)
  dora = await person(testShop.app, { role: 'admin', email: 'dora@exemplo.test' })
})

afterAll(() => testShop?.close())

const enter = async (password: string) => {
  const payload = { email: dora.email, password }
  const reply = await testShop.http.inject({ method: 'POST', url: '/api/users/login', payload })

  return [reply.statusCode, reply.json().code]
}

const isIn = async () => (await send(testShop, 'GET /api/users/orders', { as: dora })).status

it('a password from the command line opens the account, and earlier credentials do not', async () => {
  const expiresAt = new Date(testShop.clock.now().getTime() + 3_600_000)
  const createdAt = testShop.clock.now()
  await testShop.app.db
    .insert(passwordResets)
    .values({ hash: Buffer.alloc(32, 1), userId: dora.userId, createdAt, expiresAt })

  await testShop.app.db
    .update(users)
    .set({ discordProvenAt: createdAt })
    .where(eq(users.id, dora.userId))

  expect(await isIn()).toBe(200)
  await trail()

  const user = await accountByEmail(testShop.app, ' Dora@Exemplo.TEST ')
  await setPasswordByOperator(testShop.app, user, 'Chave-Da-Casa-77')
  expect(await trail()).toEqual([['password.reset', null, 'user', dora.userId, 'from']])
  expect(await isIn()).toBe(401)
  expect(await enter('Chave-Da-Casa-77')).toEqual([200, undefined])
  const [link] = await testShop.app.db.select().from(passwordResets)
  expect(link!.usedAt).not.toBe(null)
  const [row] = await testShop.app.db.select().from(users).where(eq(users.id, dora.userId))
  expect(row!.discordProvenAt).toBe(null)
})

it('staff get no weak password from the command line either, and an unknown mail none', async () => {
  const user = await accountByEmail(testShop.app, dora.email)
  const short = setPasswordByOperator(testShop.app, user, 'Curta-77')
  await expect(short).rejects.toMatchObject({ code: 'account.password_short' })
  const stranger = accountByEmail(testShop.app, 'ninguem@exemplo.test')
  await expect(stranger).rejects.toMatchObject({ code: 'account.not_found' })
})

it('a lost second factor is removed with its unfinished logins, and the admins are mailed', async () => {
  const { app } = testShop
  const [createdAt, expiresAt] = [
    testShop.clock.now(),
    new Date(testShop.clock.now().getTime() + 60_000),
  ]
  const none = dropTwoFactorByOperator(app, dora.email)
  await expect(none).rejects.toMatchObject({ code: 'two_factor.not_enabled' })

  await app.db.insert(twoFactors).values({
    userId: dora.userId,
    secretCipher: app.vault.seal('JBSWY3DPEHPK3PXP', 'two_factors', dora.userId),
    confirmedAt: createdAt,
    createdAt,
  })

  await app.db
    .insert(loginChallenges)
    .values({ hash: Buffer.alloc(32, 2), userId: dora.userId, createdAt, expiresAt })
  await trail()

  expect((await dropTwoFactorByOperator(app, 'Dora@exemplo.test')).id).toBe(dora.userId)
  expect(await trail()).toEqual([['two_factor.reset', null, 'user', dora.userId, 'from']])
  expect([await app.db.$count(twoFactors), await app.db.$count(loginChallenges)]).toEqual([0, 0])
  expect(await enter('Chave-Da-Casa-77')).toEqual([200, undefined])
  const mails = await mailsTo(testShop, dora.email)

  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'A loja retirou a verificação em duas etapas',
    'Verificação em duas etapas de um usuário removida',
  ])
})
