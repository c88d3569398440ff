import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { users } from '../../../db/tables/index.ts'
import { createHttp } from '../../../http/server.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

// Login by a code without an account (P140). The same attacks on existing accounts are in
// mail-code.test.ts.

let testShop: TestShop
let second: FastifyInstance

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { RATE_REGISTER: '10' } })
  second = await createHttp(await testShop.another())
})

afterAll(async () => {
  await second?.close()
  await testShop?.close()
})

let count = 0
const newMail = () => `nova${++count}@exemplo.test`
let addresses = 0
const newAddress = () => `203.0.${Math.floor(++addresses / 250)}.${addresses % 250}`
type Asked = { body?: object; secret?: string | null; http?: FastifyInstance; from?: string }

const send = (
  path: string,
  { body, secret, http = testShop.http, from }: Asked & { body: object },
) =>
  http.inject({
    method: 'POST',
    url: `/api/users/login/code${path}`,
    remoteAddress: from ?? newAddress(),
    cookies: secret ? { loginCode: secret } : {},
    payload: body,
  })

const enter = (code: string, secret: string | null, asked: Asked = {}) =>
  send('/enter', { ...asked, secret, body: { code } })

const make = (secret: string | null, asked: Asked = {}) =>
  send('/register', { ...asked, secret, body: asked.body ?? { name: 'Rui', termsAccepted: true } })

async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
  await testShop.drain()

  const newestFirst = await testShop.sandbox!.call(
    'GET',
    `/sandbox/api/mail?to=${encodeURIComponent(email)}`,
  )

  return newestFirst.reverse()
}

const codeIn = (text: string) => /^(?:Código|Code): (\d{6})$/m.exec(text)?.[1]

/** Ask for a code; returns the code and the secret of the browser. */
async function asked(email: string, language = 'pt-BR'): Promise<{ code: string; secret: string }> {
  const reply = await testShop.http.inject({
    method: 'POST',
    url: '/api/users/login/code',
    remoteAddress: newAddress(),
    headers: { 'accept-language': language },
    payload: { email },
  })

  expect(reply.statusCode).toBe(200)
  const mails = (await mailsTo(email)).filter(({ text }) => codeIn(text))

  return { code: codeIn(mails.at(-1)!.text)!, secret: reply.cookies[0]!.value }
}

/** Prove a mail without an account; returns the secret of the browser. */
async function proven(email: string): Promise<string> {
  const { code, secret } = await asked(email)
  expect((await enter(code, secret)).json().code).toBe('login_code.new')

  return secret
}

const logIn = (email: string, password: string) =>
  testShop.http.inject({
    method: 'POST',
    url: '/api/users/login',
    remoteAddress: newAddress(),
    payload: { email, password },
  })

const rowOf = async (email: string) =>
  (await testShop.app.db.select().from(users).where(eq(users.email, email)))[0]

const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

describe('an account made by a code from the mail', () => {
  it('needs name and terms after a right code, and is always a customer [P140]', async () => {
    for (const [language, words, welcome, question] of [
      [
        'pt-BR',
        ['Seu código de acesso', 'Olá.', 'nenhuma conta é criada'],
        'Boas-vindas à Chaveiro',
        'Falta o seu nome: ainda não há uma conta com este e-mail.',
      ],
      [
        'en-US',
        ['Your login code', 'Hello,', 'no account is created'],
        'Welcome to Chaveiro',
        'Your name is missing: there is no account with this email yet.',
      ],
    ] as const) {
      const email = newMail()
      const { code, secret } = await asked(email.toUpperCase(), language)
      const [mail] = await mailsTo(email)
      for (const word of words) expect(`${mail!.subject}\n${mail!.text}`).toContain(word)
      expect(mail!.subject).not.toContain(code)
      expect(await rowOf(email)).toBeUndefined()

      const right = await testShop.http.inject({
        method: 'POST',
        url: '/api/users/login/code/enter',
        cookies: { loginCode: secret },
        headers: { 'accept-language': language },
        payload: { code },
      })

      expect([right.statusCode, right.json().code, right.json().error]).toEqual([
        403,
        'login_code.new',
        question,
      ])

      expect(right.cookies.some(({ name }) => name === 'refreshToken')).toBe(false)

      const made = await testShop.http.inject({
        method: 'POST',
        url: '/api/users/login/code/register',
        cookies: { loginCode: secret },
        headers: { 'accept-language': language },
        payload: {
          name: ' Rui Prado ',
          termsAccepted: true,
          role: 'admin',
          email: 'outra@exemplo.test',
          id: '00000000-0000-4000-8000-000000000001',
          isBanned: true,
          passwordHash: 'x',
        },
      })

      expect([made.statusCode, made.json().data.user]).toEqual([
        200,
        expect.objectContaining({ name: 'Rui Prado', email, role: 'client' }),
      ])

      expect(made.cookies.map(({ name }) => name)).toEqual(['refreshToken', 'loginCode'])

      expect(await rowOf(email)).toMatchObject({
        role: 'client',
        passwordHash: null,
        isBanned: false,
        language,
      })

      expect(await rowOf('outra@exemplo.test')).toBeUndefined()
      expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([words[0], welcome])
      const { accessToken } = made.json().data.tokens

      const own = await testShop.http.inject({
        url: '/api/users/password',
        headers: { authorization: `Bearer ${accessToken}` },
      })

      expect(own.json()).toEqual({ success: true, hasPassword: false })

      const { rows } = await testShop.app.pool.query(
        'select count(*)::int as n from consents c join users u on u.id = c.user_id where u.email = $1',
        [email],
      )

      expect(rows).toEqual([{ n: 1 }])
      // The account exists now, so the next code logs in directly.
      const again = await asked(email)
      expect((await enter(again.code, again.secret)).statusCode).toBe(200)
    }
  })

  it('needs the code first: an unused, missing, foreign or used one creates no account [P140]', async () => {
    const email = newMail()
    const { code, secret } = await asked(email)
    const refusals = [await make(secret), await make(null), await make('x'.repeat(43))]
    expect(refusals.map((reply) => reply.json().code)).toEqual(Array(3).fill('login_code.over'))
    const stranger = await asked(newMail())
    expect((await enter(code, stranger.secret)).json().code).toBe('login_code.wrong')
    expect((await make(stranger.secret)).json().code).toBe('login_code.over')
    expect((await enter(code, secret)).json().code).toBe('login_code.new')
    expect((await enter(code, secret)).json().code).toBe('login_code.over')
    expect((await make(secret)).statusCode).toBe(200)
    expect((await make(secret)).json().code).toBe('login_code.over')
  })

  it('keeps the proof for ten minutes, also through refused terms and names [P140]', async () => {
    const secret = await proven(newMail())
    const codes = []

    for (const body of [
      { name: 'Rui' },
      { name: 'Rui', termsAccepted: 'true' },
      { name: '   ', termsAccepted: true },
      { name: 'a'.repeat(81), termsAccepted: true },
      { name: 'Rui\u0000', termsAccepted: true },
      { name: 'a'.repeat(100_000), termsAccepted: true },
      { termsAccepted: true },
    ])
      codes.push((await make(secret, { body })).json().code)

    expect(codes).toEqual([
      ...Array(2).fill('account.terms_required'),
      ...Array(3).fill('request.invalid'),
      // A body of 100,000 characters exceeds the size limit of public calls.
      'request.too_large',
      'request.invalid',
    ])

    expect((await make(secret)).statusCode).toBe(200)
    const late = await proven(newMail())
    await testShop.advance(601)
    expect((await make(late)).json().code).toBe('login_code.over')
  })

  it('allows five of fifty concurrent guesses, and then not even the right code [P140]', async () => {
    const email = newMail()
    const { code, secret } = await asked(email)

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        enter(wrong(code, i + 1), secret, { http: i % 2 ? testShop.http : second }),
      ),
    )

    const codes = replies.map((reply) => reply.json().code as string)
    expect(codes.filter((seen) => seen === 'login_code.wrong')).toHaveLength(5)
    expect(codes.filter((seen) => seen === 'login_code.over')).toHaveLength(45)
    expect((await enter(code, secret)).json().code).toBe('login_code.over')
    expect((await make(secret)).json().code).toBe('login_code.over')
  })

  it('is proven and created once when all requests come ten times at once [P140]', async () => {
    const email = newMail()
    const { code, secret } = await asked(email)
    const tenTimes = <T>(act: (http: FastifyInstance) => Promise<T>) =>
      Promise.all(Array.from({ length: 10 }, (_, i) => act(i % 2 ? testShop.http : second)))
    const entered = await tenTimes((http) => enter(code, secret, { http }))
    const codes = entered.map((reply) => reply.json().code as string)
    expect(codes.filter((seen) => seen === 'login_code.new')).toHaveLength(1)
    expect(codes.filter((seen) => seen === 'login_code.over')).toHaveLength(9)
    const made = await tenTimes((http) => make(secret, { http }))
    expect(made.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(made.every(({ statusCode }) => statusCode < 500)).toBe(true)

    const { rows } = await testShop.app.pool.query(
      'select count(*)::int as n from sessions s join users u on u.id = s.user_id where u.email = $1',
      [email],
    )

    expect(rows).toEqual([{ n: 1 }])
  })

  it('gives way to an account that was created meanwhile, before or after the proof [P140]', async () => {
    const register = (email: string) =>
      testShop.http.inject({
        method: 'POST',
        url: '/api/users/register',
        remoteAddress: newAddress(),
        payload: { name: 'Ana', email, password: 'Muito-Secreta-7', termsAccepted: true },
      })

    const before = newMail()
    const { code, secret } = await asked(before)
    expect((await register(before)).statusCode).toBe(200)
    expect((await enter(code, secret)).json().code).toBe('login_code.over')
    const after = newMail()
    const late = await proven(after)
    expect((await register(after)).statusCode).toBe(200)
    const refused = await make(late)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'account.email_taken'])
    expect((await rowOf(after))!.name).toBe('Ana')
  })

  it('treats odd digits and huge or empty inputs as wrong or invalid, never as a fault [P140]', async () => {
    const { code, secret } = await asked(newMail())
    const inWidth = (zero: number) =>
      [...code].map((digit) => String.fromCodePoint(zero + Number(digit))).join('')
    const replies = []
    for (const given of [inWidth(0xff10), inWidth(0x660), `${code}\u0301`, code.slice(0, 5)])
      replies.push(await enter(given, secret))
    expect(replies.map((reply) => reply.json().code)).toEqual(Array(4).fill('login_code.wrong'))
    const unread = []
    for (const body of [{ code: '1'.repeat(100_000) }, { code: '' }, { code: 123456 }, {}])
      unread.push(await send('/enter', { secret, body }))
    for (const email of ['a'.repeat(250) + '@b.co', 12, null])
      unread.push(await send('', { body: { email } }))

    expect(unread.map((reply) => reply.json().code)).toEqual([
      'request.too_large',
      ...Array(6).fill('request.invalid'),
    ])

    expect((await enter(code, secret)).json().code).toBe('login_code.new')
  })

  it('gets no code for an invalid mail address, with the same reply [P140]', async () => {
    for (const email of ['nada', 'a@b', 'x@exemplo.test\nBcc: y@exemplo.test', '']) {
      const reply = await send('', { body: { email } })
      expect([reply.statusCode, reply.json().message, reply.cookies.length]).toEqual([
        200,
        'Enviamos um código para este e-mail.',
        1,
      ])
    }

    await testShop.drain()
    const { rows } = await testShop.app.pool.query(
      'select count(*)::int as n from login_codes where user_id is null and email is null',
    )
    expect(rows).toEqual([{ n: 4 }])
  })

  it('counts as a registration: the eleventh from an address waits [Q116, P140]', async () => {
    const from = newAddress()
    const seen: number[] = []
    for (let i = 0; i < 11; i++)
      seen.push((await make(await proven(newMail()), { from })).statusCode)
    expect(seen).toEqual([...Array(10).fill(200), 429])
  })

  it("is not open to another site's page [P140]", async () => {
    const reply = await testShop.http.inject({
      method: 'POST',
      url: '/api/users/login/code/register',
      headers: { origin: 'https://evil.example' },
      cookies: { loginCode: await proven(newMail()) },
      payload: { name: 'Rui', termsAccepted: true },
    })
    expect(reply.json().code).toBe('auth.origin')
  })
})

describe('an account without a password', () => {
  it('gets the reply of a wrong password until a recovery link sets one [P140]', async () => {
    const email = newMail()
    const made = await make(await proven(email))
    const bearer = { authorization: `Bearer ${made.json().data.tokens.accessToken}` }

    for (const given of ['null', '-', 'nobody has this password', 'x']) {
      const reply = await logIn(email, given)
      expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.invalid_credentials'])
    }

    const took = async (mail: string) => {
      const start = performance.now()
      await logIn(mail, 'Muito-Secreta-7')

      return performance.now() - start
    }

    // Without a stored password a login verifies another hash, so that it takes as long as for an
    // unknown mail.
    const without = Math.min(await took(email), await took(email))
    const nobody = Math.min(await took(newMail()), await took(newMail()))
    expect(without).toBeGreaterThan(nobody / 3)

    const changed = await testShop.http.inject({
      method: 'PUT',
      url: '/api/users/password',
      headers: bearer,
      payload: { currentPassword: 'nobody has this password', newPassword: 'Muito-Secreta-7' },
    })

    expect([changed.statusCode, changed.json().code]).toEqual([400, 'account.password_wrong'])

    await testShop.http.inject({
      method: 'POST',
      url: '/api/users/forgot-password',
      payload: { email },
    })

    const link = /reset-password\?token=([\w-]+)/
    const texts = (await mailsTo(email)).map(({ text }) => text)
    const token = link.exec(texts.find((text) => link.test(text))!)![1]
    const waiting = await asked(email)

    const reset = await testShop.http.inject({
      method: 'POST',
      url: '/api/users/reset-password',
      payload: { token, newPassword: 'Muito-Secreta-7' },
    })

    expect(reset.statusCode).toBe(200)
    // The change of the password voided the earlier code.
    expect((await enter(waiting.code, waiting.secret)).json().code).toBe('login_code.over')
    const entered = await logIn(email, 'Muito-Secreta-7')
    expect(entered.statusCode).toBe(200)

    const own = await testShop.http.inject({
      url: '/api/users/password',
      headers: { authorization: `Bearer ${entered.json().data.tokens.accessToken}` },
    })

    expect(own.json()).toEqual({ success: true, hasPassword: true })
  })
})
