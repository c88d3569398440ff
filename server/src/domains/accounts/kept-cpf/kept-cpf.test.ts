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

/** The CPF that the bank received with the charge. */
const payers = new Map<string | null, string | undefined>()
let world: TestShop
let productId: string
let ana: Person

beforeAll(async () => {
  world = await openTestShop({
    sandbox: true,
    env: { LOG_LEVEL: 'trace' },
    logTo: (line) => void log.push(line),
  })

  productId = (await product(world.app, { keys: 150 })).id
  const bank = world.app.providers.charges.pix!
  const charge = bank.charge.bind(bank)

  bank.charge = (asked) => {
    payers.set(asked.reference, asked.customer.cpf)
    return charge(asked)
  }
})

afterAll(async () => {
  await world?.close()
})

beforeEach(async () => {
  ana = await person(world.app)
})

const home = '/api/users/profile/cpf'
const en = { 'accept-language': 'en-US' }
const read = async (as: Person) => (await send(world, `GET ${home}`, { as })).body.kept
const forget = (as: Person, headers = {}) => send(world, `DELETE ${home}`, { as, headers })

const pay = (as: Person, cartId: string, customer: object, headers = {}) =>
  payWith(world, as, { cartId, customer, headers })

const cart = (as: Person) => oneMore(world, as, productId)

const paymentsOf = (who: Person) =>
  world.app.db.select().from(payments).where(eq(payments.userId, who.userId))

const trailOf = async (who: Person) =>
  (await world.app.db.select().from(auditLog).where(eq(auditLog.targetId, who.userId)))
    .filter(({ action }) => action.startsWith('user.cpf'))
    .map(({ action, details }) => [action, details])

describe('a CPF that is remembered', () => {
  it("is kept at its buyer's request, sealed for their row, and shown masked [P230]", async () => {
    await pay(ana, await cart(ana), { cpf: '529.982.247-25' })
    expect([await read(ana), await keptRow(world, ana)]).toEqual([null, undefined])
    await pay(ana, await cart(ana), { cpf: '529.982.247-25', keepCpf: false })
    expect(await read(ana)).toBeNull()
    await remember(world, ana, productId)

    expect(await read(ana)).toEqual({
      masked: '***.982.247-**',
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })

    const row = (await keptRow(world, ana))!
    expect(world.app.vault.open(row.cpfCipher, 'kept_cpfs', ana.userId)).toBe('52998224725')
    expect(() => world.app.vault.open(row.cpfCipher, 'payments', ana.userId)).toThrow()
    expect(await trailOf(ana)).toEqual([['user.cpf_kept', {}]])
  })

  it('is replaced by another one that is to be kept, and by no other [P230]', async () => {
    await remember(world, ana, productId)
    await pay(ana, await cart(ana), { cpf: '111.444.777-35' })
    expect((await read(ana)).masked).toBe('***.982.247-**')
    await remember(world, ana, productId, '111.444.777-35')
    expect((await read(ana)).masked).toBe('***.444.777-**')
    expect(
      await world.app.db.select().from(keptCpfs).where(eq(keptCpfs.userId, ana.userId)),
    ).toHaveLength(1)
  })

  it('is kept where the cart already has a payment, and not after a refusal [P230]', async () => {
    const cartId = await cart(ana)
    await pay(ana, cartId, { cpf: '529.982.247-25' })
    const again = await pay(ana, cartId, { cpf: '529.982.247-25', keepCpf: true })
    expect([again.status, again.body.code]).toEqual([409, 'payment.pending'])
    expect((await read(ana)).masked).toBe('***.982.247-**')
    const rui = await person(world.app)
    const wrong = await pay(rui, await cart(rui), { cpf: '529.982.247-26', keepCpf: true })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'payment.cpf_invalid'])
    const nobodys = '00000000-0000-4000-8000-000000000000'
    const lost = await pay(rui, nobodys, { cpf: '529.982.247-25', keepCpf: true })
    expect(lost.body.code).toBe('cart.not_found')
    expect(await read(rui)).toBeNull()
  })

  it('pays the next purchase, on the server only [P231]', async () => {
    await remember(world, ana, productId)
    const { status, body } = await pay(ana, await cart(ana), { useKeptCpf: true })
    expect([status, body.pixCode.slice(0, 6)]).toEqual([200, '000201'])
    const payment = await paymentRow(world, body.paymentId)
    expect(world.app.vault.open(payment.cpfCipher!, 'payments', payment.id)).toBe('52998224725')
    expect(payers.get(body.txid)).toBe('52998224725')
    await expectSound(world)
  })

  it('is either used or typed; other methods ask for none [P231]', async () => {
    await remember(world, ana, productId)
    const cartId = await cart(ana)
    const before = (await paymentsOf(ana)).length

    for (const customer of [{ useKeptCpf: true, cpf: '529.982.247-25' }, {}, { keepCpf: true }]) {
      const [pt, us] = [await pay(ana, cartId, customer), await pay(ana, cartId, customer, en)]
      expect([pt.status, pt.body.error]).toEqual([400, 'Confira o que foi informado: CPF.'])
      expect([us.status, us.body.error]).toEqual([400, 'Please check what you entered: CPF.'])
    }

    expect((await pay(ana, cartId, { useKeptCpf: false })).status).toBe(400)
    expect(await paymentsOf(ana)).toHaveLength(before)
    const card = await startCard(world, ana, cartId)
    expect((await paymentRow(world, card.body.paymentId)).cpfCipher).toBeNull()
  })
})

describe('a kept CPF that is not there any more', () => {
  it('is refused with a text, and cart and open payment stay [P232]', async () => {
    await remember(world, ana, productId)
    const cartId = await cart(ana)
    const open = await startCard(world, ana, cartId)
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
    expect((await paymentRow(world, open.body.paymentId)).status).toBe('pending')
    expect((await pay(ana, cartId, { cpf: '529.982.247-25' })).status).toBe(200)
  })

  it('removed while another tab pays, it is used or refused, without an error [P232]', async () => {
    for (let round = 0; round < 4; round++) {
      const who = await person(world.app)
      await remember(world, who, productId)
      const cartId = await cart(who)
      const [paid, gone] = await Promise.all([pay(who, cartId, { useKeptCpf: true }), forget(who)])
      expect(gone.status).toBe(200)
      expect([200, 409]).toContain(paid.status)
      if (paid.status === 409) expect(paid.body.code).toBe('payment.cpf_not_kept')
      else expect(payers.get(paid.body.txid)).toBe('52998224725')
      expect(await keptRow(world, who)).toBeUndefined()
    }
    await expectSound(world)
  })

  it('is private: neither another session nor a moved row opens it [P232]', async () => {
    const rui = await person(world.app)
    await remember(world, ana, productId)
    expect(await read(rui)).toBeNull()
    expect((await pay(rui, await cart(rui), { useKeptCpf: true })).body.code).toBe(
      'payment.cpf_not_kept',
    )
    expect((await forget(rui)).status).toBe(200)
    expect((await read(ana)).masked).toBe('***.982.247-**')
    const { cpfCipher, keptAt } = (await keptRow(world, ana))!
    await world.app.db.insert(keptCpfs).values({ userId: rui.userId, cpfCipher, keptAt })
    expect(await read(rui)).toEqual({ masked: null, since: keptAt.toISOString() })
    expect((await pay(rui, await cart(rui), { useKeptCpf: true })).status).toBe(409)
    for (const call of ['GET', 'DELETE'] as const)
      expect((await send(world, `${call} ${home}`)).status).toBe(401)
  })

  it('is removed after a year without a payment, and not before [P239]', async () => {
    const rui = await person(world.app)
    const night = () => byClock(world.app, 'forget unused CPFs')
    await remember(world, ana, productId)
    await remember(world, rui, productId)
    world.clock.advance(364 * 86_400)
    await pay(rui, await cart(rui), { useKeptCpf: true })
    await night()
    expect([await keptRow(world, ana), await keptRow(world, rui)]).not.toContain(undefined)
    world.clock.advance(2 * 86_400)
    await Promise.all([night(), night()])
    expect(await keptRow(world, ana)).toBeUndefined()
    expect(await keptRow(world, rui)).toBeDefined()
    world.clock.advance(365 * 86_400)
    await night()
    expect(await keptRow(world, rui)).toBeUndefined()
    expect(await paymentsOf(ana)).toHaveLength(1)
  })

  it('opens with an older key of the vault; with an unknown key it is asked for again [P233]', async () => {
    await remember(world, ana, productId)
    const { vault, config } = world.app
    const newer = { id: 77, key: randomBytes(32) }
    const set = (keys: { id: number; key: Buffer }[]) =>
      Object.assign(world.app, { vault: createVault(keys, config.storeSecret) })

    try {
      set([newer, ...config.vaultKeys])
      expect((await read(ana)).masked).toBe('***.982.247-**')
      expect((await pay(ana, await cart(ana), { useKeptCpf: true })).status).toBe(200)
      await remember(world, ana, productId, '111.444.777-35')
      expect((await keptRow(world, ana))!.cpfCipher[0]).toBe(77)
      set([...config.vaultKeys])
      expect(await read(ana)).toEqual({ masked: null, since: expect.any(String) })
      const cartId = await cart(ana)
      expect((await pay(ana, cartId, { useKeptCpf: true })).body.code).toBe('payment.cpf_not_kept')
      expect((await keptRow(world, ana))!.cpfCipher[0]).toBe(77)
      expect((await pay(ana, cartId, { cpf: '529.982.247-25', keepCpf: true })).status).toBe(200)
      expect((await read(ana)).masked).toBe('***.982.247-**')
    } finally {
      Object.assign(world.app, { vault })
    }

    expect(log.some((line) => line.includes('a kept CPF cannot be opened'))).toBe(true)
  })
})
