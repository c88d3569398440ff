import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { twoFactors, users } from '../../../db/tables/index.ts'
import { createHttp } from '../../../http/server.ts'
import { person } from '../../../testing/make.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { hashPassword } from '../password/password-hash.ts'

let testShop: TestShop
let second: FastifyInstance

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { RATE_ACCOUNT: '5', RATE_MAIL_CODE: '10' } })
  second = await createHttp(await testShop.another())
})

afterAll(async () => {
  await second?.close()
  await testShop?.close()
})

const password = 'Muito-Secreta-7'
let count = 0
const newMail = () => `codigo${++count}@exemplo.test`
let addresses = 0
const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`

async function customer(language = 'pt-BR'): Promise<string> {
  const email = newMail()

  const reply = await testShop.http.inject({
    method: 'POST',
    url: '/api/users/register',
    remoteAddress: newAddress(),
    headers: { 'accept-language': language },
    payload: { name: 'Ana', email, password, termsAccepted: true },
  })

  expect(reply.statusCode).toBe(200)

  return email
}

const ask = (email: string, from = newAddress(), language = 'pt-BR') =>
  testShop.http.inject({
    method: 'POST',
    url: '/api/users/login/code',
    remoteAddress: from,
    headers: { 'accept-language': language },
    payload: { email },
  })

type Reply = Awaited<ReturnType<typeof ask>>
const secretOf = (reply: Reply) => reply.cookies.find(({ name }) => name === 'loginCode')!.value

const enter = (code: string, secret: string | null, http = testShop.http, from = newAddress()) =>
  http.inject({
    method: 'POST',
    url: '/api/users/login/code/enter',
    remoteAddress: from,
    cookies: secret === null ? {} : { loginCode: secret },
    payload: { code },
  })

/** The mails sent to one address, oldest first. */
async function mailsTo(email: string): Promise<{ subject: string; text: string; html: string }[]> {
  await testShop.drain()

  const newestFirst = await testShop.sandbox!.call(
    'GET',
    `/sandbox/api/mail?to=${encodeURIComponent(email)}`,
  )

  return newestFirst.reverse()
}

const codeLine = /^(?:Código|Code): (\d{6})$/m

async function mailedCode(email: string): Promise<string> {
  const mails = (await mailsTo(email)).filter(({ text }) => codeLine.test(text))
  return codeLine.exec(mails.at(-1)!.text)![1]!
}

const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

describe('getting in by a code from the mail', () => {
  it('logs a customer in, once; the mail has the code, its time and a warning, in both languages [F130, Q117]', async () => {
    for (const [language, subject, minutes] of [
      ['pt-BR', 'Seu código de acesso', '10 minutos'],
      ['en-US', 'Your login code', '10 minutes'],
    ] as const) {
      const email = await customer(language)
      const reply = await ask(email, undefined, language)
      expect(reply.statusCode).toBe(200)

      expect(reply.json()).toEqual({
        success: true,
        message:
          language === 'pt-BR'
            ? 'Enviamos um código para este e-mail.'
            : 'We sent a code to this email.',
      })

      const cookie = reply.cookies.find(({ name }) => name === 'loginCode')!

      expect(cookie).toMatchObject({
        path: '/api/users/login',
        httpOnly: true,
        sameSite: 'Strict',
        maxAge: 600,
      })

      const code = await mailedCode(email)
      const mail = (await mailsTo(email)).find(({ text }) => text.includes(code))!
      expect(mail.subject).toBe(subject)
      expect(mail.text).toContain(minutes)
      expect(mail.subject).not.toContain(code)
      const entered = await enter(` ${code.slice(0, 3)} ${code.slice(3)} `, cookie.value)
      expect(entered.statusCode).toBe(200)
      expect(entered.json().data.user).toMatchObject({ email, role: 'client' })
      expect(entered.cookies.map(({ name }) => name)).toEqual(['refreshToken', 'loginCode'])
      const { accessToken } = entered.json().data.tokens

      const dashboard = await testShop.http.inject({
        url: '/api/users/dashboard',
        headers: { authorization: `Bearer ${accessToken}` },
      })

      expect(dashboard.statusCode).toBe(200)
      const again = await enter(code, cookie.value)
      expect([again.statusCode, again.json().code]).toEqual([400, 'login_code.over'])
    }
  })

  it('works only in the browser that asked: another secret, none, or another code fails [decision Q117]', async () => {
    const email = await customer()
    const first = await ask(email)
    const code = await mailedCode(email)
    const other = await ask(newMail())
    expect((await enter(code, null)).json().code).toBe('login_code.over')
    expect((await enter(code, 'x'.repeat(43))).json().code).toBe('login_code.over')
    expect((await enter(code, secretOf(other))).json().code).toBe('login_code.wrong')
    expect((await enter(code, secretOf(first))).statusCode).toBe(200)
  })

  it('allows five tries, also of fifty at once; then the right code fails too [F130, Q117]', async () => {
    const email = await customer()
    const secret = secretOf(await ask(email))
    const code = await mailedCode(email)

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        enter(wrong(code, i + 1), secret, i % 2 ? testShop.http : second),
      ),
    )

    const codes = replies.map((reply) => reply.json().code as string)
    expect(codes.filter((seen) => seen === 'login_code.wrong')).toHaveLength(5)
    expect(codes.filter((seen) => seen === 'login_code.over')).toHaveLength(45)
    expect((await enter(code, secret)).json().code).toBe('login_code.over')
    const next = secretOf(await ask(email))
    expect((await enter(await mailedCode(email), next)).statusCode).toBe(200)
  })

  it('opens one session for ten concurrent right codes in two processes [decision Q117]', async () => {
    const email = await customer()
    const secret = secretOf(await ask(email))
    const code = await mailedCode(email)
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => enter(code, secret, i % 2 ? testShop.http : second)),
    )
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1)

    const { rows } = await testShop.app.pool.query(
      'select count(*)::int as n from sessions s join users u on u.id = s.user_id where u.email = $1',
      [email],
    )

    // The registration opened one session, and the ten codes together opened one.
    expect(rows[0].n).toBe(2)
  })

  it("expires after ten minutes of the shop's clock [decision Q117]", async () => {
    const email = await customer()
    const secret = secretOf(await ask(email))
    const code = await mailedCode(email)
    await testShop.advance(590)
    expect((await enter(wrong(code), secret)).json().code).toBe('login_code.wrong')
    await testShop.advance(11)
    expect((await enter(code, secret)).json().code).toBe('login_code.over')
    // A mail whose code expired while the mail was queued is not sent.
    const late = await customer()
    await mailsTo(late)
    await ask(late)
    await testShop.advance(601)
    expect(
      (await mailsTo(late)).filter(({ subject }) => subject === 'Seu código de acesso'),
    ).toEqual([])
  })

  it('gives the same reply, time and tries for an unknown mail [F130, Q117]', async () => {
    const [known, unknown] = [await customer(), newMail()]

    const took = async (email: string) => {
      const start = performance.now()
      const reply = await ask(email)

      return { reply, ms: performance.now() - start }
    }

    const [a, b] = [await took(known), await took(unknown)]
    expect(b.reply.json()).toEqual(a.reply.json())
    expect(secretOf(b.reply)).toHaveLength(secretOf(a.reply).length)
    for (const { ms } of [a, b]) expect(ms).toBeGreaterThanOrEqual(249)
    expect(Math.abs(a.ms - b.ms)).toBeLessThan(120)
    // Both addresses get a mail with the same subject, so a notification on a locked phone does not
    // show whether an account exists.
    const [toKnown, toUnknown] = [await mailsTo(known), await mailsTo(unknown)]
    expect(toUnknown.map(({ subject }) => subject)).toEqual(['Seu código de acesso'])
    expect(toKnown.map(({ subject }) => subject)).toContain('Seu código de acesso')
    for (let i = 0; i < 5; i++)
      expect((await enter('000000', secretOf(b.reply))).json().code).toBe('login_code.wrong')
    expect((await enter('000000', secretOf(b.reply))).json().code).toBe('login_code.over')
  })

  it('gets around a lock that strangers caused [F130, Q117]', async () => {
    const email = await customer()

    const login = (given: string, from: string) =>
      testShop.http.inject({
        method: 'POST',
        url: '/api/users/login',
        remoteAddress: from,
        payload: { email, password: given },
      })

    // The mailbox counts as proven, so that the login by code does not delete the password (P175).
    await testShop.app.db
      .update(users)
      .set({ emailProvenAt: testShop.clock.now() })
      .where(eq(users.email, email))

    for (let i = 0; i < 6; i++) await login(`Errada-${i}`, newAddress())
    const here = newAddress()
    const locked = await login(password, here)
    expect([locked.statusCode, Number(locked.headers['retry-after']) > 0]).toEqual([429, true])
    const secret = secretOf(await ask(email, here))
    expect((await enter(await mailedCode(email), secret, testShop.http, here)).statusCode).toBe(200)
    // The login made this IP address familiar, so the password works from here again.
    expect((await login(password, here)).statusCode).toBe(200)
  })

  it('has its own limits, ten an hour for an address and for a mail; familiar ones have another [F130, Q117]', async () => {
    const target = await customer()
    const seen: number[] = []
    for (let i = 0; i < 12; i++) seen.push((await ask(target)).statusCode)
    expect(seen).toEqual([...Array(10).fill(200), 429, 429])
    const [from, many] = [newAddress(), [] as number[]]
    for (let i = 0; i < 11; i++) many.push((await ask(newMail(), from)).statusCode)
    expect(many).toEqual([...Array(10).fill(200), 429])
    const refused = await ask(newMail(), from)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)

    const { rows } = await testShop.app.pool.query(
      'select s.ip from sessions s join users u on u.id = s.user_id where u.email = $1',
      [target],
    )

    expect((await ask(target, rows[0].ip)).statusCode).toBe(200)
  })

  it("shows banned users the reason after the proof, and refuses another site's page [decision Q13, Q117]", async () => {
    const email = await customer()

    await testShop.app.db
      .update(users)
      .set({ isBanned: true, banReason: 'fraude' })
      .where(eq(users.email, email))

    const reply = await ask(email)
    expect(reply.statusCode).toBe(200)
    const code = await mailedCode(email)
    expect((await enter(wrong(code), secretOf(reply))).json().code).toBe('login_code.wrong')
    const refused = await enter(code, secretOf(reply))
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'Conta banida: fraude'])

    for (const url of ['/api/users/login/code', '/api/users/login/code/enter'])
      expect(
        (
          await testShop.http.inject({
            method: 'POST',
            url,
            headers: { origin: 'https://evil.example' },
            payload: { email, code },
          })
        ).json().code,
      ).toBe('auth.origin')
  })

  it("is void after a change of the password or of the account's mail [decision Q117]", async () => {
    const email = await customer()
    const secret = secretOf(await ask(email))
    const code = await mailedCode(email)

    await testShop.http.inject({
      method: 'POST',
      url: '/api/users/forgot-password',
      payload: { email },
    })

    const link = (await mailsTo(email)).map(({ text }) => text).join('\n')
    const token = /reset-password\?token=([\w-]+)/.exec(link)![1]

    const reset = await testShop.http.inject({
      method: 'POST',
      url: '/api/users/reset-password',
      payload: { token, newPassword: 'Outra-Senha-99' },
    })

    expect(reset.statusCode).toBe(200)
    expect((await enter(code, secret)).json().code).toBe('login_code.over')
  })
})

describe('staff', () => {
  async function staff(secondFactor: boolean): Promise<{ email: string; totp: TOTP }> {
    const email = await customer()

    const [row] = await testShop.app.db
      .update(users)
      .set({ role: 'admin', passwordHash: await hashPassword('Frase-Da-Equipe-12') })
      .where(eq(users.email, email))
      .returning()

    const secret = new Secret({ size: 20 })

    if (secondFactor)
      await testShop.app.db.insert(twoFactors).values({
        userId: row!.id,
        secretCipher: testShop.app.vault.seal(secret.base32, 'two_factors', row!.id),
        confirmedAt: testShop.app.clock.now(),
        createdAt: testShop.app.clock.now(),
      })

    return { email, totp: new TOTP({ secret }) }
  }

  it('still need their second factor after the code [decision Q117]', async () => {
    const { email, totp } = await staff(true)
    const secret = secretOf(await ask(email))
    const first = await enter(await mailedCode(email), secret)
    expect([first.statusCode, first.json().code]).toEqual([403, 'auth.two_factor_required'])
    expect(first.cookies.some(({ name }) => name === 'refreshToken')).toBe(false)

    const done = await testShop.http.inject({
      method: 'POST',
      url: '/api/users/login/two-factor',
      remoteAddress: newAddress(),
      payload: {
        challenge: first.json().challenge,
        code: totp.generate({ timestamp: testShop.clock.now().getTime() }),
      },
    })

    expect([done.statusCode, done.json().data?.user?.role]).toEqual([200, 'admin'])
  })

  it('without a second factor cannot log in by mail alone, and see why [decision Q117]', async () => {
    const { email } = await staff(false)
    const secret = secretOf(await ask(email))
    const reply = await enter(await mailedCode(email), secret)
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'login_code.staff'])
  })
})

it('without a mail server the reply says so, with and without an account [Q117, P174]', async () => {
  const silent = await openTestShop()
  try {
    const known = await person(silent.app, { email: 'a@exemplo.test' })

    for (const [language, text] of [
      [
        'pt-BR',
        'Esta loja ainda não consegue enviar e-mails, então nenhum código ou link foi enviado. Use a sua senha ou fale com a loja.',
      ],
      [
        'en-US',
        'This shop cannot send mails yet, so no code or link was sent. Use your password, or write to the shop.',
      ],
    ])
      for (const path of ['login/code', 'forgot-password'])
        for (const email of [known.email, 'b@exemplo.test']) {
          const reply = await silent.http.inject({
            method: 'POST',
            url: `/api/users/${path}`,
            headers: { 'accept-language': language },
            payload: { email },
          })

          expect([reply.statusCode, reply.json().code, reply.json().error]).toEqual([
            409,
            'mail.unavailable',
            text,
          ])

          expect(reply.cookies).toEqual([])
        }

    await silent.drain()
    const { rows } = await silent.app.pool.query('select 1 from graphile_worker.jobs')
    expect(rows).toEqual([])
  } finally {
    await silent.close()
  }
})
