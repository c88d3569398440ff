import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, users } from '../../db/tables/index.ts'
import { createHttp } from '../../http/server.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { person } from '../../testing/make.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { actorOf } from '../audit/audit.service.ts'
import { ensureFirstAdmin, promote } from './first-admin.service.ts'
import { authenticate } from './session/access-token.service.ts'
import { banUser } from './users.admin.service.ts'

// How a person becomes staff, and that at least one admin always remains.
let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

const good = 'Muito-Secreta-7'

describe('staff', () => {
  it('two last admins who ban each other leave one, and the command line keeps that one [S209]', async () => {
    await testShop.app.db.update(users).set({ role: 'client' }).where(eq(users.role, 'admin'))

    const [a, b] = [
      await person(testShop.app, { role: 'admin' }),
      await person(testShop.app, { role: 'admin' }),
    ]

    const second = await createHttp(await testShop.another())

    const [actor, caller] = [
      await authenticate(testShop.app, a.token),
      { ip: '127.0.0.1', userAgent: 'test', language: 'pt-BR' as const, origin: null },
    ]

    const late = await inTransaction(testShop.app, async (tx) => {
      await banUser(
        tx,
        { principal: actor, actor: actorOf({ principal: actor, caller }) },
        b.userId,
        'x',
      )

      const waiting = second
        .inject({
          method: 'POST',
          url: '/api/users/ban',
          payload: { userId: a.userId, reason: 'x' },
          headers: b.headers,
        })
        .then((reply) => reply)

      await new Promise((done) => setTimeout(done, 300))

      return { waiting }
    })

    expect((await late.waiting).json().code).toBe('account.last_admin')

    const left = await testShop.app.db
      .select()
      .from(users)
      .where(and(eq(users.role, 'admin'), eq(users.isBanned, false)))

    expect(left.map((one) => one.id)).toEqual([a.userId])
    await expect(promote(testShop.app, a.email, 'client')).rejects.toMatchObject({
      code: 'account.last_admin',
    })
    await second.close()
  })

  it('the first admin comes from the configuration, once, and takes over its address [S209, S009]', async () => {
    const own = await openTestShop({
      env: { ADMIN_EMAIL: 'Dona@Exemplo.test', ADMIN_PASSWORD: 'Senha-Da-Dona-1' },
    })

    try {
      const email = 'dona@exemplo.test'

      const squatter = (
        await own.http.inject({
          method: 'POST',
          url: '/api/users/register',
          payload: { name: 'X', email, password: good, termsAccepted: true },
        })
      ).json().data.tokens.accessToken

      await ensureFirstAdmin(own.app)
      await ensureFirstAdmin(own.app)
      const enter = (password: string) =>
        own.http.inject({ method: 'POST', url: '/api/users/login', payload: { email, password } })
      expect((await enter('Senha-Da-Dona-1')).json().data.user.role).toBe('admin')
      expect((await enter(good)).statusCode).toBe(401)

      expect(
        (
          await own.http.inject({
            url: '/api/users/dashboard',
            headers: { authorization: `Bearer ${squatter}` },
          })
        ).statusCode,
      ).toBe(401)

      expect(
        await own.app.db.select().from(auditLog).where(eq(auditLog.action, 'user.first-admin')),
      ).toHaveLength(1)
    } finally {
      await own.close()
    }
  })
})
