import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { sessions, users } from '../../../db/tables/index.ts'
import { mailsTo } from '../../../testing/mailed.ts'
import { person, type Person } from '../../../testing/make.ts'
import { send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { hashPassword } from '../password/password-hash.ts'

// A stolen session must not give lasting access, and a new password locks others out (P182).

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

const password = 'Senha-Antiga-2026'
const subject = 'Uma conta do Discord foi conectada à sua conta'

/** A person with an open session and without a proof of identity. */
async function stale(shop = testShop): Promise<Person> {
  const who = await person(shop.app)

  await shop.app.db
    .update(users)
    .set({ passwordHash: await hashPassword(password), emailProvenAt: shop.clock.now() })
    .where(eq(users.id, who.userId))

  await shop.app.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, who.userId))

  return who
}

const prove = (who: Person) =>
  send(testShop, 'POST /api/users/step-up', { as: who, body: { password } })

let count = 0

/** Create a Discord user without an email address. */
async function atDiscord(shop = testShop): Promise<{ id: string; user: string }> {
  const user = `visita${++count}`

  const { id } = await shop.sandbox!.call('POST', '/sandbox/api/discord/member', {
    action: 'create',
    user,
  })

  return { id: String(id), user }
}

/** Allow the login at Discord; returns the parameters that Discord adds to the redirect. */
async function allowed(url: string, user: string, shop = testShop) {
  const { redirect } = await shop.sandbox!.call('POST', '/sandbox/api/discord/authorize', {
    url,
    user,
    deny: false,
  })
  return Object.fromEntries(new URL(redirect).searchParams) as { code: string; state: string }
}

async function backFor(who: Person, user: string, shop = testShop) {
  const { body } = await send(shop, 'POST /api/users/discord/link', { as: who })
  return allowed(String(body.url), user, shop)
}

const finish = (who: Person, back: object, shop = testShop) =>
  send(shop, 'POST /api/users/discord/finish', { as: who, body: back })

const rowOf = async ({ userId }: Person, shop = testShop) =>
  (
    await shop.app.db
      .select({ discordId: users.discordId, provenAt: users.discordProvenAt })
      .from(users)
      .where(eq(users.id, userId))
  )[0]

const notices = async ({ email }: Person, shop = testShop) =>
  (await mailsTo(shop, email)).filter((mail) => mail.subject === subject)

/** Log in by Discord; returns the shop's reply and the secret of the browser. */
async function logIn(user: string) {
  const started = await testShop.http.inject({ method: 'POST', url: '/api/users/login/discord' })
  const secret = started.cookies[0]!.value

  const reply = await testShop.http.inject({
    method: 'POST',
    url: '/api/users/login/discord/finish',
    cookies: { discordLogin: secret },
    payload: await allowed(started.json().url, user),
  })

  return { secret, code: reply.statusCode === 200 ? 'in' : String(reply.json().code) }
}

const linkTo = (who: Person, secret: string) =>
  testShop.http.inject({
    method: 'POST',
    url: '/api/users/login/discord/link',
    headers: who.headers,
    cookies: { discordLogin: secret },
  })

it('a link that opens the account needs a proof, then works with the same code, and is mailed [P182, Q48]', async () => {
  const [who, { id, user }] = [await stale(), await atDiscord()]
  const back = await backFor(who, user)
  const refused = await finish(who, back)
  expect([refused.status, refused.body.code]).toEqual([403, 'auth.step_up'])
  expect(await rowOf(who)).toEqual({ discordId: null, provenAt: null })
  expect((await prove(who)).status).toBe(200)
  expect((await finish(who, back)).status).toBe(200)
  expect(await rowOf(who)).toEqual({ discordId: id, provenAt: expect.any(Date) })
  expect((await logIn(user)).code).toBe('in')
  const [mail, ...more] = await notices(who)
  expect(more).toEqual([])
  expect(mail!.text).toContain(
    'Quem entra no Discord com esta conta agora entra também na sua conta da loja',
  )
})

it('a user who was logged in before returning from Discord must prove their identity to link [P182]', async () => {
  const [who, { id, user }] = [await stale(), await atDiscord()]
  testShop.clock.advance(1)
  const { secret, code } = await logIn(user)
  expect(code).toBe('chat_login.new')
  const refused = await linkTo(who, secret)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.step_up'])
  expect(await rowOf(who)).toEqual({ discordId: null, provenAt: null })
  await prove(who)
  expect((await linkTo(who, secret)).statusCode).toBe(200)
  expect(await rowOf(who)).toMatchObject({ discordId: id })
  expect(await notices(who)).toHaveLength(1)
})

it('without login by Discord linking needs no proof, opens nothing later, and is mailed [P180]', async () => {
  const shop = await openTestShop({ sandbox: true, env: { DISCORD_LOGIN: '0' } })
  try {
    const [who, { id, user }] = [await stale(shop), await atDiscord(shop)]
    expect((await finish(who, await backFor(who, user, shop), shop)).status).toBe(200)
    expect(await rowOf(who, shop)).toEqual({ discordId: id, provenAt: null })
    const [mail] = await notices(who, shop)
    expect(mail!.text).toContain('Os cargos do que você compra vão agora para esta conta')
  } finally {
    await shop.close()
  }
})

it('a new password ends login by Discord until a new proof, and keeps the link [P182]', async () => {
  const [who, { id, user }] = [await stale(), await atDiscord()]

  const linked = async () => {
    await prove(who)
    await finish(who, await backFor(who, user))
    expect((await logIn(user)).code).toBe('in')
  }

  await linked()

  const changed = await send(testShop, 'PUT /api/users/password', {
    as: who,
    body: { currentPassword: password, newPassword: 'Senha-Nova-2026' },
  })

  expect(changed.status).toBe(200)
  expect(await rowOf(who)).toEqual({ discordId: id, provenAt: null })
  expect((await logIn(user)).code).toBe('chat_login.prove')

  await testShop.app.db
    .update(users)
    .set({ discordProvenAt: testShop.clock.now() })
    .where(eq(users.id, who.userId))

  await send(testShop, 'POST /api/users/forgot-password', { body: { email: who.email } })
  const token = /reset-password\?token=([\w-]+)/.exec(
    (await mailsTo(testShop, who.email)).map(({ text }) => text).join('\n'),
  )![1]
  const reset = await send(testShop, 'POST /api/users/reset-password', {
    body: { token, newPassword: 'Senha-Outra-2026' },
  })
  expect(reset.status).toBe(200)
  expect(await rowOf(who)).toEqual({ discordId: id, provenAt: null })
  expect((await logIn(user)).code).toBe('chat_login.prove')
})
