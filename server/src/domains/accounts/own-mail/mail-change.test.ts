import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, loginCodes, orders, users } from '../../../db/tables/index.ts'
import { createHttp } from '../../../http/server.ts'
import { codeTo, mailsTo, wrong } from '../../../testing/mailed.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import { eventually, fill, payPix, send, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { hashPassword } from '../password/password-hash.ts'

const password = 'Muito-Secreta-7'
const base = '/api/users/profile/email'
let testShop: TestShop
let second: FastifyInstance
let passwordHash: string

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { RATE_MAIL_CODE: '12' } })
  second = await createHttp(await testShop.another())
  passwordHash = await hashPassword(password)
})

afterAll(async () => {
  await second?.close()
  await testShop?.close()
})

let count = 0
const newMail = () => `troca${++count}@exemplo.test`
let addresses = 0
const newAddress = () => `198.18.${Math.floor(++addresses / 250)}.${addresses % 250}`

async function member(given: Parameters<typeof person>[1] & { bare?: true } = {}): Promise<Person> {
  const who = await person(testShop.app, { email: newMail(), ...given })

  await testShop.app.db
    .update(users)
    .set({ passwordHash: given.bare ? null : passwordHash })
    .where(eq(users.id, who.userId))

  await testShop.app.pool.query('update sessions set proven_at = null where user_id = $1', [
    who.userId,
  ])

  return who
}

type Over = { language?: string; http?: FastifyInstance; from?: string }

async function call(who: Person, what: string, body?: object, over: Over = {}) {
  const [method, url] = what.split(' ') as ['POST', string]

  const reply = await (over.http ?? testShop.http).inject({
    method,
    url,
    remoteAddress: over.from ?? newAddress(),
    headers: { ...who.headers, ...(over.language ? { 'accept-language': over.language } : {}) },
    ...(body ? { payload: body } : {}),
  })

  return { status: reply.statusCode, body: reply.json(), cookies: reply.cookies }
}

const prove = (who: Person, body: object = { password }) =>
  call(who, 'POST /api/users/step-up', body)

const ask = (who: Person, email: string, over?: Over) =>
  call(who, `POST ${base}/code`, { email }, over)

const change = (who: Person, email: string, code: string, over?: Over) =>
  call(who, `PUT ${base}`, { email, code }, over)

const state = async (who: Person) => (await call(who, `GET ${base}`)).body

const mailOf = async (who: Person) =>
  (await testShop.app.db.select().from(users).where(eq(users.id, who.userId)))[0]!.email

/** Ask for a code to a new address; returns the address and the code. */
async function asked(who: Person, email = newMail()): Promise<{ email: string; code: string }> {
  expect((await prove(who)).status).toBe(200)
  expect((await ask(who, email)).status).toBe(200)

  return { email, code: await codeTo(testShop, email) }
}

const goOn = (who: Person, token: string): Person => ({
  ...who,
  token,
  headers: { authorization: `Bearer ${token}` },
})

describe('the change of the own mail', () => {
  it('needs the password and a code to the new mail, ends other sessions, notifies the old mail [P170, P172]', async () => {
    for (const [language, said, words] of [
      [
        'pt-BR',
        ['Enviamos um código para o novo e-mail.', 'E-mail alterado.'],
        ['Confirme o seu novo e-mail', 'O e-mail da sua conta foi trocado', 'Se não foi você'],
      ],
      [
        'en-US',
        ['We sent a code to the new email.', 'Email changed.'],
        ['Confirm your new email', 'The email of your account was changed', 'If it wasn’t you'],
      ],
    ] as const) {
      const who = await member({ name: 'Bia Prado' })
      await testShop.app.db.update(users).set({ language }).where(eq(users.id, who.userId))
      const [old, fresh] = [who.email, newMail()]

      expect(await state(who)).toEqual({
        success: true,
        email: old,
        mails: true,
        proof: 'password',
        waiting: null,
      })

      expect((await ask(who, fresh)).body.code).toBe('auth.step_up')
      expect((await prove(who, { password: 'errada' })).body.code).toBe('account.password_wrong')
      expect((await prove(who)).status).toBe(200)
      const sent = await ask(who, ` ${fresh.toUpperCase()} `, { language })
      expect([sent.status, sent.body.message]).toEqual([200, said[0]])
      expect(await state(who)).toMatchObject({ proof: 'none', waiting: { email: fresh } })
      const code = await codeTo(testShop, fresh)
      const [mail] = await mailsTo(testShop, fresh)
      expect(mail!.subject).toBe(words[0])
      expect(mail!.subject + mail!.text).not.toContain('Bia')
      expect(await mailOf(who)).toBe(old)
      const done = await change(who, fresh, ` ${code.slice(0, 3)} ${code.slice(3)} `, { language })

      expect([done.status, done.body.message, done.body.user]).toMatchObject([
        200,
        said[1],
        { name: 'Bia Prado', email: fresh, role: 'client' },
      ])

      expect(done.cookies.map(({ name }) => name)).toEqual(['refreshToken'])
      expect(await mailOf(who)).toBe(fresh)
      expect((await call(who, `GET ${base}`)).status).toBe(401)
      const now = goOn(who, done.body.accessToken)
      expect(await state(now)).toMatchObject({ email: fresh, waiting: null })
      const told = (await mailsTo(testShop, old)).at(-1)!
      expect(told.subject).toBe(words[1])
      expect(told.text).toContain(words[2])
      expect(told.text).toContain('t…@exemplo.test')
      expect(told.text).not.toContain(fresh)
    }
  })

  it('logs in by the new mail with the same password, no longer by the old one, and back [P170]', async () => {
    const who = await member()
    const old = who.email

    const logIn = async (email: string) =>
      (
        await testShop.http.inject({
          method: 'POST',
          url: '/api/users/login',
          remoteAddress: newAddress(),
          payload: { email, password },
        })
      ).statusCode

    const { email, code } = await asked(who)
    const now = goOn(who, (await change(who, email, code)).body.accessToken)
    expect([await logIn(email), await logIn(old)]).toEqual([200, 401])
    const back = await asked(now, old)
    expect((await change(now, old, back.code)).status).toBe(200)
    expect([await logIn(email), await logIn(old)]).toEqual([401, 200])
  })

  it('takes a code to the old mail from customers without a password only [P171]', async () => {
    const who = await member({ bare: true })
    const own = (body: object = { for: 'proof' }) => call(who, 'POST /api/users/step-up/code', body)
    expect((await state(who)).proof).toBe('mail')
    expect((await prove(who, { mailCode: '123456' })).body.code).toBe('login_code.over')
    expect((await own()).status).toBe(200)
    const first = await codeTo(testShop, who.email)
    const refused = await prove(who, { mailCode: wrong(first) })

    expect([refused.status, refused.body.error]).toEqual([
      400,
      'Código incorreto. Tentativas restantes: 4.',
    ])

    // A code works only for its own purpose, and a newer code replaces it.
    await own({ for: 'removal' })
    const removal = await codeTo(testShop, who.email)
    if (removal !== first)
      expect((await prove(who, { mailCode: removal })).body.code).toBe('login_code.wrong')
    await own()
    const code = await codeTo(testShop, who.email)
    if (code !== first)
      expect((await prove(who, { mailCode: first })).body.code).toBe('login_code.wrong')
    expect((await prove(who, { mailCode: code })).status).toBe(200)
    expect((await prove(who, { mailCode: code })).body.code).toBe('login_code.over')
    expect((await state(who)).proof).toBe('none')
    const fresh = newMail()
    expect((await ask(who, fresh)).status).toBe(200)
    expect((await change(who, fresh, await codeTo(testShop, fresh))).status).toBe(200)

    for (const other of [await member(), await member({ bare: true, role: 'admin' })]) {
      const answer = await call(other, 'POST /api/users/step-up/code', { for: 'proof' })
      expect([answer.status, answer.body.code]).toEqual([409, 'account.has_password'])
    }
  })

  it('shows that an address is taken only to the person who proved it; one of two gets it [P173]', async () => {
    const [who, other] = [await member(), await member()]
    await prove(who)
    const [taken, free] = [await ask(who, other.email), await ask(who, newMail())]
    expect(taken.body).toEqual(free.body)
    const code = await codeTo(testShop, other.email)
    expect((await change(who, other.email, wrong(code))).body.code).toBe('login_code.wrong')
    const refused = await change(who, other.email, code, { language: 'en-US' })

    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'mail_change.taken',
      'The code is right, but there is an account with this email already. Log in to it, or enter another email.',
    ])

    expect([await mailOf(who), await mailOf(other)]).toEqual([who.email, other.email])
    const fresh = newMail()
    const [mine, his] = [await asked(who, fresh), await asked(other, fresh)]

    const replies = await Promise.all([
      change(who, fresh, mine.code),
      change(other, fresh, his.code, { http: second }),
    ])

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await ask(await freshProof(), 'x')).body.code).toBe('request.invalid')
  })

  async function freshProof(): Promise<Person> {
    const who = await member()
    await prove(who)

    return who
  }

  it('refuses the present mail, wrong, expired and foreign codes [P170]', async () => {
    const who = await member()
    await prove(who)
    const same = await ask(who, who.email.toUpperCase())

    expect([same.status, same.body.error]).toEqual([
      400,
      'Este já é o e-mail da sua conta. Informe outro.',
    ])

    const { email, code } = await asked(who)

    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        change(who, email, wrong(code, i + 1), i % 2 ? { http: second } : {}),
      ),
    )

    const codes = guesses.map(({ body }) => body.code as string)
    expect(codes.filter((seen) => seen === 'login_code.wrong')).toHaveLength(5)
    expect(codes.filter((seen) => seen === 'login_code.over')).toHaveLength(25)
    expect((await change(who, email, code)).body.code).toBe('login_code.over')
    const again = await asked(who, email)
    const stranger = await member()
    expect((await change(stranger, email, again.code)).body.code).toBe('login_code.over')
    expect((await change(who, newMail(), again.code)).body.code).toBe('login_code.over')
    await testShop.advance(601)
    expect((await change(who, email, again.code)).body.code).toBe('login_code.over')
    expect(await mailOf(who)).toBe(who.email)
    for (const body of [{ email }, { code }, { email: 'x', code }, { email, code: 7 }])
      expect((await call(who, `PUT ${base}`, body)).body.code).toBe('request.invalid')
  })

  it('happens once from two tabs; a code for another address becomes void [P170]', async () => {
    const who = await member()
    const [one, other] = [await asked(who), await asked(who)]

    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        i % 2
          ? change(who, one.email, one.code, { http: second })
          : change(who, other.email, other.code),
      ),
    )

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.every(({ status }) => status < 500)).toBe(true)
    expect([one.email, other.email]).toContain(await mailOf(who))

    const left = await testShop.app.db
      .select()
      .from(loginCodes)
      .where(eq(loginCodes.userId, who.userId))

    expect(left).toEqual([])
  })

  it('voids recovery links and login codes of the old mail, as a change by staff does [P170]', async () => {
    const who = await member()

    const post = (url: string, payload: object, cookies: Record<string, string> = {}) =>
      testShop.http.inject({
        method: 'POST',
        url,
        payload,
        cookies,
        remoteAddress: newAddress(),
      })

    await post('/api/users/forgot-password', { email: who.email })
    const login = await post('/api/users/login/code', { email: who.email })
    const loginCode = login.cookies[0]!.value
    const enter = await codeTo(testShop, who.email)
    const link = /reset-password\?token=([\w-]+)/
    const texts = (await mailsTo(testShop, who.email)).map(({ text }) => text)
    const token = link.exec(texts.find((text) => link.test(text))!)![1]
    const { email, code } = await asked(who)
    const now = goOn(who, (await change(who, email, code)).body.accessToken)
    const reset = { token, newPassword: 'Outra-Senha-8' }
    expect((await post('/api/users/reset-password', reset)).json().code).toBe(
      'account.reset_invalid',
    )
    const entered = await post('/api/users/login/code/enter', { code: enter }, { loginCode })
    expect(entered.json().code).toBe('login_code.over')
    const waiting = await asked(now)
    const admin = await person(testShop.app, { role: 'admin' })
    const byStaff = newMail()

    const done = await send(testShop, `PUT /api/admin/users/${who.userId}`, {
      as: admin,
      body: { email: byStaff },
    })

    expect(done.status).toBe(200)
    expect((await change(now, waiting.email, waiting.code)).body.code).toBe('login_code.over')
    expect(await mailOf(who)).toBe(byStaff)
  })

  it('is closed to banned and deleted users, and all codes of a deleted user go [P170]', async () => {
    const [banned, gone] = [await member(), await member()]
    const [his, hers] = [await asked(banned), await asked(gone)]

    await testShop.app.db
      .update(users)
      .set({ isBanned: true, banReason: 'fraude' })
      .where(eq(users.id, banned.userId))

    expect((await change(banned, his.email, his.code)).status).toBeGreaterThanOrEqual(401)
    const removed = await call(gone, 'POST /api/users/profile/removal', { password })
    expect(removed.status).toBe(200)
    expect((await change(gone, hers.email, hers.code)).status).toBe(401)
    expect(
      await testShop.app.db.select().from(loginCodes).where(eq(loginCodes.userId, gone.userId)),
    ).toEqual([])
    expect(await mailOf(banned)).toBe(banned.email)
  })

  it('is masked in the trail; for staff every admin is notified [P170, Q113]', async () => {
    const admin = await member({ role: 'admin', name: 'Dora Equipe' })
    const customer = await member()

    for (const who of [admin, customer]) {
      const { email, code } = await asked(who)
      expect((await change(who, email, code)).status).toBe(200)
    }

    for (const who of [admin, customer]) {
      const [entry] = await testShop.app.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.targetId, who.userId), eq(auditLog.action, 'user.mail_changed')))

      expect(entry!.details).toEqual({
        before: { email: 't…@exemplo.test' },
        after: { email: 't…@exemplo.test' },
      })
    }

    const subjects = (await mailsTo(testShop, await mailOf(admin))).map(({ subject }) => subject)
    expect(subjects.filter((one) => one === 'E-mail de um usuário alterado')).toHaveLength(1)
  })

  it('sends mails of earlier orders to the new address; their invoice keeps the old one [P172]', async () => {
    const who = await member()
    const { id } = await product(testShop.app, { keys: 1 })
    const { body } = await startPix(testShop, who, await fill(testShop, who, id))
    const { email, code } = await asked(who)
    const now = goOn(who, (await change(who, email, code)).body.accessToken)
    await payPix(testShop, body.txid)

    await eventually(testShop, async () => {
      const [order] = await testShop.app.db
        .select()
        .from(orders)
        .where(eq(orders.userId, who.userId))
      expect(order!.status).toBe('completed')
    })

    await eventually(testShop, async () => {
      const subjects = (await mailsTo(testShop, email)).map(({ subject }) => subject)
      expect(subjects.some((subject) => subject.includes('ORD-'))).toBe(true)
    })

    const old = (await mailsTo(testShop, who.email)).map(({ subject }) => subject)
    expect(old.some((subject) => subject.includes('ORD-'))).toBe(false)
    const data = await call(now, 'GET /api/users/profile/data.json')

    expect(data.body).toMatchObject({
      profile: { email },
      orders: [{ customerEmail: who.email }],
    })
  })

  it('allows twelve mails an hour of one person and to one address [P170]', async () => {
    const who = await member()
    await prove(who)
    const seen: number[] = []
    for (let i = 0; i < 13; i++) seen.push((await ask(who, newMail())).status)
    expect(seen).toEqual([...Array(12).fill(200), 429])
    const target = newMail()
    const many: number[] = []

    for (let i = 0; i < 13; i++) {
      const other = await member()
      await prove(other)
      many.push((await ask(other, target)).status)
    }

    expect(many).toEqual([...Array(12).fill(200), 429])
  })
})

it('without a mail server the change says so and sends nothing [P174]', async () => {
  const silent = await openTestShop()
  try {
    const who = await person(silent.app)

    const answer = await send(silent, `POST ${base}/code`, {
      as: who,
      body: { email: 'nova@exemplo.test' },
    })

    expect([answer.status, answer.body.code]).toEqual([409, 'mail.unavailable'])
    expect((await send(silent, `GET ${base}`, { as: who })).body.mails).toBe(false)
    await silent.app.db.update(users).set({ passwordHash: null })

    const own = await send(silent, 'POST /api/users/step-up/code', {
      as: who,
      body: { for: 'removal' },
    })

    expect(own.body.code).toBe('mail.unavailable')
  } finally {
    await silent.close()
  }
})
