import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, recoveryCodes, twoFactors, users } from '../../../db/tables/index.ts'
import { createHttp } from '../../../http/server.ts'
import { finishLogin, logInBy } from '../../../testing/log-in.ts'
import { person, type Person } from '../../../testing/make.ts'
import { send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { hashPassword } from '../password/password-hash.ts'

let testShop: TestShop
let passwordHash: string
const password = 'Senha-da-Equipe-9'

beforeAll(async () => {
  testShop = await openTestShop({ env: { RATE_ACCOUNT: '5' } })
  passwordHash = await hashPassword(password)
})

afterAll(async () => {
  await testShop?.close()
})

async function staff(
  role: 'admin' | 'developer' | 'client' = 'developer',
  of = testShop,
): Promise<Person> {
  const who = await person(of.app, { role })
  await of.app.db.update(users).set({ passwordHash }).where(eq(users.id, who.userId))

  return who
}

const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: testShop.clock.now().getTime() + steps * 30_000,
  })

const enter = (who: Person, given = password) => logInBy(testShop, who, given)
const finish = (challenge: string, code: string) => finishLogin(testShop, challenge, code)

/**
 * Set up a second factor as the screen does. The clock then advances, so that the next code is a
 * new one.
 */
async function enrol(who: Person): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (
    await send(testShop, 'POST /api/users/two-factor/setup', { as: who, body: { password } })
  ).body

  const { body } = await send(testShop, 'POST /api/users/two-factor/confirm', {
    as: who,
    body: { code: codeAt(secret) },
  })

  testShop.clock.advance(60)

  return { secret, codes: body.recoveryCodes }
}

describe('set-up', () => {
  it('gives a secret, needs a confirming code, shows ten recovery codes once, and stores none', async () => {
    const who = await staff()

    expect((await send(testShop, 'GET /api/users/two-factor', { as: who })).body).toEqual({
      success: true,
      enabled: false,
      required: false,
      recoveryCodesLeft: 0,
      proof: 'password',
    })

    expect(
      (
        await send(testShop, 'POST /api/users/two-factor/setup', {
          as: who,
          body: { password: 'errada' },
        })
      ).body.code,
    ).toBe('account.password_wrong')

    const { secret, uri } = (
      await send(testShop, 'POST /api/users/two-factor/setup', { as: who, body: { password } })
    ).body

    expect(uri).toMatch(
      new RegExp(
        `^otpauth://totp/Chaveiro:${encodeURIComponent(who.email)}\\?issuer=Chaveiro&secret=${secret}&algorithm=SHA1&digits=6&period=30$`,
      ),
    )

    // The second factor is not confirmed yet, so the login does not ask for it.
    expect((await enter(who)).statusCode).toBe(200)

    expect(
      (
        await send(testShop, 'POST /api/users/two-factor/confirm', {
          as: who,
          body: { code: codeAt(secret, 5) },
        })
      ).body.code,
    ).toBe('two_factor.code_wrong')

    const other = (await enter(who)).json().data.tokens.accessToken

    const done = (
      await send(testShop, 'POST /api/users/two-factor/confirm', {
        as: who,
        body: { code: codeAt(secret) },
      })
    ).body

    expect(new Set(done.recoveryCodes).size).toBe(10)
    expect(done.recoveryCodes[0]).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)

    expect((await send(testShop, 'GET /api/users/two-factor', { as: who })).body).toMatchObject({
      enabled: true,
      recoveryCodesLeft: 10,
    })

    expect(
      (
        await testShop.http.inject({
          url: '/api/users/dashboard',
          headers: { authorization: `Bearer ${other}` },
        })
      ).statusCode,
    ).toBe(401)

    expect(
      (await send(testShop, 'POST /api/users/two-factor/setup', { as: who, body: { password } }))
        .body.code,
    ).toBe('two_factor.enabled')

    const stored = JSON.stringify(
      [
        await testShop.app.db.select().from(twoFactors),
        await testShop.app.db.select().from(recoveryCodes),
        await testShop.app.db.select().from(auditLog),
      ],
      (_, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value),
    )

    for (const clear of [secret, ...done.recoveryCodes]) expect(stored).not.toContain(clear)
    // A customer's mailbox must be proven, which is impossible in a shop without a mail server.
    const client = await staff('client')
    const body = { password }
    const refused = await send(testShop, 'POST /api/users/two-factor/setup', { as: client, body })
    expect(refused.body.code).toBe('mail.unavailable')
  })
})

describe('login', () => {
  it('asks for the code after the password, returns the usual tokens, and counts a code once', async () => {
    const who = await staff()
    const { secret } = await enrol(who)
    const first = await enter(who)

    expect(first.json()).toMatchObject({
      success: false,
      code: 'auth.two_factor_required',
      challenge: expect.any(String),
      expiresAt: expect.any(String),
    })

    expect([first.statusCode, first.cookies]).toEqual([403, []])
    expect(first.payload).not.toContain('accessToken')
    expect((await enter(who, 'errada')).json()).not.toHaveProperty('challenge')
    const code = codeAt(secret)
    const done = await finish(first.json().challenge, `${code.slice(0, 3)} ${code.slice(3)}`)

    expect(done.json().data).toMatchObject({
      tokens: { accessToken: expect.any(String) },
      user: { id: who.userId, role: 'developer' },
    })

    expect(done.cookies[0]).toMatchObject({ name: 'refreshToken', httpOnly: true })
    expect((await finish(first.json().challenge, codeAt(secret, 1))).json().code).toBe(
      'two_factor.challenge_invalid',
    )
    const next = (await enter(who)).json().challenge
    for (const replayed of [code, codeAt(secret, -1)])
      expect((await finish(next, replayed)).json().code).toBe('two_factor.code_wrong')
    testShop.clock.advance(30)
    expect((await finish(next, codeAt(secret))).statusCode).toBe(200)
    const trail = (
      await testShop.app.db.select().from(auditLog).where(eq(auditLog.targetId, who.userId))
    ).map((row) => [row.action, row.details])
    expect(trail).toContainEqual(['login', { secondFactor: 'app' }])
    expect(trail).toContainEqual(['login.failed', { step: 'second factor' }])
  })

  it('a code opens one session, also for ten concurrent requests in two processes', async () => {
    const who = await staff()
    const { secret, codes } = await enrol(who)
    const other = await createHttp(await testShop.another())
    const payloads = [(await enter(who)).json().challenge, (await enter(who)).json().challenge]

    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        (i % 2 ? other : testShop.http).inject({
          method: 'POST',
          url: '/api/users/login/two-factor',
          payload: { challenge: payloads[i % 2], code: codeAt(secret) },
        }),
      ),
    )

    expect(replies.filter((one) => one.statusCode === 200)).toHaveLength(1)
    testShop.clock.advance(901)
    const challenges = await Promise.all(
      Array.from({ length: 4 }, async () => (await enter(who)).json().challenge as string),
    )

    const used = await Promise.all(
      challenges.map((challenge, i) =>
        (i % 2 ? other : testShop.http).inject({
          method: 'POST',
          url: '/api/users/login/two-factor',
          payload: { challenge, code: codes[0]!.toLowerCase().replace('-', ' ') },
        }),
      ),
    )

    expect(used.filter((one) => one.statusCode === 200)).toHaveLength(1)
    expect(
      (await send(testShop, 'GET /api/users/two-factor', { as: who })).body.recoveryCodesLeft,
    ).toBe(9)
    await other.close()
  })

  it('five wrong codes use up the tries of a quarter of an hour, over all challenges', async () => {
    const who = await staff()
    const { secret } = await enrol(who)
    const challenges = await Promise.all(
      Array.from({ length: 12 }, async () => (await enter(who)).json().challenge as string),
    )
    const replies = await Promise.all(challenges.map((challenge) => finish(challenge, '000000')))
    expect(replies.filter((one) => one.json().code === 'two_factor.code_wrong')).toHaveLength(5)
    expect(replies.filter((one) => one.statusCode === 429)).toHaveLength(7)
    expect((await finish((await enter(who)).json().challenge, codeAt(secret))).statusCode).toBe(429)
    testShop.clock.advance(901)
    expect((await finish((await enter(who)).json().challenge, codeAt(secret))).statusCode).toBe(200)
  })

  it('a challenge ends with time, a new password or a ban; a stranger’s opens nothing', async () => {
    const who = await staff()
    const { secret } = await enrol(who)
    const old = (await enter(who)).json().challenge
    testShop.clock.advance(301)
    expect((await finish(old, codeAt(secret))).json().code).toBe('two_factor.challenge_invalid')
    expect((await finish('x', codeAt(secret))).json().code).toBe('two_factor.challenge_invalid')
    const stale = (await enter(who)).json().challenge

    expect(
      (
        await send(testShop, 'PUT /api/users/password', {
          as: who,
          body: { currentPassword: password, newPassword: 'Outra-da-Equipe-9' },
        })
      ).status,
    ).toBe(200)

    expect((await finish(stale, codeAt(secret))).json().code).toBe('two_factor.challenge_invalid')
    const open = (await enter(who, 'Outra-da-Equipe-9')).json().challenge

    await testShop.app.db
      .update(users)
      .set({ isBanned: true, banReason: 'x' })
      .where(eq(users.id, who.userId))

    expect((await finish(open, codeAt(secret))).json().code).toBe('auth.banned')
  })
})

describe('switching off', () => {
  it('needs the password; new recovery codes void the old ones', async () => {
    const who = await staff()
    const { codes } = await enrol(who)

    const renewed = (
      await send(testShop, 'POST /api/users/two-factor/recovery-codes', {
        as: who,
        body: { password },
      })
    ).body.recoveryCodes

    expect(renewed).toHaveLength(10)
    expect((await finish((await enter(who)).json().challenge, codes[0]!)).json().code).toBe(
      'two_factor.code_wrong',
    )
    expect((await finish((await enter(who)).json().challenge, renewed[0]!)).statusCode).toBe(200)

    expect(
      (
        await send(testShop, 'POST /api/users/two-factor/disable', {
          as: who,
          body: { password: 'errada' },
        })
      ).body.code,
    ).toBe('account.password_wrong')

    expect(
      (await send(testShop, 'POST /api/users/two-factor/disable', { as: who, body: { password } }))
        .status,
    ).toBe(200)

    expect((await enter(who)).statusCode).toBe(200)

    expect(
      (await send(testShop, 'POST /api/users/two-factor/disable', { as: who, body: { password } }))
        .body.code,
    ).toBe('two_factor.not_enabled')
  })

  it('staff remove a lost second factor of a colleague, a developer also of an admin [decision Q127]', async () => {
    const [admin, other, developer] = [await staff('admin'), await staff('admin'), await staff()]
    await enrol(other)

    expect(
      (
        await send(testShop, `DELETE /api/admin/users/${other.userId}/two-factor`, {
          as: developer,
        })
      ).status,
    ).toBe(200)

    expect(
      (await send(testShop, `DELETE /api/admin/users/${other.userId}/two-factor`, { as: admin }))
        .body.code,
    ).toBe('two_factor.not_enabled')

    expect((await enter(other)).statusCode).toBe(200)
  })

  it('where a second factor is required, staff without one reach only its set-up', async () => {
    const strict = await openTestShop({ env: { STAFF_TWO_FACTOR: 'required' } })
    try {
      const who = await staff('admin', strict)
      const list = () => send(strict, 'GET /api/admin/users', { as: who })

      expect(await list()).toMatchObject({
        status: 403,
        body: { code: 'two_factor.setup_required' },
      })

      expect((await send(strict, 'GET /api/users/two-factor', { as: who })).body).toMatchObject({
        enabled: false,
        required: true,
      })

      const { secret } = (
        await send(strict, 'POST /api/users/two-factor/setup', { as: who, body: { password } })
      ).body
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: strict.clock.now().getTime(),
      })

      expect(
        (await send(strict, 'POST /api/users/two-factor/confirm', { as: who, body: { code } }))
          .status,
      ).toBe(200)

      await expect
        .poll(async () => (await list()).status, { timeout: 1000, interval: 10 })
        .toBe(200)

      expect(
        (await send(strict, 'POST /api/users/two-factor/disable', { as: who, body: { password } }))
          .body.code,
      ).toBe('two_factor.demanded')

      const client = await staff('client', strict)
      expect((await send(strict, 'GET /api/users/dashboard', { as: client })).status).toBe(200)
    } finally {
      await strict.close()
    }
  })
})
