import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, users } from '../../db/tables/index.ts'
import { person, product, type Person } from '../../testing/make.ts'
import {
  accepted,
  eventually,
  expectSound,
  fill,
  paymentRow,
  payPix,
  send,
  startPix,
} from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { hashPassword } from '../accounts/password/password-hash.ts'

const password = 'Demo-Store-2026'
let testShop: TestShop
let passwordHash: string

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  passwordHash = await hashPassword(password)
})

afterAll(async () => {
  await testShop?.close()
})

async function member(given: Parameters<typeof person>[1] = {}): Promise<Person> {
  const who = await person(testShop.app, given)
  await testShop.app.db.update(users).set({ passwordHash }).where(eq(users.id, who.userId))

  return who
}

const rowOf = async (who: Person) =>
  (await testShop.app.db.select().from(users).where(eq(users.id, who.userId)))[0]!

const remove = (who: Person, body: object = { password }, headers: Record<string, string> = {}) =>
  send(testShop, 'POST /api/users/profile/removal', { as: who, body, headers })

const exported = (who: Person) =>
  testShop.http.inject({ url: '/api/users/profile/data.json', headers: who.headers })

describe('the own account', () => {
  it('changes its name; earlier orders keep the old one, and the audit trail has neither [P135]', async () => {
    const who = await member({ name: 'Ana Antiga' })
    const { id } = await product(testShop.app, { keys: 1 })
    accepted(await startPix(testShop, who, await fill(testShop, who, id)))

    const answer = await send(testShop, 'PATCH /api/users/profile', {
      as: who,
      body: { name: '  Ana Nova ' },
    })

    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Nome alterado.', user: { name: 'Ana Nova', email: who.email } },
    })

    expect((await rowOf(who)).name).toBe('Ana Nova')
    const [order] = (await send(testShop, 'GET /api/users/orders', { as: who })).body.orders
    expect(order).toBeTruthy()

    const trail = await testShop.app.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, who.userId))

    expect(JSON.stringify(trail.map(({ details }) => details))).not.toMatch(/Antiga|Nova/)

    for (const name of ['', '   ', 'x'.repeat(81), 'a\u0000b'])
      expect(
        (await send(testShop, 'PATCH /api/users/profile', { as: who, body: { name } })).status,
        name,
      ).toBe(400)

    expect((await send(testShop, 'PATCH /api/users/profile', { body: { name: 'x' } })).status).toBe(
      401,
    )
  })

  it('is exported whole and without data of others, five times an hour [P136]', async () => {
    const [who, other] = [await member({ name: 'Ana Dona' }), await member({ name: 'Zé Alheio' })]
    const { id } = await product(testShop.app, { keys: ['ANA-KEY-0001', 'ZE-KEY-0002'] })

    for (const buyer of [who, other]) {
      const { body } = await startPix(testShop, buyer, await fill(testShop, buyer, id))
      await payPix(testShop, body.txid)
      await eventually(testShop, async () => {
        expect((await paymentRow(testShop, body.paymentId)).status).toBe('completed')
      })
    }

    const answer = await exported(who)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.headers['content-disposition']).toMatch(/meus-dados-\d{4}-\d\d-\d\d\.json/)
    const data = answer.json()

    expect(data).toMatchObject({
      profile: { name: 'Ana Dona', email: who.email, role: 'client' },
      orders: [{ status: 'completed', customerEmail: who.email, products: [{ quantity: 1 }] }],
      payments: [{ method: 'pix', status: 'completed', cpf: '52998224725' }],
      licences: [{ key: 'ANA-KEY-0001', status: 'active' }],
      sessions: [{ ip: '127.0.0.1' }],
    })

    expect(data.consents).toHaveLength(1)
    expect(answer.body).not.toMatch(/Alheio|ZE-KEY|argon2|passwordHash/)
    expect(answer.body).not.toContain(other.email)
    for (let i = 0; i < 4; i++) expect((await exported(who)).statusCode).toBe(200)
    const over = await exported(who)
    expect(over.statusCode).toBe(429)
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
    expect((await exported(other)).statusCode).toBe(200)
  })

  it('is deleted with its password alone, closes open charges, and keeps the books [P137, Q114]', async () => {
    const who = await member({ name: 'Ana Vai' })
    const { id } = await product(testShop.app, { keys: 1 })
    const { body } = await startPix(testShop, who, await fill(testShop, who, id))
    expect(
      (await send(testShop, 'GET /api/users/profile/removal', { as: who })).body.keptUntil,
    ).toBe(new Date(testShop.clock.now()).getFullYear() + 5)
    const wrong = await remove(who, { password: 'errada-1234' })
    expect(wrong.body.code).toBe('account.password_wrong')
    expect((await rowOf(who)).deletedAt).toBeNull()
    const gone = await remove(who)
    expect(gone).toMatchObject({ status: 200, body: { message: 'Sua conta foi excluída.' } })
    expect((await paymentRow(testShop, body.paymentId)).status).toBe('failed')

    expect(await rowOf(who)).toMatchObject({
      name: 'Conta excluída',
      email: `${who.userId}@deleted.invalid`,
      passwordHash: '-',
    })

    expect((await send(testShop, 'GET /api/users/orders', { as: who })).status).toBe(401)
    expect((await paymentRow(testShop, body.paymentId)).customerName).toBe('Ana Vai')
    await expectSound(testShop)
  })

  it('is deleted once when requested twice; staff cannot delete themselves [P137, Q15]', async () => {
    const who = await member()
    const answers = await Promise.all([remove(who), remove(who), remove(who)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 400, 401].includes(status))).toBe(true)
    const rows = await testShop.app.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, who.userId))
    expect(rows.filter(({ action }) => action === 'user.deleted')).toHaveLength(1)
    const admin = await member({ role: 'admin' })

    expect((await remove(admin)).body).toMatchObject({
      code: 'account.staff_stays',
      error: 'A conta de quem faz parte da equipe é excluída por outro administrador.',
    })

    expect((await remove(admin, { password }, { 'accept-language': 'en-US' })).body.error).toBe(
      'The account of a member of staff is deleted by another admin.',
    )
    expect((await rowOf(admin)).deletedAt).toBeNull()
  })

  it('a purchase begun while the account is deleted ends with no open charge [P137, F109]', async () => {
    const who = await member()
    const { id } = await product(testShop.app, { keys: 2 })
    const cartId = await fill(testShop, who, id)
    const [started, gone] = await Promise.all([startPix(testShop, who, cartId), remove(who)])
    expect(gone.status).toBe(200)
    if (started.status === 200)
      expect((await paymentRow(testShop, started.body.paymentId)).status).not.toBe('pending')
    await expectSound(testShop)
  })
})
