import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { users } from '../../../db/tables/index.ts'
import { mailsTo } from '../../../testing/mailed.ts'
import { person, type Person } from '../../../testing/make.ts'
import { send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, {
    name: 'Dora Equipe',
    role: 'admin',
    email: 'dora@equipe.test',
  })
})

afterAll(async () => {
  await testShop?.close()
})

const change = (who: Person, body: object) =>
  send(testShop, `PATCH /api/admin/users/${who.userId}`, { as: staff, body })

describe('another mail that staff give an account', () => {
  it('is announced to the old mailbox, in its language, and not to the new one [P257]', async () => {
    const ana = await person(testShop.app, { name: 'Ana Souza', email: 'ana.antes@exemplo.test' })
    const bob = await person(testShop.app, { name: 'Bob Stone', email: 'bob.before@exemplo.test' })
    await testShop.app.db.update(users).set({ language: 'en-US' }).where(eq(users.id, bob.userId))
    expect((await change(ana, { email: 'outra.ana@exemplo.test' })).status).toBe(200)
    expect((await change(bob, { email: 'other.bob@exemplo.test' })).status).toBe(200)
    const [told, ...more] = await mailsTo(testShop, 'ana.antes@exemplo.test')
    expect(more).toEqual([])
    expect(told!.subject).toBe('A loja trocou o e-mail da sua conta')

    for (const words of [
      'Olá, Ana Souza.',
      'A equipe da loja trocou o e-mail da sua conta. Este endereço não entra mais nela.',
      'Novo e-mail: o…@exemplo.test',
      'Se você não pediu, fale agora com a loja',
    ])
      expect(told!.text.replaceAll(/\s+/g, ' ')).toContain(words)

    const [english] = await mailsTo(testShop, 'bob.before@exemplo.test')
    expect(english!.subject).toBe('The shop changed the email of your account')

    for (const words of [
      'Hello Bob Stone,',
      'The shop’s team changed your account’s email. This address no longer opens it.',
      'New email: o…@exemplo.test',
      'If you didn’t ask for it, write to the shop now',
    ])
      expect(english!.text.replaceAll(/\s+/g, ' ')).toContain(words)

    for (const { text } of [told!, english!]) expect(text).not.toMatch(/Dora|equipe\.test/)
    for (const email of ['outra.ana@exemplo.test', 'other.bob@exemplo.test'])
      expect(await mailsTo(testShop, email)).toEqual([])
  })

  it('is announced only if it changed: not for a name, the same or a taken mail [P257]', async () => {
    const who = await person(testShop.app, { email: 'caio.fica@exemplo.test' })
    expect((await change(who, { name: 'Caio Novo' })).status).toBe(200)
    expect((await change(who, { email: 'caio.fica@exemplo.test' })).status).toBe(200)
    expect((await change(who, { email: staff.email })).status).toBe(409)
    expect(await mailsTo(testShop, 'caio.fica@exemplo.test')).toEqual([])
  })
})
