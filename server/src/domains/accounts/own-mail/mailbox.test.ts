import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, users } from '../../../db/tables/index.ts'
import { codeTo, mailsTo } from '../../../testing/mailed.ts'
import { person } from '../../../testing/make.ts'
import { send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

const password = 'Muito-Secreta-7'
let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

let count = 0
const newMail = () => `dona${++count}@exemplo.test`

const post = (path: string, payload: object, loginCode?: string, language = 'pt-BR') =>
  testShop.http.inject({
    method: 'POST',
    url: `/api/users/${path}`,
    payload,
    headers: { 'accept-language': language },
    ...(loginCode ? { cookies: { loginCode } } : {}),
  })

type Reply = Awaited<ReturnType<typeof post>>

const bearerOf = (reply: Reply) => ({
  authorization: `Bearer ${reply.json().data.tokens.accessToken}`,
})

/** Register an email without proving its mailbox. */
async function registered(email: string, language = 'pt-BR'): Promise<Reply> {
  const body = { name: 'Ana', email, password, termsAccepted: true }
  const reply = await post('register', body, undefined, language)
  expect(reply.statusCode).toBe(200)

  return reply
}

/** Log in by a mailed code, as the owner of the mailbox. */
async function byCode(email: string): Promise<Reply> {
  const asked = await post('login/code', { email })
  return post('login/code/enter', { code: await codeTo(testShop, email) }, asked.cookies[0]!.value)
}

const logIn = async (email: string, given = password) =>
  (await post('login', { email, password: given })).statusCode

const rowOf = async (email: string) =>
  (await testShop.app.db.select().from(users).where(eq(users.email, email)))[0]!

const alive = async (reply: Reply) =>
  (await testShop.http.inject({ url: '/api/users/password', headers: bearerOf(reply) })).statusCode

describe('an account that a password made, whose mailbox is proven by a code for the first time', () => {
  it("is its owner's alone: password, sessions and Discord login end, with mail and trail [P175]", async () => {
    for (const [language, subject, words] of [
      ['pt-BR', 'A senha da sua conta foi removida', 'as sessões de antes foram encerradas'],
      ['en-US', 'The password of your account was removed', 'ended earlier sessions'],
    ] as const) {
      const email = newMail()
      const stranger = await registered(email, language)
      const linked = String(10n ** 17n + BigInt(count))

      await testShop.app.db
        .update(users)
        .set({ discordId: linked, discordName: 'Estranho', discordProvenAt: testShop.clock.now() })
        .where(eq(users.email, email))

      expect(await rowOf(email)).toMatchObject({ emailProvenAt: null })
      const owner = await byCode(email)
      expect(owner.statusCode).toBe(200)
      expect([await alive(stranger), await alive(owner)]).toEqual([401, 200])

      const renewed = await testShop.http.inject({
        method: 'POST',
        url: '/api/users/refresh-token',
        cookies: { refreshToken: stranger.cookies[0]!.value },
      })

      expect(renewed.statusCode).toBe(401)
      expect(await logIn(email)).toBe(401)

      expect(await rowOf(email)).toMatchObject({
        passwordHash: null,
        emailProvenAt: expect.any(Date),
        discordId: linked,
        discordProvenAt: null,
      })

      const told = (await mailsTo(testShop, email)).filter((mail) => mail.subject === subject)
      expect(told).toHaveLength(1)
      expect(told[0]!.text).toContain(words)
      const { id } = await rowOf(email)

      const trail = await testShop.app.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.targetId, id), eq(auditLog.action, 'user.mailbox_proven')))

      expect(trail.map(({ details }) => details)).toEqual([
        { passwordDropped: true, discordLoginDropped: true },
      ])
    }
  })

  it('shows a notice for thirty days or until a new password, to its owner only [P258]', async () => {
    const email = newMail()
    await registered(email)
    const owner = await byCode(email)

    const at = async (reply: Reply) => {
      const url = '/api/users/notifications'
      const answer = await testShop.http.inject({ url, headers: bearerOf(reply) })
      expect(answer.statusCode).toBe(200)

      return answer.json().passwordDropped as string | undefined
    }

    const { id } = await rowOf(email)
    const lines = and(eq(auditLog.targetId, id), eq(auditLog.action, 'user.mailbox_proven'))
    const [line] = await testShop.app.db.select().from(auditLog).where(lines)
    const dropped = line!.createdAt.toISOString()
    expect(await at(owner)).toBe(dropped)
    const other = newMail()
    expect(await at(await registered(other))).toBeUndefined()
    const set = (passwordHash: string | null) =>
      testShop.app.db.update(users).set({ passwordHash }).where(eq(users.id, id))
    await set('-')
    expect(await at(owner)).toBeUndefined()
    await set(null)
    expect(await at(owner)).toBe(dropped)
    testShop.clock.advance(30 * 86_400)
    expect(await at(await byCode(email))).toBeUndefined()
  })

  it('keeps the password that its owner then sets by the link, through every later code [P175]', async () => {
    const email = newMail()
    await registered(email)
    expect((await byCode(email)).statusCode).toBe(200)
    await post('forgot-password', { email })
    const link = /reset-password\?token=([\w-]+)/
    const texts = (await mailsTo(testShop, email)).map(({ text }) => text)
    const token = link.exec(texts.find((text) => link.test(text))!)![1]
    const set = await post('reset-password', { token, newPassword: 'Senha-Minha-9' })
    expect(set.statusCode).toBe(200)
    const own = await byCode(email)
    expect(own.statusCode).toBe(200)
    expect([await logIn(email, 'Senha-Minha-9'), await alive(own)]).toEqual([200, 200])
  })

  it('counts a recovery link as such a proof: the password stays, a linked Discord ends [P175]', async () => {
    const email = newMail()
    await registered(email)

    await testShop.app.db
      .update(users)
      .set({ discordId: '123456789012345678', discordProvenAt: testShop.clock.now() })
      .where(eq(users.email, email))

    await post('forgot-password', { email })
    const link = /reset-password\?token=([\w-]+)/
    const texts = (await mailsTo(testShop, email)).map(({ text }) => text)
    const token = link.exec(texts.find((text) => link.test(text))!)![1]
    await post('reset-password', { token, newPassword: 'Senha-Minha-9' })

    expect(await rowOf(email)).toMatchObject({
      emailProvenAt: expect.any(Date),
      discordProvenAt: null,
    })

    expect((await byCode(email)).statusCode).toBe(200)
    expect(await logIn(email, 'Senha-Minha-9')).toBe(200)
  })

  it('is taken over once by two concurrent right codes, and not by a wrong one [P175]', async () => {
    const email = newMail()
    await registered(email)
    const asked = await post('login/code', { email })
    const [code, secret] = [await codeTo(testShop, email), asked.cookies[0]!.value]
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await post('login/code/enter', { code: wrong }, secret)).statusCode).toBe(400)
    expect(await logIn(email)).toBe(200)
    // Two valid codes, submitted at the same time from two login attempts.
    const other = await post('login/code', { email })
    const second = await codeTo(testShop, email)

    const replies = await Promise.all([
      post('login/code/enter', { code }, secret),
      post('login/code/enter', { code: second }, other.cookies[0]!.value),
    ])

    expect(replies.map(({ statusCode }) => statusCode).filter((one) => one >= 500)).toEqual([])
    expect(replies.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0)
    const { id } = await rowOf(email)

    const trail = await testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetId, id), eq(auditLog.action, 'user.mailbox_proven')))

    expect(trail).toHaveLength(1)
  })

  it('is proven from the start after a mailed code, and not after staff typed another mail [P175]', async () => {
    const email = newMail()
    const asked = await post('login/code', { email })
    const secret = asked.cookies[0]!.value
    await post('login/code/enter', { code: await codeTo(testShop, email) }, secret)
    await post('login/code/register', { name: 'Rui', termsAccepted: true }, secret)
    expect(await rowOf(email)).toMatchObject({ emailProvenAt: expect.any(Date) })
    const { id } = await rowOf(email)
    const [admin, typed] = [await person(testShop.app, { role: 'admin' }), newMail()]
    const update = (body: object) =>
      send(testShop, `PUT /api/admin/users/${id}`, { as: admin, body })
    expect((await update({ name: 'Rui Prado' })).status).toBe(200)
    expect(await rowOf(email)).toMatchObject({ emailProvenAt: expect.any(Date) })
    expect((await update({ email: typed })).status).toBe(200)
    expect(await rowOf(typed)).toMatchObject({ emailProvenAt: null })
  })
})

describe('the removal of an account without a password', () => {
  it('needs a code mailed for it, five tries, once; another code or a password fails [P176]', async () => {
    const email = newMail()
    const asked = await post('login/code', { email })
    const secret = asked.cookies[0]!.value
    await post('login/code/enter', { code: await codeTo(testShop, email) }, secret)
    const made = await post('login/code/register', { name: 'Rui', termsAccepted: true }, secret)
    const headers = bearerOf(made)
    const own = (path: string, payload: object) =>
      testShop.http.inject({ method: 'POST', url: `/api/users/${path}`, headers, payload })
    const remove = (payload: object) => own('profile/removal', payload)
    expect((await remove({ password })).json().code).toBe('account.password_wrong')
    expect((await remove({ mailCode: '123456' })).json().code).toBe('login_code.over')
    expect((await own('step-up/code', { for: 'proof' })).statusCode).toBe(200)
    const proof = await codeTo(testShop, email)
    expect((await remove({ mailCode: proof })).json().code).toBe('login_code.over')
    expect((await own('step-up/code', { for: 'removal' })).json().message).toBe(
      'Enviamos um código ao seu e-mail.',
    )
    const mail = (await mailsTo(testShop, email)).at(-1)!
    expect(mail.subject).toBe('Código para excluir a sua conta')
    const code = await codeTo(testShop, email)
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await remove({ mailCode: wrong })).json().error).toBe(
      'Código incorreto. Tentativas restantes: 4.',
    )
    const done = await remove({ mailCode: code })
    expect([done.statusCode, done.json().message]).toEqual([200, 'Sua conta foi excluída.'])
    expect(await rowOf(email)).toBeUndefined()
    expect((await remove({ mailCode: code })).statusCode).toBe(401)
  })
})
