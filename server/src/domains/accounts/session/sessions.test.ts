import type { SessionEnd } from '@chaveiro/contracts/shop-reasons'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { sessions } from '../../../db/tables/index.ts'
import { createHttp } from '../../../http/server.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { person } from '../../../testing/make.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { endSessionsOf, openSession } from './session.service.ts'

let testShop: TestShop
let second: FastifyInstance

beforeAll(async () => {
  testShop = await openTestShop()
  second = await createHttp(await testShop.another())
})

afterAll(async () => {
  await second?.close()
  await testShop?.close()
})

const password = 'Muito-Secreta-7'
let count = 0
type Device = { email: string; token: string; cookie: string }

async function enter(
  given: { email?: string; agent?: string; from?: string } = {},
  shop = testShop,
): Promise<Device> {
  const email = given.email ?? `aparelho${++count}@exemplo.test`

  const reply = await shop.http.inject({
    method: 'POST',
    url: given.email ? '/api/users/login' : '/api/users/register',
    remoteAddress: given.from ?? '203.0.113.5',
    headers: { 'user-agent': given.agent ?? 'Firefox' },
    payload: { name: 'Ana', email, password, termsAccepted: true },
  })

  expect(reply.statusCode).toBe(200)

  return {
    email,
    token: reply.json().data.tokens.accessToken,
    cookie: reply.cookies.find((cookie) => cookie.name.endsWith('refreshToken'))!.value,
  }
}

const refresh = (cookie: string, name = 'refreshToken', shop: TestShop | null = null) =>
  (shop ?? testShop).http.inject({
    method: 'POST',
    url: '/api/users/refresh-token',
    remoteAddress: '203.0.113.6',
    cookies: { [name]: cookie },
  })

const ask = (call: string, token: string, payload?: object, http = testShop.http) => {
  const [method, path] = call.split(' ') as ['GET' | 'DELETE' | 'PUT', string]
  return http.inject({
    method,
    url: `/api/users/${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  })
}

const status = async (token: string, http = testShop.http) =>
  (await ask('GET dashboard', token, undefined, http)).statusCode

describe('the end of a session', () => {
  it('comes thirty days after the login, however often it is renewed, in every process [F163]', async () => {
    let { email, token, cookie } = await enter()

    for (let week = 0; week < 5; week++) {
      testShop.clock.advance(6 * 86_400 - 60)
      const reply = await refresh(cookie)
      expect(reply.statusCode, `week ${week}`).toBe(200)
      cookie = reply.cookies[0]!.value
      token = reply.json().accessToken
      const left = [604_800, 604_800, 604_800, 518_640, 300][week]!
      expect(Math.abs(reply.cookies[0]!.maxAge! - left), `week ${week}`).toBeLessThan(5)
    }

    expect([await status(token), await status(token, second)]).toEqual([200, 200])
    testShop.clock.advance(301)
    expect([await status(token), await status(token, second)]).toEqual([401, 401])
    expect((await refresh(cookie)).json().code).toBe('auth.refresh_invalid')
    expect((await refresh((await enter({ email })).cookie)).statusCode).toBe(200)
  })

  it('is a setting that applies to sessions opened before it was lowered [F163]', async () => {
    expect(readConfig({ DATA_DIR: testShop.app.config.dataDir }).sessionDays).toBe(30)
    const short = await openTestShop({ env: { SESSION_DAYS: '2' } })

    try {
      const { cookie, token } = await enter({}, short)
      await short.app.pool.query(
        "update sessions set created_at = created_at - interval '49 hours', expires_at = now() + interval '7 days'",
      )

      const dashboard = await short.http.inject({
        url: '/api/users/dashboard',
        headers: { authorization: `Bearer ${token}` },
      })

      expect(dashboard.statusCode).toBe(401)
      expect((await refresh(cookie, 'refreshToken', short)).statusCode).toBe(401)
    } finally {
      await short.close()
    }
  })
})

describe('all sessions of a person', () => {
  it('end at once; one that ended before keeps its reason and is not counted [P341]', async () => {
    const { userId } = await person(testShop.app)
    const caller = { ip: '127.0.0.1', userAgent: 'test', language: 'pt-BR', origin: null } as const
    await inTransaction(testShop.app, (tx) =>
      openSession(tx, { id: userId, role: 'client' }, caller),
    )

    const end = (reason: SessionEnd) =>
      inTransaction(testShop.app, (tx) => endSessionsOf(tx, userId, reason))

    expect(await end('password change')).toBe(2)
    expect(await end('banned')).toBe(0)

    const sessionRows = await testShop.app.db
      .select({ reason: sessions.revokeReason })
      .from(sessions)
      .where(eq(sessions.userId, userId))

    expect(sessionRows.map(({ reason }) => reason)).toEqual(['password change', 'password change'])
  })
})

describe('the own sessions', () => {
  it('are listed with device, address, last use and a mark for this one; open ones only [F163]', async () => {
    const home = await enter({ agent: 'Firefox em casa', from: '198.51.100.1' })
    const phone = await enter({ email: home.email, agent: 'Telefone', from: '198.51.100.2' })
    await enter({ agent: 'De outra pessoa' })
    testShop.clock.advance(3_600)
    const renewed = (await refresh(phone.cookie)).json().accessToken as string
    const reply = await ask('GET sessions', renewed)
    expect(reply.statusCode).toBe(200)
    const { sessions } = reply.json() as { sessions: Record<string, unknown>[] }

    expect(sessions.map(({ device, ip, current }) => [device, ip, current])).toEqual([
      ['Telefone', '203.0.113.6', true],
      ['Firefox em casa', '198.51.100.1', false],
    ])

    const [now, before] = sessions.map(({ lastSeenAt }) => Date.parse(String(lastSeenAt)))
    expect(Math.abs(now! - testShop.clock.now().getTime())).toBeLessThan(60_000)
    expect(now! - before!).toBeGreaterThan(3_000_000)
    expect(Object.keys(sessions[0]!).sort()).toEqual(
      ['_id', 'createdAt', 'current', 'device', 'expiresAt', 'id', 'ip', 'lastSeenAt'].sort(),
    )
  })

  it("are ended one by one, in every process; another user's is not found [F163]", async () => {
    const home = await enter()
    const phone = await enter({ email: home.email, agent: 'Telefone' })
    expect([await status(phone.token), await status(phone.token, second)]).toEqual([200, 200])
    const { sessions } = (await ask('GET sessions', home.token)).json()
    const other = sessions.find(({ current }: { current: boolean }) => !current)
    const stranger = await person(testShop.app)
    const foreign = await ask(`DELETE sessions/${other.id}`, stranger.token)
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'account.session_not_found'])
    expect(await status(phone.token)).toBe(200)
    for (let i = 0; i < 2; i++)
      expect((await ask(`DELETE sessions/${other.id}`, home.token)).statusCode).toBe(200)
    expect(await status(phone.token)).toBe(401)
    await expect.poll(() => status(phone.token, second), { timeout: 4_000 }).toBe(401)
    expect((await refresh(phone.cookie)).statusCode).toBe(401)
    expect(await status(home.token)).toBe(200)

    const { rows } = await testShop.app.pool.query(
      "select count(*)::int as n from audit_log where action = 'session.ended' and details->>'sessionId' = $1",
      [other.id],
    )

    expect(rows[0].n).toBe(1)
  })
})

describe('a change of the password', () => {
  it('keeps its person logged in by new tokens, and voids the earlier tokens [F132]', async () => {
    const home = await enter()
    const phone = await enter({ email: home.email })

    const reply = await testShop.http.inject({
      method: 'PUT',
      url: '/api/users/password',
      headers: { authorization: `Bearer ${home.token}` },
      payload: { currentPassword: password, newPassword: 'Outra-Senha-99' },
    })

    expect(reply.statusCode).toBe(200)
    const cookie = reply.cookies.find(({ name }) => name === 'refreshToken')!
    expect(cookie).toMatchObject({ path: '/api/users', httpOnly: true, sameSite: 'Strict' })
    expect(cookie.value).not.toBe(home.cookie)
    const { accessToken } = reply.json()
    expect([await status(accessToken), await status(accessToken, second)]).toEqual([200, 200])

    for (const old of [home, phone]) {
      expect((await refresh(old.cookie)).json().code).toBe('auth.refresh_invalid')
      expect(await status(old.token)).toBe(401)
    }

    expect((await refresh(cookie.value)).statusCode).toBe(200)
    expect((await ask('GET sessions', accessToken)).json().sessions).toHaveLength(1)
  })

  it('twice at once changes it once and leaves one session [S216]', async () => {
    const home = await enter()
    const change = (newPassword: string, http: FastifyInstance) =>
      ask('PUT password', home.token, { currentPassword: password, newPassword }, http)

    const replies = await Promise.all([
      change('Primeira-Nova-11', testShop.http),
      change('Segunda-Nova-22', second),
    ])

    expect(replies.map((reply) => reply.statusCode).filter((code) => code === 200)).toHaveLength(1)

    const { rows } = await testShop.app.pool.query(
      'select count(*)::int as n from sessions s join users u on u.id = s.user_id where u.email = $1 and s.revoked_at is null',
      [home.email],
    )

    expect(rows[0].n).toBe(1)
  })
})

describe('the refresh cookie under HTTPS', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ env: { PUBLIC_URL: 'https://loja.example' } })
  })
  afterAll(async () => {
    await shop?.close()
  })

  it('is bound to this host by its name; an earlier one is traded for it and removed [F163]', async () => {
    const reply = await shop.http.inject({
      method: 'POST',
      url: '/api/users/register',
      payload: { name: 'Ana', email: 'a@exemplo.test', password, termsAccepted: true },
    })

    expect(reply.cookies).toEqual([
      expect.objectContaining({
        name: '__Host-refreshToken',
        path: '/',
        secure: true,
        httpOnly: true,
        sameSite: 'Strict',
        maxAge: 7 * 86_400,
      }),
    ])

    expect(reply.cookies[0]!.domain).toBeUndefined()
    const traded = await refresh(reply.cookies[0]!.value, 'refreshToken', shop)
    expect(traded.statusCode).toBe(200)

    expect(traded.cookies).toMatchObject([
      { name: '__Host-refreshToken', path: '/', secure: true },
      { name: 'refreshToken', value: '', path: '/api/users' },
    ])

    // Another subdomain can set the cookie refreshToken, but never __Host-refreshToken. When both
    // cookies arrive, only __Host-refreshToken counts.
    const both = await shop.http.inject({
      method: 'POST',
      url: '/api/users/refresh-token',
      cookies: { refreshToken: 'plantado', '__Host-refreshToken': traded.cookies[0]!.value },
    })

    expect(both.statusCode).toBe(200)

    const out = await shop.http.inject({
      method: 'POST',
      url: '/api/users/logout',
      cookies: { '__Host-refreshToken': both.cookies[0]!.value },
    })

    expect(out.cookies).toMatchObject([
      { name: '__Host-refreshToken', value: '', path: '/' },
      { name: 'refreshToken', value: '', path: '/api/users' },
    ])

    expect((await refresh(both.cookies[0]!.value, '__Host-refreshToken', shop)).statusCode).toBe(
      401,
    )
  })
})
