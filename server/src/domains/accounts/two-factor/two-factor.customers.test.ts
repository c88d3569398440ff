import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, recoveryCodes, twoFactors, users } from '../../../db/tables/index.ts'
import { finishLogin, logInBy } from '../../../testing/log-in.ts'
import { codeTo, mailsTo, wrong } from '../../../testing/mailed.ts'
import { person, type Person } from '../../../testing/make.ts'
import { send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { hashPassword } from '../password/password-hash.ts'

// The second factor of customers, with and without a password.

let testShop: TestShop
let passwordHash: string
const password = 'Muito-Secreta-7'

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { RATE_MAIL_CODE: '40', RATE_LOGIN: '200' } })
  passwordHash = await hashPassword(password)
})

afterAll(async () => {
  await testShop?.close()
})

type Given = Partial<typeof users.$inferInsert>

async function customer(given: Given): Promise<Person> {
  const who = await person(testShop.app)
  await testShop.app.db.update(users).set(given).where(eq(users.id, who.userId))

  return who
}

const withPassword = () => customer({ passwordHash, emailProvenAt: testShop.clock.now() })
const bare = () => customer({ passwordHash: null, emailProvenAt: testShop.clock.now() })

const ask = (who: Person, call: string, body?: object) =>
  send(testShop, `POST /api/users/${call}`, { as: who, ...(body ? { body } : {}) })

const digits = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: testShop.clock.now().getTime(),
  })

const proveByMail = async (who: Person) => {
  await ask(who, 'step-up/code', { for: 'proof' })
  return ask(who, 'step-up', { mailCode: await codeTo(testShop, who.email) })
}

/** Let the proof of identity expire. */
const forgetProof = (who: Person) =>
  testShop.app.pool.query('update sessions set proven_at = null where user_id = $1', [who.userId])

/**
 * Set up a second factor. The clock then advances by two time steps, so that the next code is a new
 * one.
 */
async function enrol(who: Person, proof: object): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await ask(who, 'two-factor/setup', proof)).body
  const { status, body } = await ask(who, 'two-factor/confirm', { code: digits(secret) })
  expect(status).toBe(200)
  testShop.clock.advance(60)

  return { secret, codes: body.recoveryCodes }
}

const logIn = (who: Person, given = password) => logInBy(testShop, who, given)
const finish = (challenge: string, code: string) => finishLogin(testShop, challenge, code)

const logInByMail = async (who: Person) => {
  const payload = { email: who.email }
  const asked = await testShop.http.inject({
    method: 'POST',
    url: '/api/users/login/code',
    payload,
  })
  const { name, value } = asked.cookies[0]!

  return testShop.http.inject({
    method: 'POST',
    url: '/api/users/login/code/enter',
    payload: { code: await codeTo(testShop, who.email) },
    cookies: { [name]: value },
  })
}

const subjectsTo = async (who: Person) =>
  (await mailsTo(testShop, who.email)).map(({ subject }) => subject)

const actsOf = async (who: Person) =>
  (
    await testShop.app.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.targetId, who.userId))
  ).map(({ action }) => action)

describe('a customer with a password', () => {
  it('sets up a second factor, logs in with it, gets a mail, and disables it by password', async () => {
    const who = await withPassword()
    const state = await send(testShop, 'GET /api/users/two-factor', { as: who })

    expect(state.body).toEqual({
      success: true,
      enabled: false,
      required: false,
      recoveryCodesLeft: 0,
      proof: 'password',
    })

    expect((await ask(who, 'two-factor/setup', {})).body.code).toBe('account.password_wrong')
    const { secret, codes } = await enrol(who, { password })

    const first = await logIn(who)
    expect([first.statusCode, first.json().code]).toEqual([403, 'auth.two_factor_required'])
    const second = await finish(first.json().challenge, digits(secret))
    expect([second.statusCode, second.json().data.user.role]).toEqual([200, 'client'])
    const byMail = await logInByMail(who)
    expect(byMail.json().code).toBe('auth.two_factor_required')
    expect((await finish(byMail.json().challenge, codes[0]!)).statusCode).toBe(200)
    expect((await finish((await logIn(who)).json().challenge, codes[0]!)).statusCode).toBe(400)

    expect((await ask(who, 'two-factor/disable', {})).body.code).toBe('account.password_wrong')
    expect((await ask(who, 'two-factor/disable', { password })).status).toBe(200)
    expect((await logIn(who)).statusCode).toBe(200)

    expect((await subjectsTo(who)).sort()).toEqual([
      'A verificação em duas etapas foi ativada',
      'A verificação em duas etapas foi desativada',
      'Seu código de acesso',
    ])

    expect(await actsOf(who)).toEqual(
      expect.arrayContaining(['two_factor.enabled', 'two_factor.disabled']),
    )
  })

  it('needs the second factor also after a new password by a recovery link', async () => {
    const who = await withPassword()
    const { secret } = await enrol(who, { password })
    await ask(who, 'forgot-password', { email: who.email })
    const links = (await mailsTo(testShop, who.email)).flatMap(({ text }) =>
      [...text.matchAll(/[?&]token=([\w-]+)/g)].map(([, token]) => token!),
    )
    expect(links).toHaveLength(1)
    const token = links[0]!
    const newPassword = 'Outra-Secreta-8'
    const reset = await ask(who, 'reset-password', { token, newPassword, password: newPassword })
    expect(reset.status).toBe(200)
    const asked = await logIn(who, newPassword)
    expect(asked.json().code).toBe('auth.two_factor_required')
    expect((await finish(asked.json().challenge, digits(secret))).statusCode).toBe(200)
  })

  it('loses the second factor when staff remove it, and gets a mail', async () => {
    const [who, staff] = [await withPassword(), await person(testShop.app, { role: 'admin' })]
    await enrol(who, { password })
    const seen = await send(testShop, `GET /api/admin/users/${who.userId}/overview`, { as: staff })
    expect(seen.body.customer.twoFactor).toBe(true)
    const taken = await send(testShop, `DELETE /api/admin/users/${who.userId}/two-factor`, {
      as: staff,
    })
    expect(taken.status).toBe(200)
    expect(await subjectsTo(who)).toContain('A loja retirou a verificação em duas etapas')
    expect((await logIn(who)).statusCode).toBe(200)
  })
})

describe('a customer whose mail was never proven', () => {
  it('proves the mail while setting up the factor, so that no stranger locks out its owner [P175]', async () => {
    const who = await customer({ passwordHash })
    const { secret, mailbox } = (await ask(who, 'two-factor/setup', { password })).body
    expect(mailbox).toBe(true)
    const confirm = (body: object) => ask(who, 'two-factor/confirm', body)
    expect((await confirm({ code: digits(secret) })).body.code).toBe('two_factor.mailbox')
    expect((await confirm({ code: digits(secret), mailCode: '123456' })).body.code).toBe(
      'login_code.over',
    )
    expect((await ask(who, 'step-up/code', { for: 'mailbox' })).status).toBe(200)
    const mailCode = await codeTo(testShop, who.email)
    expect((await ask(who, 'step-up', { mailCode })).body.code).toBe('login_code.over')
    const guess = { code: digits(secret), mailCode: wrong(mailCode) }
    expect((await confirm(guess)).body.code).toBe('login_code.wrong')
    expect((await confirm({ code: '000000', mailCode })).body.code).toBe('two_factor.code_wrong')
    expect((await confirm({ code: digits(secret), mailCode })).status).toBe(200)

    const [row] = await testShop.app.db.select().from(users).where(eq(users.id, who.userId))
    expect([row!.emailProvenAt !== null, row!.passwordHash]).toEqual([true, passwordHash])
    expect((await logInByMail(who)).json().code).toBe('auth.two_factor_required')
  })

  it('needs no proof of the mail as a member of staff', async () => {
    const who = await person(testShop.app, { role: 'developer' })
    await testShop.app.db.update(users).set({ passwordHash }).where(eq(users.id, who.userId))
    expect((await ask(who, 'two-factor/setup', { password })).body.mailbox).toBe(false)
  })
})

describe('a customer without a password', () => {
  it('proves by mailed code, then by app code only once the second factor is on', async () => {
    const who = await bare()
    const proofOf = async () =>
      (await send(testShop, 'GET /api/users/two-factor', { as: who })).body.proof
    await forgetProof(who)
    expect(await proofOf()).toBe('mail')
    expect((await ask(who, 'two-factor/setup', {})).body.code).toBe('auth.step_up')
    expect((await proveByMail(who)).status).toBe(200)
    expect(await proofOf()).toBe('none')
    await ask(who, 'step-up/code', { for: 'proof' })
    const kept = await codeTo(testShop, who.email)
    const { secret, codes } = await enrol(who, {})

    // Codes mailed before the second factor was activated are void.
    expect((await ask(who, 'step-up', { mailCode: kept })).body.code).toBe('login_code.over')
    await forgetProof(who)
    expect(await proofOf()).toBe('factor')
    for (const act of ['proof', 'removal'])
      expect((await ask(who, 'step-up/code', { for: act })).body.code).toBe('two_factor.instead')
    for (const act of ['recovery-codes', 'disable'])
      expect((await ask(who, `two-factor/${act}`, {})).body.code).toBe('auth.step_up')
    const change = await send(testShop, 'GET /api/users/profile/email', { as: who })
    expect(change.body.proof).toBe('factor')

    expect((await ask(who, 'step-up', { code: digits(secret) })).status).toBe(200)
    const renewed = (await ask(who, 'two-factor/recovery-codes', {})).body.recoveryCodes
    expect(renewed).toHaveLength(10)
    expect(renewed).not.toContain(codes[0])
    expect((await ask(who, 'two-factor/disable', {})).status).toBe(200)
    expect(await proofOf()).toBe('none')
  })

  it('deletes the account with a code of the app, and nothing of it remains', async () => {
    const who = await bare()
    await proveByMail(who)
    const { secret } = await enrol(who, {})
    const remove = (body: object) => ask(who, 'profile/removal', body)
    expect((await remove({ mailCode: '123456' })).body.code).toBe('login_code.over')
    expect((await remove({ code: '000000' })).body.code).toBe('two_factor.code_wrong')
    expect((await remove({ code: digits(secret) })).status).toBe(200)

    for (const table of [twoFactors, recoveryCodes])
      expect(
        await testShop.app.db.select().from(table).where(eq(table.userId, who.userId)),
      ).toEqual([])
  })
})
