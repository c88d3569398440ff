import { asc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { createHmac, generateKeyPairSync, hkdfSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, refreshTokens, sessions, users } from '../../../db/tables/index.ts'
import { createHttp } from '../../../http/server.ts'
import type { App } from '../../../platform/app.ts'
import { clearDueRows } from '../../../platform/database/clearing.ts'
import { person } from '../../../testing/make.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { promote } from '../first-admin.service.ts'
import { oldSessions } from './session.service.ts'

let testShop: TestShop
let elsewhere: { app: App; http: FastifyInstance }

beforeAll(async () => {
  testShop = await openTestShop()
  const app = await testShop.another()
  elsewhere = { app, http: await createHttp(app) }
})

afterAll(async () => {
  await elsewhere?.http.close()
  await testShop?.close()
})

const password = 'Muito-Secreta-7'
let count = 0
type Entered = { email: string; userId: string; sessionId: string; token: string; cookie: string }

async function enter(email?: string): Promise<Entered> {
  const address = email ?? `sessao${++count}@exemplo.test`
  const url = email ? '/api/users/login' : '/api/users/register'

  const reply = await testShop.http.inject({
    method: 'POST',
    url,
    payload: { name: 'Ana', email: address, password, termsAccepted: true },
  })

  const token = reply.json().data.tokens.accessToken as string

  return {
    email: address,
    userId: reply.json().data.user.id,
    sessionId: claimsOf(token).sid,
    token,
    cookie: reply.cookies.find((one) => one.name === 'refreshToken')!.value,
  }
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
    sid: string
    sub: string
    role: string
    exp: number
    iat: number
  }

const refresh = (cookie: string, headers: Record<string, string> = {}, http = testShop.http) =>
  http.inject({
    method: 'POST',
    url: '/api/users/refresh-token',
    cookies: { refreshToken: cookie },
    headers,
  })

const dashboard = (token: string, http = testShop.http) =>
  http.inject({ url: '/api/users/dashboard', headers: { authorization: `Bearer ${token}` } })

const tokensOf = (sessionId: string) =>
  testShop.app.db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.sessionId, sessionId))
    .orderBy(asc(refreshTokens.generation))

const sessionRow = async (id: string) =>
  (await testShop.app.db.select().from(sessions).where(eq(sessions.id, id)))[0]!

describe('refresh', () => {
  it('trades the cookie for a new access token and the next cookie [S215, S216]', async () => {
    const one = await enter()
    const reply = await refresh(one.cookie)
    expect(reply.statusCode).toBe(200)
    const { accessToken } = reply.json()
    expect(reply.json()).toEqual({ success: true, accessToken, data: { accessToken } })
    expect(claimsOf(accessToken)).toMatchObject({ sub: one.userId, sid: one.sessionId })
    expect((await dashboard(accessToken)).statusCode).toBe(200)

    expect(reply.cookies).toMatchObject([
      {
        name: 'refreshToken',
        path: '/api/users',
        httpOnly: true,
        sameSite: 'Strict',
        maxAge: 7 * 86_400,
      },
    ])

    expect(reply.cookies[0]!.value).not.toBe(one.cookie)
    const rows = await tokensOf(one.sessionId)
    expect(rows.map((row) => row.generation)).toEqual([0, 1])
    for (const row of rows)
      for (const secret of [one.cookie, reply.cookies[0]!.value])
        expect(row.hash.equals(Buffer.from(secret, 'base64url'))).toBe(false)
  })

  it('the cookie is Secure under HTTPS [S216]', async () => {
    const secure = await openTestShop({ env: { PUBLIC_URL: 'https://loja.example' } })

    const reply = await secure.http.inject({
      method: 'POST',
      url: '/api/users/register',
      payload: { name: 'Ana', email: 'a@exemplo.test', password, termsAccepted: true },
    })

    expect(reply.cookies[0]).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict' })
    expect((await enter()).cookie).not.toBe('')
    await secure.close()
  })

  it('twenty at once, in two processes, are one rotation with one successor [S216]', async () => {
    const one = await enter()

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        refresh(one.cookie, {}, i % 2 ? testShop.http : elsewhere.http),
      ),
    )

    expect(replies.map((reply) => reply.statusCode)).toEqual(Array(20).fill(200))
    expect(new Set(replies.map((reply) => reply.cookies[0]!.value)).size).toBe(1)
    expect(await tokensOf(one.sessionId)).toHaveLength(2)
    expect((await refresh(replies[0]!.cookies[0]!.value)).statusCode).toBe(200)
  })

  it('a late tab gets the newest cookie, not one that would later count as theft [S216]', async () => {
    const one = await enter()
    const second = (await refresh(one.cookie)).cookies[0]!.value
    const third = (await refresh(second)).cookies[0]!.value
    testShop.clock.advance(9)
    expect((await refresh(one.cookie)).cookies[0]!.value).toBe(third)
    testShop.clock.advance(600)
    expect((await refresh(third)).statusCode).toBe(200)
  })

  it('reuse after ten seconds ends the whole session, at once, with a record [S216]', async () => {
    const one = await enter()
    const successor = (await refresh(one.cookie)).cookies[0]!.value
    testShop.clock.advance(11)
    const reply = await refresh(one.cookie)
    expect(reply.statusCode).toBe(401)
    expect(reply.json().code).toBe('auth.refresh_invalid')
    expect(reply.cookies).toMatchObject([{ name: 'refreshToken', value: '' }])
    expect((await refresh(successor)).statusCode).toBe(401)
    expect((await dashboard(one.token)).statusCode).toBe(401)
    expect(await sessionRow(one.sessionId)).toMatchObject({ revokeReason: 'refresh token reused' })
    expect(
      await testShop.app.db.select().from(auditLog).where(eq(auditLog.action, 'session.reuse')),
    ).toMatchObject([{ targetId: one.userId, details: { sessionId: one.sessionId } }])
    const other = await enter(one.email)
    expect((await dashboard(other.token)).statusCode).toBe(200)
  })

  it('ends after seven unused days and is renewed by use; other tokens are refused [S216]', async () => {
    const [used, idle] = [await enter(), await enter()]
    testShop.clock.advance(4 * 86_400)
    const next = (await refresh(used.cookie)).cookies[0]!.value
    testShop.clock.advance(3 * 86_400 + 60)
    expect((await refresh(idle.cookie)).statusCode).toBe(401)
    expect((await refresh(next)).statusCode).toBe(200)
    for (const cookie of ['', 'x', idle.token, 'a'.repeat(43), used.cookie.slice(0, -1)])
      expect((await refresh(cookie)).json().code, cookie).toBe('auth.refresh_invalid')
    expect(
      (await testShop.http.inject({ method: 'POST', url: '/api/users/refresh-token' })).statusCode,
    ).toBe(401)
  })

  it('rows of tokens and sessions are deleted when they are no longer needed [S216]', async () => {
    const one = await enter()
    let cookie = one.cookie

    for (let i = 0; i < 3; i++) {
      cookie = (await refresh(cookie)).cookies[0]!.value
      testShop.clock.advance(5 * 86_400)
    }

    await refresh(cookie)
    expect((await tokensOf(one.sessionId)).map((row) => row.generation)).toEqual([2, 3, 4])
    testShop.clock.advance(38 * 86_400)
    await clearDueRows(testShop.app, oldSessions)
    expect(await tokensOf(one.sessionId)).toEqual([])
  })
})

describe('pages of other sites', () => {
  it('twelve cross-site forms neither refresh nor log out [S216]', async () => {
    const one = await enter()
    const host = { host: 'localhost:3000' }

    const foreign: Record<string, string>[] = [
      { origin: 'https://golpe.example' },
      { origin: 'null' },
      { origin: 'http://localhost:3000.golpe.example' },
      { origin: 'https://localhost:3000' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost:3001' },
    ]

    for (const url of ['/api/users/refresh-token', '/api/users/logout']) {
      for (const headers of foreign) {
        const reply = await testShop.http.inject({
          method: 'POST',
          url,
          headers: { ...host, ...headers },
          cookies: { refreshToken: one.cookie },
        })

        expect(reply.json().code, JSON.stringify(headers)).toBe('auth.origin')
        expect(reply.cookies).toEqual([])
      }

      for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        expect(
          (
            await testShop.http.inject({
              method: 'POST',
              url,
              headers: { 'content-type': type, ...host },
              payload: 'a=b',
              cookies: { refreshToken: one.cookie },
            })
          ).statusCode,
        ).toBe(415)
      }
    }

    expect(await tokensOf(one.sessionId)).toHaveLength(1)
    expect((await sessionRow(one.sessionId)).revokedAt).toBeNull()
    expect((await refresh(one.cookie, { origin: 'http://localhost:3000' })).statusCode).toBe(200)

    expect(
      (await refresh(one.cookie, { host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4000' }))
        .statusCode,
    ).toBe(200)
  })
})

describe('logout', () => {
  it('ends the session by bearer token, cookie or both, and accepts that there is none [S214]', async () => {
    const out = (given: { token?: string; cookie?: string }) =>
      testShop.http.inject({
        method: 'POST',
        url: '/api/users/logout',
        headers: given.token ? { authorization: `Bearer ${given.token}` } : {},
        cookies: given.cookie ? { refreshToken: given.cookie } : {},
      })

    const [a, b, c] = [await enter(), await enter(), await enter()]
    const reply = await out({ token: a.token })
    expect(reply.json()).toMatchObject({ success: true, message: expect.any(String) })
    expect(reply.cookies).toMatchObject([{ name: 'refreshToken', value: '', path: '/api/users' }])
    await out({ cookie: b.cookie })
    const both = await enter(c.email)
    await out({ token: c.token, cookie: both.cookie })

    for (const one of [a, b, c, both]) {
      expect((await dashboard(one.token)).statusCode).toBe(401)
      expect((await refresh(one.cookie)).statusCode).toBe(401)
    }

    const trail = await testShop.app.db.select().from(auditLog).where(eq(auditLog.action, 'logout'))
    expect(trail.map((row) => row.actorId)).toEqual(
      expect.arrayContaining([a.userId, b.userId, c.userId]),
    )
    expect((await out({})).statusCode).toBe(200)
    expect((await out({ cookie: 'x' })).statusCode).toBe(200)
    expect(
      await testShop.app.db.select().from(auditLog).where(eq(auditLog.action, 'logout')),
    ).toHaveLength(trail.length)
  })
})

describe('what ends or changes a session elsewhere', () => {
  it('logout, ban and role change count at once locally and within two seconds elsewhere [S209, S216]', async () => {
    await person(testShop.app, { role: 'admin' })
    const staff = await person(testShop.app, { role: 'admin' })
    const [out, banned, raised] = [await enter(), await enter(), await enter()]
    for (const one of [out, banned, raised])
      expect((await dashboard(one.token, elsewhere.http)).statusCode).toBe(200)
    const bans = (http: FastifyInstance) =>
      http.inject({ url: '/api/users/bans', headers: { authorization: `Bearer ${raised.token}` } })
    expect((await bans(elsewhere.http)).statusCode).toBe(403)

    await testShop.http.inject({
      method: 'POST',
      url: '/api/users/logout',
      headers: { authorization: `Bearer ${out.token}` },
    })

    await testShop.http.inject({
      method: 'POST',
      url: '/api/users/ban',
      headers: staff.headers,
      payload: { userId: banned.userId, reason: 'teste' },
    })

    await promote(testShop.app, raised.email, 'developer')
    expect((await dashboard(out.token)).statusCode).toBe(401)
    expect((await dashboard(banned.token)).statusCode).toBe(403)
    testShop.clock.advance(2.01)
    expect((await dashboard(out.token, elsewhere.http)).statusCode).toBe(401)
    expect((await dashboard(banned.token, elsewhere.http)).json().code).toBe('auth.banned')
    // The token still contains the role client: the shop reads the role from the database.
    expect(claimsOf(raised.token).role).toBe('client')
    expect((await bans(elsewhere.http)).statusCode).toBe(200)
    await promote(testShop.app, raised.email, 'client')
    testShop.clock.advance(2.01)
    expect((await bans(testShop.http)).statusCode).toBe(403)
  })

  it('a deleted user and a user without a session row are refused [S216]', async () => {
    const [gone, rowless] = [await enter(), await enter()]

    await testShop.app.db
      .update(users)
      .set({ deletedAt: testShop.clock.now() })
      .where(eq(users.id, gone.userId))

    await testShop.app.db.delete(sessions).where(eq(sessions.id, rowless.sessionId))

    for (const one of [gone, rowless]) {
      expect((await dashboard(one.token)).statusCode).toBe(401)
      expect((await refresh(one.cookie)).statusCode).toBe(401)
    }
  })
})

it('thirty foreign tokens are all refused with 401 [S138]', async () => {
  const one = await enter()
  const key = Buffer.from(
    hkdfSync('sha256', testShop.app.config.storeSecret, '', 'chaveiro access token', 32),
  )
  const now = Math.floor(testShop.clock.now().getTime() / 1000)

  type Made = {
    header?: object
    claims?: Record<string, unknown>
    secret?: Uint8Array | Buffer
    alg?: string
  }

  const make = ({ header = {}, claims = {}, secret = key, alg = 'HS256' }: Made = {}) =>
    new SignJWT({
      sub: one.userId,
      sid: one.sessionId,
      role: 'admin',
      iss: 'chaveiro',
      aud: 'chaveiro-store',
      iat: now,
      exp: now + 60,
      ...claims,
    })
      .setProtectedHeader({ alg, typ: 'at+jwt', ...header })
      .sign(secret)

  const raw = (header: object, claims: object, sign: (input: string) => string) => {
    const input = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${input}.${sign(input)}`
  }

  const claims = {
    sub: one.userId,
    sid: one.sessionId,
    role: 'admin',
    iss: 'chaveiro',
    aud: 'chaveiro-store',
    iat: now,
    exp: now + 60,
  }

  const hs256 = (secret: Buffer | string) => (input: string) =>
    createHmac('sha256', secret).update(input).digest('base64url')
  expect((await dashboard(await make())).statusCode).toBe(200)
  expect(
    (await dashboard(raw({ alg: 'HS256', typ: 'at+jwt' }, claims, hs256(key)))).statusCode,
  ).toBe(200)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [head, body, signature] = one.token.split('.') as [string, string, string]
  const other = await enter()

  const bad: [string, string][] = [
    ['alg none', raw({ alg: 'none', typ: 'at+jwt' }, claims, () => '')],
    ['alg None', raw({ alg: 'None', typ: 'at+jwt' }, claims, () => '')],
    ['alg none, signed', raw({ alg: 'none', typ: 'at+jwt' }, claims, hs256(key))],
    ['no alg', raw({ typ: 'at+jwt' }, claims, hs256(key))],
    ['empty signature', `${head}.${body}.`],
    ['no signature', `${head}.${body}`],
    ['foreign signature', `${head}.${body}.${other.token.split('.')[2]}`],
    [
      'changed claims',
      `${head}.${Buffer.from(JSON.stringify({ ...claimsOf(one.token), role: 'admin' })).toString('base64url')}.${signature}`,
    ],
    ['another key', await make({ secret: Buffer.alloc(32, 1) })],
    ['empty key', raw({ alg: 'HS256', typ: 'at+jwt' }, claims, hs256(''))],
    ['the store secret itself', await make({ secret: testShop.app.config.storeSecret })],
    [
      'another key of ours',
      await make({
        secret: Buffer.from(
          hkdfSync('sha256', testShop.app.config.storeSecret, '', 'chaveiro refresh token', 32),
        ),
      }),
    ],
    ['HS512 with our key', await make({ alg: 'HS512', secret: Buffer.concat([key, key]) })],
    [
      'HS384',
      raw({ alg: 'HS384', typ: 'at+jwt' }, claims, (input) =>
        createHmac('sha384', key).update(input).digest('base64url'),
      ),
    ],
    [
      'RS256',
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
        .sign(rsa.privateKey),
    ],
    [
      'its own key in jwk',
      await make({
        secret: Buffer.alloc(32, 2),
        header: { jwk: { kty: 'oct', k: Buffer.alloc(32, 2).toString('base64url') } },
      }),
    ],
    [
      'its own key by jku',
      await make({ secret: Buffer.alloc(32, 2), header: { jku: 'https://golpe.example/keys' } }),
    ],
    [
      'a kid that is a path',
      await make({ secret: Buffer.alloc(32), header: { kid: '../../../../dev/null' } }),
    ],
    [
      'a critical header nobody knows',
      raw({ alg: 'HS256', typ: 'at+jwt', crit: ['x'], x: 1 }, claims, hs256(key)),
    ],
    ['wrong issuer', await make({ claims: { iss: 'another' } })],
    ['no issuer', await make({ claims: { iss: undefined } })],
    ['wrong audience', await make({ claims: { aud: 'another' } })],
    ['no audience', await make({ claims: { aud: undefined } })],
    ['wrong typ', await make({ header: { typ: 'JWT' } })],
    ['no typ', await make({ header: { typ: undefined } })],
    ['expired a second ago', await make({ claims: { exp: now - 1 } })],
    ['no expiry', await make({ claims: { exp: undefined } })],
    ['not yet valid', await make({ claims: { nbf: now + 60 } })],
    ['no session', await make({ claims: { sid: undefined } })],
    ['a session that is none', await make({ claims: { sid: "x' or 1=1" } })],
    ['the session of another', await make({ claims: { sid: other.sessionId } })],
    ['no subject', await make({ claims: { sub: undefined } })],
    ['a refresh token', one.cookie],
    ['nothing', 'x'],
  ]

  expect(bad.length).toBeGreaterThanOrEqual(30)

  for (const [name, token] of bad) {
    const reply = await dashboard(token)
    expect(reply.statusCode, name).toBe(401)
    expect(reply.json().code, name).toBe('auth.required')
  }

  for (const authorization of [
    `Basic ${one.token}`,
    `bearer ${one.token}`,
    `Bearer  ${one.token}`,
    `Bearer ${one.token} x`,
    one.token,
    '',
  ])
    expect(
      (await testShop.http.inject({ url: '/api/users/dashboard', headers: { authorization } }))
        .statusCode,
      authorization.slice(0, 12),
    ).toBe(401)

  testShop.clock.advance(15 * 60 + 1)
  expect((await dashboard(one.token)).statusCode).toBe(401)
})
