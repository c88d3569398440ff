import { and, eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, chatArrivals, chatLinks, twoFactors, users } from '../../../db/tables/index.ts'
import { codeTo } from '../../../testing/mailed.ts'
import { person, type Person } from '../../../testing/make.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { purgeChatArrivals } from './chat-login.service.ts'
import { purgeChatLinks } from './discord-link.service.ts'

const base = '/api/users/login/discord'
let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { DISCORD_TIMEOUT_MS: '400' } })
})

afterAll(async () => {
  await testShop?.close()
})

const control = (path: string, body: object) =>
  testShop.sandbox!.call('POST', `/sandbox/api${path}`, body)

let count = 0

/** Create a Discord user with an email address. */
async function atDiscord(given: { email?: string; verified?: boolean } = {}) {
  const user = `pessoa${++count}`
  const { id } = await control('/discord/member', { action: 'create', user })
  const email = given.email ?? `${user}@exemplo.test`

  await control('/discord/member', {
    action: 'mail',
    user,
    email,
    verified: given.verified ?? true,
  })

  return { id: String(id), user, email }
}

type Over = { secret?: string | null; as?: Person; language?: string }

const post = (path: string, payload: object = {}, over: Over = {}) =>
  testShop.http.inject({
    method: 'POST',
    url: `${base}${path}`,
    payload,
    headers: {
      ...over.as?.headers,
      ...(over.language ? { 'accept-language': over.language } : {}),
    },
    cookies: over.secret ? { discordLogin: over.secret } : {},
  })

type Back = { code: string; state: string; error?: string }

/**
 * Send a browser to Discord; returns the browser's secret and the parameters of the redirect back.
 */
async function back(user: string, deny = false): Promise<{ secret: string; query: Back }> {
  const started = await post('')
  expect(started.statusCode).toBe(200)

  const { redirect } = await control('/discord/authorize', {
    url: started.json().url,
    user,
    deny,
  })

  return {
    secret: started.cookies[0]!.value,
    query: Object.fromEntries(new URL(redirect).searchParams) as Back,
  }
}

const finish = ({ code, state }: Back, over: Over) => post('/finish', { code, state }, over)

/** Log in by Discord; returns the shop's reply and the secret of the browser. */
async function logIn(user: string, over: Over = {}) {
  const { secret, query } = await back(user)
  return { secret, reply: await finish(query, { secret, ...over }) }
}

const rowOf = async (email: string) =>
  (await testShop.app.db.select().from(users).where(eq(users.email, email)))[0]

const asPerson = (reply: Awaited<ReturnType<typeof post>>) =>
  ({
    headers: { authorization: `Bearer ${reply.json().data.tokens.accessToken}` },
  }) as Person

const linkTo = (who: Person, discordId: string, proven = true) =>
  testShop.app.db
    .update(users)
    .set({ discordId, discordName: 'x', discordProvenAt: proven ? testShop.clock.now() : null })
    .where(eq(users.id, who.userId))

describe('logging in by Discord', () => {
  it('asks Discord for identity and mail only, and returns to a page bound to this browser [P180]', async () => {
    const started = await post('')
    const url = new URL(started.json().url)

    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'identify email',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/login/discord',
      state: expect.stringMatching(/^[\w-]{43}$/),
    })

    expect(started.cookies[0]).toMatchObject({
      name: 'discordLogin',
      path: base,
      httpOnly: true,
      sameSite: 'Strict',
    })

    const elsewhere = await testShop.http.inject({
      method: 'POST',
      url: base,
      headers: { origin: 'https://evil.example' },
    })

    expect(elsewhere.json().code).toBe('auth.origin')
  })

  it('opens the linked account, whatever mail Discord has, with the proof of a mailed code [P180]', async () => {
    const { id, user } = await atDiscord()
    const who = await person(testShop.app)
    await linkTo(who, id)
    const { reply } = await logIn(user)
    expect([reply.statusCode, reply.json().data.user.email]).toEqual([200, who.email])
    expect(reply.cookies.map(({ name }) => name).sort()).toEqual(['discordLogin', 'refreshToken'])

    const { rows } = await testShop.app.pool.query(
      'select proven_at from sessions where user_id = $1 order by created_at desc limit 1',
      [who.userId],
    )

    expect(rows).toEqual([{ proven_at: null }])

    const [entry] = await testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetId, who.userId), eq(auditLog.action, 'login')))

    expect(entry!.details).toEqual({ discord: true })
  })

  it('creates an account for a verified mail without one, once, with name, terms and link [P181]', async () => {
    const { id, user, email } = await atDiscord()
    const { secret, reply } = await logIn(user, { language: 'en-US' })

    expect([reply.statusCode, reply.json()]).toMatchObject([
      403,
      {
        code: 'chat_login.new',
        error: 'Your name is missing: there is no account with the email of your Discord yet.',
        email,
        name: expect.any(String),
      },
    ])

    const body = { name: 'Rui Prado', termsAccepted: true, role: 'admin', email: 'x@exemplo.test' }
    const without = await post('/register', { name: 'Rui Prado' }, { secret })
    expect(without.json().code).toBe('account.terms_required')
    expect((await post('/register', body, {})).json().code).toBe('chat_login.over')
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => post('/register', body, { secret })),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(replies.every(({ statusCode }) => statusCode < 500)).toBe(true)

    expect(await rowOf(email)).toMatchObject({
      name: 'Rui Prado',
      role: 'client',
      passwordHash: null,
      emailProvenAt: expect.any(Date),
      discordId: id,
      discordProvenAt: expect.any(Date),
    })

    const { rows } = await testShop.app.pool.query(
      'select count(*)::int as n from consents c join users u on u.id = c.user_id where u.email = $1',
      [email],
    )

    expect(rows).toEqual([{ n: 1 }])
    expect((await logIn(user)).reply.statusCode).toBe(200)
  })

  it('never opens an account by a mail alone: after one proof it is linked [P182]', async () => {
    const { id, user, email } = await atDiscord()
    const who = await person(testShop.app, { email })
    const { secret, reply } = await logIn(user)

    expect([reply.statusCode, reply.json()]).toMatchObject([
      403,
      { code: 'chat_login.prove', email },
    ])

    expect(
      (await post('/register', { name: 'X', termsAccepted: true }, { secret })).json(),
    ).toMatchObject({
      code: 'account.email_taken',
    })

    expect(await rowOf(email)).toMatchObject({ discordId: null })
    const again = await logIn(user)
    expect((await post('/link', {}, { secret: again.secret })).statusCode).toBe(401)

    const asked = await testShop.http.inject({
      method: 'POST',
      url: '/api/users/login/code',
      payload: { email },
    })

    const entered = await testShop.http.inject({
      method: 'POST',
      url: '/api/users/login/code/enter',
      cookies: { loginCode: asked.cookies[0]!.value },
      payload: { code: await codeTo(testShop, email) },
    })

    const linked = await post('/link', {}, { secret: again.secret, as: asPerson(entered) })
    expect([linked.statusCode, linked.json().message]).toEqual([200, 'Conta do Discord conectada.'])
    expect(
      (await post('/link', {}, { secret: again.secret, as: asPerson(entered) })).json().code,
    ).toBe('chat_login.over')
    expect(await rowOf(email)).toMatchObject({ id: who.userId, discordId: id })
    const now = await logIn(user)
    expect(now.reply.json().data.user.email).toBe(email)
  })

  it('asks for a mail where Discord has no verified one, and links the account it opens [P182]', async () => {
    const { id, user, email } = await atDiscord({ verified: false })
    const victim = await person(testShop.app, { email })
    const { secret, reply } = await logIn(user)

    expect([reply.statusCode, reply.json().code, reply.json().email]).toEqual([
      403,
      'chat_login.mail',
      undefined,
    ])

    const made = await post('/register', { name: 'X', termsAccepted: true }, { secret })
    expect(made.json().code).toBe('chat_login.over')
    expect(await rowOf(email)).toMatchObject({ discordId: null, id: victim.userId })
    const other = await logIn(user)
    const own = await person(testShop.app)
    expect((await post('/link', {}, { secret: other.secret, as: own })).statusCode).toBe(200)
    expect(await rowOf(own.email)).toMatchObject({ discordId: id })
  })

  it('fails for a number typed by staff, or a link made before the mailbox was proven [P182]', async () => {
    const { id, user } = await atDiscord()
    const who = await person(testShop.app)
    await linkTo(who, id, false)
    const { secret, reply } = await logIn(user)

    expect([reply.statusCode, reply.json().code, reply.json().email]).toEqual([
      403,
      'chat_login.prove',
      null,
    ])

    expect((await post('/link', {}, { secret, as: await person(testShop.app) })).json().code).toBe(
      'chat.taken',
    )
    const again = await logIn(user)
    expect((await post('/link', {}, { secret: again.secret, as: who })).statusCode).toBe(200)
    expect((await logIn(user)).reply.statusCode).toBe(200)
    const second = await atDiscord()
    const more = await logIn(second.user)
    const kept = await post('/link', {}, { secret: more.secret, as: who })
    expect([kept.statusCode, kept.json().code]).toEqual([409, 'chat_login.other'])
    expect(await rowOf(who.email)).toMatchObject({ discordId: id })
  })

  it('still requires the second factor; staff without one and banned users do not get in [P183]', async () => {
    const { id, user } = await atDiscord()
    const admin = await person(testShop.app, { role: 'admin' })
    await linkTo(admin, id)
    expect((await logIn(user)).reply.json().code).toBe('chat_login.staff')
    const secret = new Secret({ size: 20 })

    await testShop.app.db.insert(twoFactors).values({
      userId: admin.userId,
      secretCipher: testShop.app.vault.seal(secret.base32, 'two_factors', admin.userId),
      confirmedAt: testShop.app.clock.now(),
      createdAt: testShop.app.clock.now(),
    })

    const asked = (await logIn(user)).reply
    expect([asked.statusCode, asked.json().code]).toEqual([403, 'auth.two_factor_required'])
    const code = new TOTP({ secret }).generate({ timestamp: testShop.clock.now().getTime() })

    const entered = await testShop.http.inject({
      method: 'POST',
      url: '/api/users/login/two-factor',
      payload: { challenge: asked.json().challenge, code },
    })

    expect(entered.statusCode).toBe(200)
    const banned = await atDiscord()
    const who = await person(testShop.app)
    await linkTo(who, banned.id)

    await testShop.app.db
      .update(users)
      .set({ isBanned: true, banReason: 'fraude' })
      .where(eq(users.id, who.userId))

    expect((await logIn(banned.user)).reply.json()).toMatchObject({
      code: 'auth.banned',
      error: 'Conta banida: fraude',
    })
  })

  it('takes a state once, for ten minutes, from its browser, with a code of that sign-in [P184]', async () => {
    const [mine, other] = [await atDiscord(), await atDiscord()]
    const [own, stolen] = [await back(mine.user), await back(other.user)]
    const code = async (query: Back, over: Over) => (await finish(query, over)).json().code
    expect(await code({ ...own.query, state: 'forjado' }, own)).toBe('chat_login.over')
    expect(await code(own.query, { secret: stolen.secret })).toBe('chat_login.over')
    expect(await code(own.query, {})).toBe('chat_login.over')
    expect(await code(own.query, own)).toBe('chat_login.new')
    const replayed = await finish(own.query, { ...own, language: 'en-US' })
    expect(replayed.json().error).toBe(
      'This login by Discord has expired, was used, or was begun in another browser. Begin again, or log in another way.',
    )
    const fresh = await back(mine.user)
    expect(await code({ ...fresh.query, code: stolen.query.code }, fresh)).toBe('chat_login.over')
    const late = await back(mine.user)
    testShop.clock.advance(601)
    expect(await code(late.query, late)).toBe('chat_login.over')
    // A user whose arrival has expired must start again.
    expect((await post('/register', { name: 'X', termsAccepted: true }, own)).json().code).toBe(
      'chat_login.over',
    )
    expect((await back(mine.user, true)).query.error).toBe('access_denied')
    testShop.clock.advance(1300)
    await Promise.all([purgeChatLinks(testShop.app), purgeChatArrivals(testShop.app)])
    expect(await testShop.app.db.select().from(chatLinks)).toEqual([])
    expect(await testShop.app.db.select().from(chatArrivals)).toEqual([])
    testShop.clock.advance(-1901)
  })

  it('reports when Discord does not answer, and the next try works [P184]', async () => {
    const { user } = await atDiscord()

    for (const what of ['status:503', 'timeout', 'status:429']) {
      await control('/faults', [
        { provider: 'discord', path: '/api/v10/oauth2/token', times: 1, do: what },
      ] as never)
      const { reply } = await logIn(user, { language: 'en-US' })

      expect([reply.statusCode, reply.json().error], what).toEqual([
        502,
        'Discord did not answer. Try again in a moment.',
      ])
    }

    expect((await logIn(user)).reply.json().code).toBe('chat_login.new')
  })
})

it('without Discord, or with its login off, is neither offered nor accepted [P180]', async () => {
  for (const env of [{}, { DISCORD_LOGIN: '0' }]) {
    const shop = await openTestShop({ sandbox: 'DISCORD_LOGIN' in env, env })
    try {
      const settings = await shop.http.inject('/api/server/public/site-settings')
      expect(settings.json().store.discordLogin).toBe(false)

      for (const path of ['', '/finish', '/register']) {
        const reply = await shop.http.inject({
          method: 'POST',
          url: base + path,
          payload: { code: 'x', state: 'y', name: 'X', termsAccepted: true },
        })
        expect([reply.statusCode, reply.json().code]).toEqual([409, 'chat.unconfigured'])
      }
    } finally {
      await shop.close()
    }
  }

  const settings = await testShop.http.inject('/api/server/public/site-settings')
  expect(settings.json().store.discordLogin).toBe(true)
})
