import { eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { auditLog, keptCpfs, payments } from '../../../db/tables/index.ts'
import { createVault } from '../../../platform/secrets/vault.ts'
import { byClock } from '../../../testing/clock.ts'
import { keptRow, oneMore, payWith, remember } from '../../../testing/kept-cpf.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import { expectSound, paymentRow, send, startCard } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

const log: string[] = []

/** The CPF that the bank received with each charge, by the reference of the charge. */
const payers = new Map<string | null, string | undefined>()
let testShop: TestShop
let productId: string
let ana: Person

beforeAll(async () => {
  testShop = await openTestShop({
    sandbox: true,
    env: { LOG_LEVEL: 'trace' },
    logTo: (line) => void log.push(line),
  })

  productId = (await product(testShop.app, { keys: 150 })).id
  const bank = testShop.app.providers.charges.pix!
  const charge = bank.charge.bind(bank)

  bank.charge = (asked) => {
    payers.set(asked.reference, asked.customer.cpf)
    return charge(asked)
  }
})

afterAll(async () => {
  await testShop?.close()
})

beforeEach(async () => {
  ana = await person(testShop.app)
})

const home = '/api/users/profile/cpf'
const en = { 'accept-language': 'en-US' }
const read = async (as: Person) => (await send(testShop, `GET ${home}`, { as })).body.kept
const forget = (as: Person, headers = {}) => send(testShop, `DELETE ${home}`, { as, headers })

const pay = (as: Person, cartId: string, customer: object, headers = {}) =>
  payWith(testShop, as, { cartId, customer, headers })

const cart = (as: Person) => oneMore(testShop, as, productId)

const paymentsOf = (who: Person) =>
  testShop.app.db.select().from(payments).where(eq(payments.userId, who.userId))

const trailOf = async (who: Person) =>
  (await testShop.app.db.select().from(auditLog).where(eq(auditLog.targetId, who.userId)))
    .filter(({ action }) => action.startsWith('user.cpf'))
    .map(({ action, details }) => [action, details])

describe('a CPF that is remembered', () => {
  it("is kept at its buyer's request, sealed for their row, and shown masked [P230]", async () => {
    await pay(ana, await cart(ana), { cpf: '529.982.247-25' })
    expect([await read(ana), await keptRow(testShop, ana)]).toEqual([null, undefined])
    await pay(ana, await cart(ana), { cpf: '529.982.247-25', keepCpf: false })
    expect(await read(ana)).toBeNull()
    await remember(testShop, ana, productId)

    expect(await read(ana)).toEqual({
      masked: '***.982.247-**',
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })

    const row = (await keptRow(testShop, ana))!
    expect(testShop.app.vault.open(row.cpfCipher, 'kept_cpfs', ana.userId)).toBe('52998224725')
    expect(() => testShop.app.vault.open(row.cpfCipher, 'payments', ana.userId)).toThrow()
    expect(await trailOf(ana)).toEqual([['user.cpf_kept', {}]])
  })

  it('is replaced by another CPF only if the buyer asks to keep that CPF [P230]', async () => {
    await remember(testShop, ana, productId)
    await pay(ana, await cart(ana), { cpf: '111.444.777-35' })
    expect((await read(ana)).masked).toBe('***.982.247-**')
    await remember(testShop, ana, productId, '111.444.777-35')
    expect((await read(ana)).masked).toBe('***.444.777-**')
    expect(
      await testShop.app.db.select().from(keptCpfs).where(eq(keptCpfs.userId, ana.userId)),
    ).toHaveLength(1)
  })

  it('is kept where the cart already has a payment, and not after a refusal [P230]', async () => {
    const cartId = await cart(ana)
    await pay(ana, cartId, { cpf: '529.982.247-25' })
    const again = await pay(ana, cartId, { cpf: '529.982.247-25', keepCpf: true })
    expect([again.status, again.body.code]).toEqual([409, 'payment.pending'])
    expect((await read(ana)).masked).toBe('***.982.247-**')
    const rui = await person(testShop.app)
    const wrong = await pay(rui, await cart(rui), { cpf: '529.982.247-26', keepCpf: true })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'payment.cpf_invalid'])
    const nobodys = '00000000-0000-4000-8000-000000000000'
    const lost = await pay(rui, nobodys, { cpf: '529.982.247-25', keepCpf: true })
    expect(lost.body.code).toBe('cart.not_found')
    expect(await read(rui)).toBeNull()
  })

  it('pays the next purchase, on the server only [P231]', async () => {
    await remember(testShop, ana, productId)
    const { status, body } = await pay(ana, await cart(ana), { useKeptCpf: true })
    expect([status, body.pixCode.slice(0, 6)]).toEqual([200, '000201'])
    const payment = await paymentRow(testShop, body.paymentId)
    expect(testShop.app.vault.open(payment.cpfCipher!, 'payments', payment.id)).toBe('52998224725')
    expect(payers.get(body.txid)).toBe('52998224725')
    await expectSound(testShop)
  })

  it('is either used or typed; other methods ask for none [P231]', async () => {
    await remember(testShop, ana, productId)
    const cartId = await cart(ana)
    const before = (await paymentsOf(ana)).length

    for (const customer of [{ useKeptCpf: true, cpf: '529.982.247-25' }, {}, { keepCpf: true }]) {
      const [pt, us] = [await pay(ana, cartId, customer), await pay(ana, cartId, customer, en)]
      expect([pt.status, pt.body.error]).toEqual([400, 'Confira o que foi informado: CPF.'])
      expect([us.status, us.body.error]).toEqual([400, 'Please check what you entered: CPF.'])
    }

    expect((await pay(ana, cartId, { useKeptCpf: false })).status).toBe(400)
    expect(await paymentsOf(ana)).toHaveLength(before)
    const card = await startCard(testShop, ana, cartId)
    expect((await paymentRow(testShop, card.body.paymentId)).cpfCipher).toBeNull()
  })
})

describe('a kept CPF that is not there any more', () => {
  it('is refused with a text, and cart and open payment stay [P232]', async () => {
    await remember(testShop, ana, productId)
    const cartId = await cart(ana)
    const open = await startCard(testShop, ana, cartId)
    const said = await forget(ana)
    expect([said.status, said.body.message]).toEqual([200, 'CPF esquecido.'])

    const [pt, us] = [
      await pay(ana, cartId, { useKeptCpf: true }),
      await pay(ana, cartId, { useKeptCpf: true }, en),
    ]

    expect([pt.status, pt.body.code, pt.body.error]).toEqual([
      409,
      'payment.cpf_not_kept',
      'Seu CPF não está mais guardado. Digite-o para pagar.',
    ])

    expect(us.body.error).toBe('Your CPF is no longer kept. Type it to pay.')
    expect((await paymentRow(testShop, open.body.paymentId)).status).toBe('pending')
    expect((await pay(ana, cartId, { cpf: '529.982.247-25' })).status).toBe(200)
  })

  it('removed while another tab pays, it is used or refused, without an error [P232]', async () => {
    for (let round = 0; round < 4; round++) {
      const who = await person(testShop.app)
      await remember(testShop, who, productId)
      const cartId = await cart(who)
      const [paid, gone] = await Promise.all([pay(who, cartId, { useKeptCpf: true }), forget(who)])
      expect(gone.status).toBe(200)
      expect([200, 409]).toContain(paid.status)
      if (paid.status === 409) expect(paid.body.code).toBe('payment.cpf_not_kept')
      else expect(payers.get(paid.body.txid)).toBe('52998224725')
      expect(await keptRow(testShop, who)).toBeUndefined()
    }
    await expectSound(testShop)
  })

  it('is private: neither another session nor a moved row opens it [P232]', async () => {
    const rui = await person(testShop.app)
    await remember(testShop, ana, productId)
    expect(await read(rui)).toBeNull()
    expect((await pay(rui, await cart(rui), { useKeptCpf: true })).body.code).toBe(
      'payment.cpf_not_kept',
    )
    expect((await forget(rui)).status).toBe(200)
    expect((await read(ana)).masked).toBe('***.982.247-**')
    const { cpfCipher, keptAt } = (await keptRow(testShop, ana))!
    await testShop.app.db.insert(keptCpfs).values({ userId: rui.userId, cpfCipher, keptAt })
    expect(await read(rui)).toEqual({ masked: null, since: keptAt.toISOString() })
    expect((await pay(rui, await cart(rui), { useKeptCpf: true })).status).toBe(409)
    for (const call of ['GET', 'DELETE'] as const)
      expect((await send(testShop, `${call} ${home}`)).status).toBe(401)
  })

  it('is removed after a year without a payment, and not before [P239]', async () => {
    const rui = await person(testShop.app)
    const night = () => byClock(testShop.app, 'forget unused CPFs')
    await remember(testShop, ana, productId)
    await remember(testShop, rui, productId)
    testShop.clock.advance(364 * 86_400)
    await pay(rui, await cart(rui), { useKeptCpf: true })
    await night()
    expect([await keptRow(testShop, ana), await keptRow(testShop, rui)]).not.toContain(undefined)
    testShop.clock.advance(2 * 86_400)
    await Promise.all([night(), night()])
    expect(await keptRow(testShop, ana)).toBeUndefined()
    expect(await keptRow(testShop, rui)).toBeDefined()
    testShop.clock.advance(365 * 86_400)
    await night()
    expect(await keptRow(testShop, rui)).toBeUndefined()
    expect(await paymentsOf(ana)).toHaveLength(1)
  })

  it('opens with an older key of the vault; with an unknown key it is asked for again [P233]', async () => {
    await remember(testShop, ana, productId)
    const { vault, config } = testShop.app
    const newer = { id: 77, key: randomBytes(32) }
    const set = (keys: { id: number; key: Buffer }[]) =>
      Object.assign(testShop.app, { vault: createVault(keys, config.storeSecret) })

    try {
      set([newer, ...config.vaultKeys])
      expect((await read(ana)).masked).toBe('***.982.247-**')
      expect((await pay(ana, await cart(ana), { useKeptCpf: true })).status).toBe(200)
      await remember(testShop, ana, productId, '111.444.777-35')
      expect((await keptRow(testShop, ana))!.cpfCipher[0]).toBe(77)
      set([...config.vaultKeys])
      expect(await read(ana)).toEqual({ masked: null, since: expect.any(String) })
      const cartId = await cart(ana)
      expect((await pay(ana, cartId, { useKeptCpf: true })).body.code).toBe('payment.cpf_not_kept')
      expect((await keptRow(testShop, ana))!.cpfCipher[0]).toBe(77)
      expect((await pay(ana, cartId, { cpf: '529.982.247-25', keepCpf: true })).status).toBe(200)
      expect((await read(ana)).masked).toBe('***.982.247-**')
    } finally {
      Object.assign(testShop.app, { vault })
    }

    expect(log.some((line) => line.includes('a kept CPF cannot be opened'))).toBe(true)
  })
})
