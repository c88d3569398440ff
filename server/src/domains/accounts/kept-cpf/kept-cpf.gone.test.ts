import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { auditLog, keptCpfs, payments, sessions, users } from '../../../db/tables/index.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { keptRow, oneMore, payWith, remember } from '../../../testing/kept-cpf.ts'
import { codeTo, mailsTo } from '../../../testing/mailed.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import { send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { hashPassword } from '../password/password-hash.ts'
import { keepCpf } from './kept-cpf.service.ts'

type Reply = { payload: string }
const password = 'Muito-Secreta-7'
const log: string[] = []
const answers: string[] = []
let testShop: TestShop
let productId: string
let ana: Person

beforeAll(async () => {
  testShop = await openTestShop({
    sandbox: true,
    env: { LOG_LEVEL: 'trace' },
    logTo: (line) => void log.push(line),
  })

  // Record all replies of the shop; the end of the test searches them for the CPF.
  const inject = testShop.http.inject.bind(testShop.http) as (asked: object) => Promise<Reply>

  Object.assign(testShop.http, {
    inject: async (asked: object) => {
      const reply = await inject(asked)
      answers.push(reply.payload)

      return reply
    },
  })

  productId = (await product(testShop.app, { keys: 90 })).id
})

afterAll(async () => {
  await testShop?.close()
})

beforeEach(async () => {
  ana = await person(testShop.app)
})

const paymentsOf = (who: Person) =>
  testShop.app.db.select().from(payments).where(eq(payments.userId, who.userId))

const home = '/api/users/profile/cpf'

const forget = (as: Person, language = 'pt-BR') =>
  send(testShop, `DELETE ${home}`, { as, headers: { 'accept-language': language } })

const read = async (as: Person) => (await send(testShop, `GET ${home}`, { as })).body.kept

const trailOf = async (who: Person) =>
  (await testShop.app.db.select().from(auditLog).where(eq(auditLog.targetId, who.userId)))
    .filter(({ action }) => action.startsWith('user.cpf'))
    .map(({ action, details }) => [action, details])

describe('a kept CPF goes', () => {
  it('when its customer removes it, with one entry in the trail for any number of clicks [P234]', async () => {
    await remember(testShop, ana, productId)
    expect((await forget(ana, 'en-US')).body.message).toBe('CPF forgotten.')
    expect((await Promise.all([forget(ana), forget(ana)])).map(({ status }) => status)).toEqual([
      200, 200,
    ])
    expect([await read(ana), await keptRow(testShop, ana)]).toEqual([null, undefined])

    expect(await trailOf(ana)).toEqual([
      ['user.cpf_kept', {}],
      ['user.cpf_forgotten', {}],
    ])

    const [payment] = await paymentsOf(ana)
    expect(payment!.cpfCipher).not.toBeNull()
  })

  it('with the account, by any kind of deletion [P235]', async () => {
    const [rui, admin] = [await person(testShop.app), await person(testShop.app, { role: 'admin' })]
    const passwordHash = await hashPassword(password)
    await testShop.app.db.update(users).set({ passwordHash }).where(eq(users.id, ana.userId))
    for (const who of [ana, rui]) await remember(testShop, who, productId)

    const own = await send(testShop, 'POST /api/users/profile/removal', {
      as: ana,
      body: { password },
    })

    expect(own.status).toBe(200)

    await testShop.app.db
      .update(sessions)
      .set({ provenAt: testShop.clock.now() })
      .where(eq(sessions.userId, admin.userId))

    const byStaff = await send(testShop, `DELETE /api/admin/users/${rui.userId}`, { as: admin })
    expect(byStaff.status).toBe(200)
    expect([await keptRow(testShop, ana), await keptRow(testShop, rui)]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('at the first proof of the mailbox, by code or link, and stays at later proofs [P236, P175]', async () => {
    const post = (path: string, payload: object, loginCode?: string) =>
      testShop.http.inject({
        method: 'POST',
        url: `/api/users/${path}`,
        payload,
        ...(loginCode ? { cookies: { loginCode } } : {}),
      })

    const byCode = async (email: string) => {
      const asked = await post('login/code', { email })
      const code = await codeTo(testShop, email)

      return (await post('login/code/enter', { code }, asked.cookies[0]!.value)).statusCode
    }

    const byLink = async (email: string) => {
      await post('forgot-password', { email })
      const token = /reset-password\?token=([\w-]+)/.exec(
        (await mailsTo(testShop, email)).at(-1)!.text,
      )

      return (await post('reset-password', { token: token![1], newPassword: password })).statusCode
    }

    for (const prove of [byCode, byLink]) {
      const who = await person(testShop.app)
      await remember(testShop, who, productId)
      expect(await prove(who.email)).toBe(200)
      expect(await keptRow(testShop, who)).toBeUndefined()
    }

    const own = await person(testShop.app)
    const emailProvenAt = testShop.clock.now()
    await testShop.app.db.update(users).set({ emailProvenAt }).where(eq(users.id, own.userId))
    await remember(testShop, own, productId)
    expect([await byCode(own.email), await byLink(own.email)]).toEqual([200, 200])
    expect(await keptRow(testShop, own)).toBeDefined()
  })

  it('and is never stored for a session that ended during the payment [P236]', async () => {
    const [session] = await testShop.app.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, ana.userId))

    const who = { ...ana, sessionId: session!.id }

    await testShop.app.db
      .update(sessions)
      .set({ revokedAt: testShop.clock.now() })
      .where(eq(sessions.id, session!.id))

    await inTransaction(testShop.app, (tx) => keepCpf(tx, who, '52998224725'))
    expect([await keptRow(testShop, ana), await trailOf(ana)]).toEqual([undefined, []])
  })
})

it('is nowhere in clear: no row, no log line and no reply [P238, R021]', async () => {
  await remember(testShop, ana, productId)

  await payWith(testShop, ana, {
    cartId: await oneMore(testShop, ana, productId),
    customer: { useKeptCpf: true },
  })

  await read(ana)
  const { cpfCipher } = (await keptRow(testShop, ana))!
  const rui = await person(testShop.app)
  await testShop.app.db
    .insert(keptCpfs)
    .values({ userId: rui.userId, cpfCipher, keptAt: testShop.clock.now() })
  await read(rui)
  expect(log.some((line) => line.includes('a kept CPF cannot be opened'))).toBe(true)
  await testShop.drain()

  const { rows: tables } = await testShop.app.pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
      from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )

  expect(tables.map(({ name }) => name)).toContain('public.kept_cpfs')
  const dump: string[] = []

  for (const { name } of tables) {
    const { rows } = await testShop.app.pool.query<{ text: string }>(
      `select t::text as text from ${name} t`,
    )
    dump.push(...rows.map(({ text }) => text))
  }

  const digits = ['52998224725', '11144477735']

  const forms = digits.flatMap((cpf) => [
    cpf,
    cpf.replace(/^(\d{3})(\d{3})(\d{3})/, '$1.$2.$3-'),
    Buffer.from(cpf).toString('hex'),
    Buffer.from(cpf).toString('base64').replace(/=+$/, ''),
  ])

  expect(forms.slice(0, 2)).toEqual(['52998224725', '529.982.247-25'])
  // The masked form in the database or the log would reveal most digits of the CPF.
  const masked = ['982.247', '444.777', '982247', '444777']

  for (const [what, lines, never] of [
    ['database', dump, [...forms, ...masked]],
    ['log', log, [...forms, ...masked]],
    ['answers', answers, forms],
  ] as const) {
    expect(lines.length, what).toBeGreaterThan(9)
    for (const form of never)
      expect(
        lines.filter((line) => line.includes(form)),
        `${what} ${form}`,
      ).toEqual([])
  }
})

// This test follows the search above, since the export shows the user's own CPF in full.
it('the export has the own kept CPF only; one that cannot be opened is no error [P237, P136]', async () => {
  const rui = await person(testShop.app)
  await remember(testShop, ana, productId)
  await remember(testShop, rui, productId, '111.444.777-35')
  const exported = async (who: Person) =>
    (
      await testShop.http.inject({ url: '/api/users/profile/data.json', headers: who.headers })
    ).json()
  const { keptAt, cpfCipher } = (await keptRow(testShop, ana))!

  expect((await exported(ana)).keptCpf).toEqual({
    cpf: '52998224725',
    keptAt: keptAt.toISOString(),
  })

  expect(JSON.stringify(await exported(ana))).not.toContain('11144477735')
  // Without a recent proof of identity the export masks the CPF, as the settings page does.
  const prove = (provenAt: Date | null) =>
    testShop.app.db.update(sessions).set({ provenAt }).where(eq(sessions.userId, ana.userId))
  await prove(null)

  expect((await exported(ana)).keptCpf).toEqual({
    cpf: '***.982.247-**',
    keptAt: keptAt.toISOString(),
  })

  await prove(testShop.clock.now())
  expect((await exported(ana)).keptCpf.cpf).toBe('52998224725')
  const broken = Buffer.concat([Buffer.from([99]), cpfCipher.subarray(1)])

  await testShop.app.db
    .update(keptCpfs)
    .set({ cpfCipher: broken })
    .where(eq(keptCpfs.userId, ana.userId))

  expect((await exported(ana)).keptCpf).toEqual({ cpf: null, keptAt: keptAt.toISOString() })
  expect((await exported(await person(testShop.app))).keptCpf).toBeNull()
})
