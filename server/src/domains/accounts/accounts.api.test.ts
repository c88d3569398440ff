import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { consents, users } from '../../db/tables/index.ts'
import { cartOf, coupon, person, product } from '../../testing/make.ts'
import { accepted, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { passwordFault } from './password/password.rules.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

let n = 0
const newMail = () => `pessoa-${++n}-${Date.now()}@exemplo.test`
const good = 'uma-frase-longa-7'

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  testShop.http.inject({ method: 'POST', url, payload: body, headers })

const register = (body: object = {}) =>
  post('/api/users/register', {
    name: 'Bia Lima',
    email: newMail(),
    password: good,
    termsAccepted: true,
    ...body,
  })

const cookieOf = (reply: { cookies: { name: string; value: string }[] }) =>
  reply.cookies.find((one) => one.name === 'refreshToken')!

const refresh = (token: string) =>
  post('/api/users/refresh-token', {}, { cookie: `refreshToken=${token}` })

describe('register and log in', () => {
  it('registration makes a client with trimmed name, lowercase email and stored consent [S198, S213, S136, S129]', async () => {
    const email = newMail()

    const reply = await register({
      email: ` ${email.toUpperCase()} `,
      name: '  Bia Lima ',
      role: 'admin',
      isBanned: true,
      _id: 'x',
      discordId: '1',
      createdAt: '2000-01-01',
    })

    expect(reply.statusCode).toBe(200)
    expect(reply.json().data.user).toMatchObject({ email, name: 'Bia Lima', role: 'client' })
    expect(reply.json().data.user.id).toBe(reply.json().data.user._id)
    const [row] = await testShop.app.db.select().from(users).where(eq(users.email, email))
    expect(row).toMatchObject({ role: 'client', isBanned: false, discordId: null })
    expect(
      await testShop.app.db.select().from(consents).where(eq(consents.userId, row!.id)),
    ).toMatchObject([{ kind: 'terms', ip: '127.0.0.1' }])
    await expect(testShop.app.pool.query('delete from consents')).rejects.toThrow(/append-only/)
  })

  it("replies are in the reader's language, and in Portuguese by default", async () => {
    const told = async (language: string) =>
      (
        await post(
          '/api/users/register',
          { name: 'Bia Lima', email: newMail(), password: good, termsAccepted: true },
          { 'accept-language': language },
        )
      ).json().message

    expect([await told('pt-BR'), await told('en-GB,en;q=0.9'), await told('de')]).toEqual([
      'Conta criada com sucesso.',
      'Account created.',
      'Conta criada com sucesso.',
    ])
  })

  it('refuses a taken email, terms not exactly true, and short, long or common passwords [S198, S197, S201]', async () => {
    const email = newMail()
    await register({ email })
    expect((await register({ email: email.toUpperCase() })).json()).toMatchObject({
      code: 'account.email_taken',
    })
    for (const termsAccepted of [false, 'true', 1, null])
      expect((await register({ termsAccepted })).json().code).toBe('account.terms_required')
    expect((await register({ password: 'curta-7' })).json().code).toBe('account.password_short')
    expect((await register({ password: 'x'.repeat(129) })).json().code).toBe(
      'account.password_long',
    )
    expect((await register({ password: 'Senha123' })).json().code).toBe('account.password_common')
    expect((await register({ email: 'sem-arroba' })).statusCode).toBe(400)
    expect(passwordFault('abc12x', 'change', 'client')).toBeNull()
    expect(passwordFault('abc12x', 'change', 'admin')?.code).toBe('account.password_short')
    expect(passwordFault('semmaiuscula9', 'reset', 'client')?.code).toBe('account.password_rules')
  })

  it('unknown email and wrong password get one reply; the token carries role and exp [S211, S278, S138]', async () => {
    const email = newMail()
    await register({ email })
    const reply = await post('/api/users/login', { email, password: good })
    const claims = JSON.parse(
      Buffer.from(reply.json().data.tokens.accessToken.split('.')[1], 'base64url').toString(),
    )
    expect(claims).toMatchObject({ role: 'client', exp: expect.any(Number) })
    expect(claims.exp - claims.iat).toBe(900)
    const wrong = await post('/api/users/login', { email, password: 'errada' })
    const unknown = await post('/api/users/login', { email: newMail(), password: 'errada' })
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(wrong.json()).toEqual(unknown.json())
    expect(wrong.json().error).toContain('Invalid credentials')
  })
})

describe('session', () => {
  it('twenty refreshes at once rotate the token once; reuse after ten seconds ends the session [S215, S216, S210]', async () => {
    const first = cookieOf(await register())
    expect(first).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/users' })
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(first.value)))
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array(20).fill(200))
    const next = new Set(replies.map((reply) => cookieOf(reply).value))
    expect(next.size).toBe(1)

    expect(replies[0]!.json()).toMatchObject({
      accessToken: expect.any(String),
      data: { accessToken: expect.any(String) },
    })

    testShop.clock.advance(11)
    expect((await refresh(first.value)).statusCode).toBe(401)
    expect((await refresh([...next][0]!)).statusCode).toBe(401)
    expect((await post('/api/users/refresh-token', {})).statusCode).toBe(401)

    expect(
      (
        await post(
          '/api/users/refresh-token',
          {},
          { cookie: `refreshToken=${first.value}`, origin: 'https://evil.example' },
        )
      ).statusCode,
    ).toBe(403)
  })

  it('logout, ban and a new role take effect at once or within two seconds [S214, S209]', async () => {
    const reply = await register()
    const bearer = { authorization: `Bearer ${reply.json().data.tokens.accessToken}` }
    const look = () => testShop.http.inject({ url: '/api/users/dashboard', headers: bearer })
    expect((await look()).statusCode).toBe(200)

    await post(
      '/api/users/logout',
      {},
      { ...bearer, cookie: `refreshToken=${cookieOf(reply).value}` },
    )

    expect((await look()).statusCode).toBe(401)
    expect((await refresh(cookieOf(reply).value)).statusCode).toBe(401)
    const [admin, client] = [
      await person(testShop.app, { role: 'admin' }),
      await person(testShop.app),
    ]
    await person(testShop.app, { role: 'admin' })
    expect((await send(testShop, 'GET /api/users/dashboard', { as: client })).status).toBe(200)

    const banned = await send(testShop, 'POST /api/users/ban', {
      as: admin,
      body: { userId: client.userId, reason: 'fraude' },
    })

    expect(banned.body).toMatchObject({
      success: true,
      user: { isBanned: true, banReason: 'fraude' },
    })

    expect(await send(testShop, 'GET /api/users/dashboard', { as: client })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('fraude') },
    })

    expect(
      (await send(testShop, 'GET /api/users/bans', { as: admin })).body.bans.map(
        (one: { id: string }) => one.id,
      ),
    ).toContain(client.userId)

    expect(
      (
        await send(testShop, 'POST /api/users/ban', {
          as: admin,
          body: { userId: admin.userId, reason: 'x' },
        })
      ).body.code,
    ).toBe('account.self')

    await testShop.app.db.update(users).set({ role: 'client' }).where(eq(users.id, admin.userId))
    testShop.clock.advance(2.1)
    expect((await send(testShop, 'GET /api/users/bans', { as: admin })).status).toBe(403)
  })

  it('no other token is accepted: forged, foreign, expired, or of another kind [S202, S209]', async () => {
    const who = await person(testShop.app)
    const [head, body, sign] = who.token.split('.') as [string, string, string]
    const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())

    const foreign = (change: object, typ = 'at+jwt') =>
      new SignJWT({ ...claims, ...change })
        .setProtectedHeader({ alg: 'HS256', typ })
        .sign(Buffer.alloc(32, 7))

    const bad = [
      `${b64({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
      `${b64({ alg: 'none' })}.${body}.${sign}`,
      `${head}.${b64({ ...claims, role: 'admin' })}.${sign}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      'x',
      '...',
      await foreign({}),
      await foreign({ role: 'admin' }),
      await foreign({ aud: 'other' }),
      await foreign({}, 'JWT'),
      `${b64({ alg: 'HS512', typ: 'at+jwt' })}.${body}.${sign}`,
      `${b64({ alg: 'RS256', typ: 'at+jwt', jku: 'http://127.0.0.1/' })}.${body}.${sign}`,
    ]

    for (const token of bad)
      expect(
        (
          await testShop.http.inject({
            url: '/api/users/dashboard',
            headers: { authorization: `Bearer ${token}` },
          })
        ).statusCode,
      ).toBe(401)

    expect((await testShop.http.inject({ url: '/api/users/dashboard' })).statusCode).toBe(401)
    testShop.clock.advance(901)
    expect(
      (await testShop.http.inject({ url: '/api/users/dashboard', headers: who.headers }))
        .statusCode,
    ).toBe(401)
  })
})

describe('passwords', () => {
  it('a recovery link works once and ends all sessions; unknown emails get the same reply [S217, S218, S219, S156, S199]', async () => {
    const email = newMail()
    const old = await register({ email })

    const [known, unknown] = [
      await post('/api/users/forgot-password', { email }),
      await post('/api/users/forgot-password', { email: newMail() }),
    ]

    expect(known.json()).toEqual(unknown.json())
    await testShop.drain()

    const mail = (
      (await testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${email}`)) as {
        text: string
        subject: string
      }[]
    ).find((one) => one.subject === 'Recuperação de senha')

    const token = /reset-password\?token=([\w-]+)/.exec(mail!.text)![1]!
    expect(mail!.text).toContain('http://localhost:3000/reset-password')
    expect(
      (await post('/api/users/reset-password', { token, newPassword: 'semmaiuscula9' })).json(),
    ).toMatchObject({ success: false, error: expect.any(String), code: 'account.password_rules' })

    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        post('/api/users/reset-password', { token, newPassword: 'Outra-Frase-8' }),
      ),
    )

    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 400, 400])
    expect((await refresh(cookieOf(old).value)).statusCode).toBe(401)
    expect((await post('/api/users/login', { email, password: 'Outra-Frase-8' })).statusCode).toBe(
      200,
    )
    await post('/api/users/forgot-password', { email })
    await testShop.drain()
    const late = /token=([\w-]+)/.exec(
      (await testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${email}`))[0].text,
    )![1]!
    testShop.clock.advance(1801)

    expect(
      (await post('/api/users/reset-password', { token: late, newPassword: 'Mais-Uma-9' })).json()
        .code,
    ).toBe('account.reset_invalid')
  })

  it('a change of the own password ends every session, and the caller continues in a new one [S200, S220, S221, S224]', async () => {
    const email = newMail()
    await register({ email })

    const [a, b] = [
      await post('/api/users/login', { email, password: good }),
      await post('/api/users/login', { email, password: good }),
    ]

    const bearer = (reply: typeof a) => ({
      authorization: `Bearer ${reply.json().data.tokens.accessToken}`,
    })

    const put = (body: object) =>
      testShop.http.inject({
        method: 'PUT',
        url: '/api/users/password',
        headers: bearer(a),
        payload: body,
      })

    expect(
      (await post('/api/users/password/validate', { password: good }, bearer(a))).json(),
    ).toEqual({ success: true, valid: true })
    expect(
      (await post('/api/users/password/validate', { password: 'nao' }, bearer(a))).json(),
    ).toEqual({ success: true, valid: false })
    expect((await put({ currentPassword: 'nao', newPassword: 'nova-frase-1' })).json().code).toBe(
      'account.password_wrong',
    )
    expect((await put({ currentPassword: good, newPassword: 'abc12' })).json().code).toBe(
      'account.password_short',
    )
    const changed = (await put({ currentPassword: good, newPassword: 'nova-frase-1' })).json()
    expect(changed.success).toBe(true)
    const status = async (authorization: string) =>
      (await testShop.http.inject({ url: '/api/users/dashboard', headers: { authorization } }))
        .statusCode
    expect(await status(`Bearer ${changed.accessToken}`)).toBe(200)
    for (const reply of [a, b]) expect(await status(bearer(reply).authorization)).toBe(401)
  })
})

describe('what one owns', () => {
  it('dashboard, orders, products, payments, invoice and history of a paid order [S007, S140, S102, S069, S099, S100, S139, S141, S142, S133, S185, S186, S223, S222]', async () => {
    const who = await person(testShop.app)
    const made = await product(testShop.app, { keys: 2, name: 'Suíte "Çedilha"' })
    const cartId = await cartOf(testShop.app, who.userId, [{ productId: made.id, quantity: 2 }])
    await coupon(testShop.app, { code: 'LIVRE', value: 10_000 })
    const paid = await startPix(testShop, who, cartId, { coupon: 'LIVRE' })
    expect(paid.body.status).toBe('completed')
    const dashboard = (await send(testShop, 'GET /api/users/dashboard', { as: who })).body

    expect(dashboard).toMatchObject({
      success: true,
      error: null,

      data: {
        user: { name: who.name, email: who.email, role: 'client' },

        dashboard: {
          totalOrders: 1,
          activeLicenses: 2,
          totalPayments: 0,

          recentLicenses: [
            {
              productName: made.name,
              status: 'active',
              licenseKey: expect.stringMatching(/^KEY-/),
              purchaseDate: expect.any(String),
              expirationDate: expect.any(String),
            },
            {},
          ],

          recentPayments: [
            { status: 'completed', amount: 0, paymentMethod: { type: 'pix', name: 'PIX' } },
          ],
        },
      },
    })

    const { orders, pagination } = (
      await send(testShop, 'GET /api/users/orders?page=1&limit=5', { as: who })
    ).body
    expect(pagination).toMatchObject({ totalItems: 1, currentPage: 1, hasNextPage: false })

    expect(orders[0]).toMatchObject({
      id: orders[0]._id,
      orderNumber: expect.stringMatching(/^ORD-\d{6}$/),
      status: 'completed',
      totalAmount: 0,
      paymentMethod: 'pix',
      products: [{ name: made.name, quantity: 2, price: 19.9 }],
    })

    expect(orders[0].licenses).toHaveLength(2)
    const products = (await send(testShop, 'GET /api/users/products', { as: who })).body

    expect(products).toMatchObject({
      total: 2,
      active: 2,
      products: [
        {
          name: made.name,
          price: 19.9,
          currency: 'BRL',
          status: 'active',
          licenseKey: expect.stringMatching(/^KEY-/),
        },
        {},
      ],
    })

    expect(
      (await send(testShop, 'GET /api/users/payments', { as: who })).body.payments,
    ).toMatchObject([{ status: 'completed', paymentMethod: { type: 'pix' } }])

    const invoice = await testShop.http.inject({
      url: `/api/users/orders/${orders[0].id}/invoice`,
      headers: who.headers,
    })

    expect(invoice.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`fatura-${orders[0].orderNumber}.pdf`),
      'cache-control': 'no-store',
    })

    expect(invoice.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const stranger = await person(testShop.app)
    expect(
      (await send(testShop, `GET /api/users/orders/${orders[0].id}/invoice`, { as: stranger }))
        .status,
    ).toBe(404)

    expect(
      (await send(testShop, `GET /api/users/${who.userId}/history`, { as: who })).body.history.map(
        (one: { action: string }) => one.action,
      ),
    ).toContain('payment.created')

    expect(
      (await send(testShop, `GET /api/users/${who.userId}/history`, { as: stranger })).status,
    ).toBe(403)
    expect((await send(testShop, 'GET /api/users/orders', { as: stranger })).body.orders).toEqual(
      [],
    )
  })

  it("the receipt is mailed in the buyer's language with the invoice and without the key [S004]", async () => {
    const who = await person(testShop.app, { email: newMail() })
    const { id } = await product(testShop.app, { keys: 1 })
    await coupon(testShop.app, { code: 'RECIBO', value: 10_000 })

    accepted(
      await startPix(
        testShop,
        who,
        await cartOf(testShop.app, who.userId, [{ productId: id, quantity: 1 }]),
        { coupon: 'RECIBO' },
      ),
    )

    await testShop.drain()

    const [mail] = (await testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${who.email}`)) as {
      subject: string
      text: string
      html: string
      attachments: unknown[]
    }[]

    expect(mail!.subject).toMatch(/^Recibo do pedido ORD-/)
    expect(mail!.text).toContain('/dashboard/orders')
    expect(mail!.text + mail!.html).not.toMatch(/KEY-/)
    expect(JSON.stringify(mail!.attachments)).toContain('fatura-ORD-')
  })
})
