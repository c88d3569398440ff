import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, passwordResets, users } from '../../db/tables/index.ts'
import { keysOf, person, product } from '../../testing/make.ts'
import { eventually, fill, paymentRow, payPix, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

// Cases that accounts.api.test.ts lacks: concurrency, several IP addresses, timing, abuse.
let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

const good = 'Muito-Secreta-7'
let count = 0
const newEmail = () => `conta${++count}@exemplo.test`

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  testShop.http.inject({ method: 'POST', url, payload, headers })

const register = (given: object = {}) =>
  post('/api/users/register', {
    name: 'Ana Souza',
    email: newEmail(),
    password: good,
    termsAccepted: true,
    ...given,
  })

const login = (email: string, password = good, headers: Record<string, string> = {}) =>
  post('/api/users/login', { email, password }, headers)

const get = (url: string, token: string) =>
  testShop.http.inject({ url, headers: { authorization: `Bearer ${token}` } })

const changePassword = (token: string, payload: object) =>
  testShop.http.inject({
    method: 'PUT',
    url: '/api/users/password',
    headers: { authorization: `Bearer ${token}` },
    payload,
  })

async function account(given: object = {}) {
  const email = newEmail()
  const { data } = (await register({ email, ...given })).json()

  return { email, id: data.user.id as string, token: data.tokens.accessToken as string }
}

const userRow = async (email: string) =>
  (await testShop.app.db.select().from(users).where(eq(users.email, email)))[0]

const audited = async (userId: string) =>
  (await testShop.app.db.select().from(auditLog).where(eq(auditLog.targetId, userId))).map(
    (row) => row.action,
  )

async function mailTo(email: string): Promise<{ subject: string; text: string; html: string }[]> {
  await testShop.drain()
  return testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${encodeURIComponent(email)}`)
}

const recoveryIn = (mails: { subject: string; text: string; html: string }[]) =>
  mails.find((one) => one.subject === 'Recuperação de senha')!

async function recoveryToken(email: string): Promise<string> {
  await post('/api/users/forgot-password', { email })
  return /reset-password\?token=([\w-]{43})/.exec(recoveryIn(await mailTo(email)).text)![1]!
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()

  return performance.now() - from
}

const middle = (list: number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1]!

describe('register', () => {
  it('returns only tokens and user, hashes by argon2id, stores the terms, sends a welcome mail [S213, S198]', async () => {
    const reply = await register({ email: 'ana.nova@exemplo.test' })
    const body = reply.json()

    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        tokens: { accessToken: expect.stringMatching(/^ey/) },
        user: {
          id: expect.any(String),
          _id: body.data.user.id,
          name: 'Ana Souza',
          email: 'ana.nova@exemplo.test',
          role: 'client',
        },
      },
    })

    expect((await get('/api/users/dashboard', body.data.tokens.accessToken)).statusCode).toBe(200)
    expect(await audited(body.data.user.id)).toEqual(['register'])
    expect((await userRow('ana.nova@exemplo.test'))!.passwordHash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    )

    const {
      rows: [consent],
    } = await testShop.app.pool.query('select version, language from consents where user_id = $1', [
      body.data.user.id,
    ])

    expect(consent).toEqual({ version: expect.stringMatching(/^[0-9a-f]{64}$/), language: 'pt-BR' })

    expect(await mailTo('ana.nova@exemplo.test')).toMatchObject([
      {
        subject: 'Boas-vindas à Chaveiro',
        text: expect.stringContaining('http://localhost:3000/dashboard'),
      },
    ])
  })

  it('an email counts once, also in five concurrent registrations [S198]', async () => {
    const email = newEmail()
    const replies = await Promise.all(Array.from({ length: 5 }, () => register({ email })))
    expect(replies.map((one) => one.statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  })

  it('every field has its rule [S198]', async () => {
    for (const termsAccepted of [[true], {}, undefined])
      expect((await register({ termsAccepted })).json().code).toBe('account.terms_required')
    for (const email of ['', 'ana', 'ana@', '@x.test', 'a b@x.test', ['ana@x.test'], null])
      expect((await register({ email })).statusCode, String(email)).toBe(400)
    for (const name of ['', '   ', 'x'.repeat(81), 'a\u0000b', 'a\nb', 7, null])
      expect((await register({ name })).statusCode, String(name)).toBe(400)
  })

  it('forty foreign fields change nothing: the caller cannot set role, ids, dates or bans [S136, S209]', async () => {
    const names = [
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
      'createdAt',
      'created_at',
      'lastLoginAt',
      'isBanned',
      'is_banned',
      'banReason',
      'bannedAt',
      'deletedAt',
      'deleted_at',
      'passwordHash',
      'password_hash',
      'discordId',
      'discord_id',
      'language',
      'emailVerified',
      'balance',
      'credits',
      'sessionId',
      'sid',
      'session',
      'token',
      'accessToken',
      'refreshToken',
      'ip',
      'userAgent',
      'prototype',
      'constructor',
      'data',
      'user',
      '$set',
    ]

    expect(new Set(names).size).toBe(40)
    const foreignId = '00000000-0000-7000-8000-000000000001'

    const valueFor = (name: string) => {
      if (['id', '_id', 'userId', 'user_id'].includes(name)) return foreignId
      return name.startsWith('is') ? true : 'admin'
    }

    const foreign = Object.fromEntries(names.map((name) => [name, valueFor(name)]))
    const { email, id, token } = await account(foreign)
    const before = await userRow(email)

    expect(before).toMatchObject({
      role: 'client',
      isBanned: false,
      banReason: null,
      deletedAt: null,
      discordId: null,
      language: 'pt-BR',
    })

    expect(id).not.toBe(foreignId)
    expect((await post('/api/users/login', { ...foreign, email, password: good })).statusCode).toBe(
      200,
    )

    expect(
      (
        await changePassword(token, {
          ...foreign,
          currentPassword: good,
          newPassword: 'Outra-Senha-9',
        })
      ).statusCode,
    ).toBe(200)

    const after = await userRow(email)

    expect({ ...after, lastLoginAt: null, passwordHash: '' }).toEqual({
      ...before,
      lastLoginAt: null,
      passwordHash: '',
    })

    expect(after!.passwordHash).toMatch(/^\$argon2id/)
  })
})

describe('login', () => {
  it('takes the email in any case and is audited; refusals are in the reader’s language [S211]', async () => {
    const { email, id } = await account()

    expect((await login(` ${email.toUpperCase()} `)).json().data.user).toEqual({
      id,
      _id: id,
      name: 'Ana Souza',
      email,
      role: 'client',
    })

    expect((await userRow(email))!.lastLoginAt).not.toBeNull()
    expect(
      (await login(email, 'Errada-123', { 'accept-language': 'en-US,en;q=0.9' })).json().error,
    ).toBe('Invalid credentials: wrong email or password.')
    expect(await audited(id)).toEqual(['register', 'login', 'login.failed'])
  })

  it('an unknown email takes as long as a wrong password [S218]', async () => {
    const { email } = await account()
    const [known, unknown] = [[] as number[], [] as number[]]

    for (let i = 0; i < 15; i++) {
      known.push(await took(() => login(email, 'Errada-123')))
      unknown.push(await took(() => login('ninguem@exemplo.test', 'Errada-123')))
    }

    expect(Math.abs(middle(known) - middle(unknown))).toBeLessThan(
      Math.max(middle(known), middle(unknown)) * 0.4,
    )
  })

  it('a banned customer sees the reason at login, refresh and any call, a guesser never [S136, S209]', async () => {
    const staff = await person(testShop.app, { role: 'developer' })
    const { email, id, token } = await account()
    const cookie = (await login(email)).cookies[0]!.value

    const ban = await post(
      '/api/users/ban',
      { userId: id, reason: 'Fraude comprovada' },
      staff.headers,
    )

    expect(ban.json()).toMatchObject({
      success: true,
      user: {
        id,
        _id: id,
        isBanned: true,
        banReason: 'Fraude comprovada',
        bannedAt: expect.any(String),
        role: 'client',
        discordId: null,
        lastLoginAt: expect.any(String),
        createdAt: expect.any(String),
      },
    })

    for (const reply of [
      await login(email),
      await get('/api/users/dashboard', token),
      await testShop.http.inject({
        method: 'POST',
        url: '/api/users/refresh-token',
        cookies: { refreshToken: cookie },
      }),
    ]) {
      expect(reply.statusCode).toBe(403)
      expect(reply.json()).toMatchObject({
        code: 'auth.banned',
        error: 'Conta banida: Fraude comprovada',
      })
    }

    expect((await login(email, 'Errada-123')).json().code).toBe('auth.invalid_credentials')
  })

  it('failed logins end in 429, also concurrent ones and those from many places [S211, S259]', async () => {
    const small = await openTestShop({
      env: { RATE_LOGIN: '5', RATE_ACCOUNT: '5', SMTP_URL: 'smtp://127.0.0.1:9' },
    })

    try {
      const email = 'limite@exemplo.test'
      const call = (url: string, payload: object, remoteAddress: string) =>
        small.http.inject({ method: 'POST', url: `/api/users/${url}`, remoteAddress, payload })

      await call(
        'register',
        { name: 'Ana', email, password: good, termsAccepted: true },
        '127.0.0.1',
      )

      const guess = (password: string, from: string) => call('login', { email, password }, from)
      // Open all database connections first, so that the 16 logins run at the same time and all
      // pass the first check of the limit.
      await Promise.all(
        Array.from({ length: 30 }, () => small.app.pool.query('select pg_sleep(0.1)')),
      )
      const replies = await Promise.all(
        Array.from({ length: 16 }, (_, i) => guess(i < 15 ? `Errada-${i}` : good, '10.0.0.1')),
      )
      expect(replies.filter((one) => one.statusCode === 401).length).toBeLessThanOrEqual(5)
      for (let i = 0; i < 5; i++) await guess(`Outra-${i}`, '10.0.0.1')
      const refused = await guess(good, '10.0.0.1')
      expect(refused.statusCode).toBe(429)
      expect(refused.json().error).toBe('Muitas tentativas. Tente novamente mais tarde.')
      // Failed logins from other IP addresses lock the account for unfamiliar addresses, but not
      // for the address that its owner uses.
      expect((await guess(good, '10.0.0.2')).statusCode).toBe(429)
      expect((await guess(good, '127.0.0.1')).statusCode).toBe(200)

      for (let i = 0; i < 5; i++)
        expect((await call('forgot-password', { email: 'x@y.test' }, '10.0.0.9')).statusCode).toBe(
          200,
        )

      expect((await call('forgot-password', { email: 'x@y.test' }, '10.0.0.9')).statusCode).toBe(
        429,
      )
      expect(
        (await call('reset-password', { token: 'x', newPassword: good }, '10.0.0.9')).statusCode,
      ).toBe(429)
    } finally {
      await small.close()
    }
  })
})

describe('forgotten passwords', () => {
  it('the reply takes the same time for known and unknown, and unknown mails get nothing [S217, S218]', async () => {
    const { email } = await account()
    const [known, unknown] = [[] as number[], [] as number[]]

    for (let i = 0; i < 8; i++) {
      known.push(await took(() => post('/api/users/forgot-password', { email })))
      unknown.push(
        await took(() => post('/api/users/forgot-password', { email: `ninguem${i}@exemplo.test` })),
      )
    }

    // Compare the fastest of eight: a busy machine slows some requests down.
    expect(Math.abs(Math.min(...known) - Math.min(...unknown))).toBeLessThan(20)
    expect(Math.min(...known, ...unknown)).toBeGreaterThan(240)
    expect(await mailTo('ninguem0@exemplo.test')).toEqual([])
    // Eight requests send one mail: a new request replaces a mail that is still queued.
    expect(
      (await mailTo(email)).filter((one) => one.subject === 'Recuperação de senha'),
    ).toHaveLength(1)
  })

  it('the link uses PUBLIC_URL only; the token is stored hashed and lives 30 minutes [S218, S219]', async () => {
    const { email, id } = await account()

    await post(
      '/api/users/forgot-password',
      { email },
      { host: 'golpe.example', 'x-forwarded-host': 'golpe.example' },
    )

    const { rows: jobs } = await testShop.app.db.execute(
      sql`select payload::text from graphile_worker._private_jobs`,
    )
    expect(JSON.stringify(jobs)).toContain(id)
    const mail = recoveryIn(await mailTo(email))
    const secret = /http:\/\/localhost:3000\/reset-password\?token=([\w-]{43})\b/.exec(
      mail.text,
    )![1]!
    expect(mail.html).toContain(`http://localhost:3000/reset-password?token=${secret}`)
    expect(mail.text + mail.html).not.toContain('golpe')
    expect(JSON.stringify(jobs)).not.toContain(secret)

    const [row] = await testShop.app.db
      .select()
      .from(passwordResets)
      .where(eq(passwordResets.userId, id))

    expect([row!.hash.toString('base64url'), row!.hash.toString('utf8')]).not.toContain(secret)
    expect((row!.expiresAt.getTime() - row!.createdAt.getTime()) / 60_000).toBe(30)
  })

  it('a refused password does not use up the link; a password change does [S199, S219]', async () => {
    const [first, second] = [await account(), await account()]
    const secret = await recoveryToken(first.email)

    for (const [newPassword, code] of [
      ['curta1A', 'account.password_short'],
      ['semdigito-Aa', 'account.password_rules'],
      ['semmaiuscula-1', 'account.password_rules'],
      ['Password123', 'account.password_common'],
    ]) {
      expect(
        (await post('/api/users/reset-password', { token: secret, newPassword })).json(),
      ).toMatchObject({ error: expect.any(String), code })
    }

    expect(
      (await post('/api/users/reset-password', { token: secret, newPassword: 'Valida-1234' }))
        .statusCode,
    ).toBe(200)

    const old = await recoveryToken(second.email)

    expect(
      (await changePassword(second.token, { currentPassword: good, newPassword: 'Mudada-123' }))
        .statusCode,
    ).toBe(200)

    expect(
      (await post('/api/users/reset-password', { token: old, newPassword: 'Valida-1234' })).json(),
    ).toMatchObject({
      success: false,
      code: 'account.reset_invalid',
      error: 'O link de recuperação é inválido ou expirou. Solicite um novo link.',
    })
  })

  it('a mail that is delayed beyond the life of its link is not sent [S218]', async () => {
    const { email } = await account()
    await mailTo(email)
    await post('/api/users/forgot-password', { email })
    testShop.clock.advance(31 * 60)
    expect((await mailTo(email)).map((one) => one.subject)).toEqual(['Boas-vindas à Chaveiro'])
  })
})

describe('the own account', () => {
  it('abc123 is accepted nowhere, and of two concurrent changes one counts [S221, S201]', async () => {
    const { email, token } = await account()
    expect(
      (await changePassword(token, { currentPassword: good, newPassword: 'abc123' })).json().code,
    ).toBe('account.password_common')

    const replies = await Promise.all(
      ['Nova-Senha-1', 'Nova-Senha-2'].map((newPassword) =>
        changePassword(token, { currentPassword: good, newPassword }),
      ),
    )

    expect(replies.map((one) => one.statusCode).sort()).toEqual([200, 400])

    expect(
      (await login(email, `Nova-Senha-${replies.findIndex((one) => one.statusCode === 200) + 1}`))
        .statusCode,
    ).toBe(200)
  })

  it('the dashboard counts every order, sums what is paid, in reais, and opens the keys [S140, Q115]', async () => {
    const who = await person(testShop.app, { name: 'Bia Lima' })
    const { id: productId, name } = await product(testShop.app, { keys: 1, priceCents: 2550 })
    const started = await startPix(testShop, who, await fill(testShop, who, productId))

    expect((await get('/api/users/dashboard', who.token)).json().data.dashboard).toMatchObject({
      totalOrders: 1,
      activeLicenses: 0,
      totalPayments: 0,
      recentLicenses: [],
    })

    await payPix(testShop, started.body.txid)
    await eventually(testShop, async () => {
      expect((await paymentRow(testShop, started.body.paymentId)).status).toBe('completed')
    })
    const [key] = await keysOf(testShop.app, productId)
    const { data } = (await get('/api/users/dashboard', who.token)).json()

    expect(data.dashboard).toMatchObject({
      totalOrders: 1,
      activeLicenses: 1,
      totalPayments: 25.5,
      recentPayments: [
        {
          status: 'completed',
          amount: 25.5,
          currency: 'BRL',
          paymentMethod: { type: 'pix', name: 'PIX' },
        },
      ],
    })

    expect(data.dashboard.recentLicenses).toMatchObject([
      {
        productName: name,
        product: { name },
        status: 'active',
        licenseKey: testShop.app.vault.open(key!.keyCipher, 'stock_keys', key!.id),
      },
    ])
  })

  it('all paths under /api/users need a token and staff calls need staff: 401 and 403 [S220, S224, S209]', async () => {
    const { token, id } = await account()
    const staff = await person(testShop.app, { role: 'developer' })

    for (const [method, url] of [
      ['GET', '/dashboard'],
      ['GET', '/orders'],
      ['GET', '/products'],
      ['GET', '/payments'],
      ['GET', `/${id}/history`],
      ['PUT', '/password'],
      ['POST', '/password/validate'],
      ['GET', '/bans'],
      ['POST', '/ban'],
    ] as const) {
      const reply = await testShop.http.inject({
        method,
        url: `/api/users${url}`,
        ...(method === 'GET' ? {} : { payload: {} }),
      })

      expect(reply.statusCode, url).toBe(401)

      expect(reply.json()).toMatchObject({
        success: false,
        code: 'auth.required',
        error: reply.json().message,
      })
    }

    for (const url of ['/dashboard', '/orders', '/products', '/payments', `/${id}/history`])
      expect((await get(`/api/users${url}`, token)).json().success, url).toBe(true)
    expect((await get('/api/users/bans', token)).statusCode).toBe(403)

    expect(
      (
        await post(
          '/api/users/ban',
          { userId: staff.userId, reason: 'x' },
          { authorization: `Bearer ${token}` },
        )
      ).statusCode,
    ).toBe(403)

    expect((await get(`/api/users/${staff.userId}/history`, token)).statusCode).toBe(403)
    expect((await get(`/api/users/${id}/history`, staff.token)).statusCode).toBe(200)

    expect(
      (await get('/api/users/00000000-0000-7000-8000-00000000dead/history', staff.token))
        .statusCode,
    ).toBe(404)
  })

  it('the history is newest first with the actor, and hides the address of staff [S222]', async () => {
    const staff = await person(testShop.app, { role: 'developer', name: 'Dora Dev' })
    const { email, id, token } = await account()
    await login(email, 'Errada-123')
    const seen = (await get(`/api/users/${id}/history`, token)).json()

    expect(seen.history.map((one: { action: string }) => one.action)).toEqual([
      'login.failed',
      'register',
    ])

    expect(seen.data).toEqual(seen.history)

    expect(seen.history[1]).toMatchObject({
      performedBy: { id, _id: id, name: 'Ana Souza' },
      ip: '127.0.0.1',
      details: {},
    })

    await post('/api/users/ban', { userId: id, reason: 'teste' }, staff.headers)
    await testShop.app.db.update(users).set({ isBanned: false }).where(eq(users.id, id))
    const fresh = (await login(email)).json().data.tokens.accessToken
    const ban = (reply: { history: { action: string }[] }) =>
      reply.history.find((one) => one.action === 'user.banned')

    expect(ban((await get(`/api/users/${id}/history`, fresh)).json())).toMatchObject({
      performedBy: { name: 'Dora Dev' },
      ip: null,
      details: { reason: 'teste' },
    })

    expect(ban((await get(`/api/users/${id}/history`, staff.token)).json())).toMatchObject({
      ip: '127.0.0.1',
    })
  })
})

describe('after all of these', () => {
  it('no secret that a person typed is in a table [S209]', async () => {
    const { rows } = await testShop.app.db.execute<{ text: string }>(
      sql`select
        (select string_agg(a::text, ' ') from audit_log a) ||
        (select string_agg(u::text, ' ') from users u) ||
        (select string_agg(s::text, ' ') from sessions s) as text`,
    )

    expect(rows[0]!.text).toContain('login.failed')
    for (const secret of [good, 'Errada-123', 'Valida-1234', 'Nova-Senha'])
      expect(rows[0]!.text).not.toContain(secret)
  })
})
