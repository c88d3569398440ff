import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { isProviderFault } from '../../adapters/breakers/breakers.ts'
import type { App } from '../../platform/app.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { byClock } from '../../testing/clock.ts'
import { keysOf, person, product } from '../../testing/make.ts'
import {
  accepted,
  expectSound,
  fill,
  look,
  payPix,
  paymentRow,
  send,
  startCard,
  startCrypto,
  startPix,
} from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop
let second: App

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  second = await testShop.another()
})

afterAll(() => testShop?.close())
beforeEach(() => calm())
afterEach(() => calm())

/** Resets all breakers and faults, so that both processes call every provider. */
async function calm(): Promise<void> {
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
  for (const app of [testShop.app, second])
    for (const name of ['pix', 'card', 'crypto'] as const) await app.breakers.reset(name)
  await testShop.app.pool.query('delete from provider_breakers')
  for (const app of [testShop.app, second]) app.publicCache.forget()
}

const faults = (provider: string, does: string, times = 10_000) =>
  testShop.sandbox!.call('POST', '/sandbox/api/faults', {
    provider,
    method: '*',
    path: '*',
    times,
    do: does,
  })

const nothingThere = {
  paymentId: 'x',
  reference: 'a'.repeat(32),
  amountCents: 1,
  currency: 'BRL',
} as const

const ask = (app: App) =>
  app.providers.charges.pix!.read(nothingThere).then(
    ({ state }) => state,
    (error: ProviderUnknown) => error.message,
  )

const stateOf = async (app: App, name = 'pix') =>
  (await app.breakers.states()).find((one) => one.name === name)!.state

/** Moves the time of the next probe to now. */
const probeIsDue = () =>
  testShop.app.pool.query('update provider_breakers set next_probe_at = now()')
const unasked = 'pix: not asked, since it fails now'

/** Trips the breaker: the fifth failure of five opens it. */
async function open(provider = 'efi'): Promise<void> {
  await faults(provider, 'status:500')
  for (let call = 1; call <= 5; call++) await ask(testShop.app)
  expect(await stateOf(testShop.app)).toBe('open')
}

describe('the breaker of a provider', () => {
  it('only the fifth failure of five trips it, for every process; refusals and delays do not [P560]', async () => {
    await faults('efi', 'delay:1500', 1)
    expect(await ask(testShop.app)).toBe('unknown')
    for (let call = 1; call <= 6; call++) expect(await ask(testShop.app)).toBe('unknown')
    await testShop.app.breakers.reset('pix')
    await faults('efi', 'status:429', 9)
    for (let call = 1; call <= 9; call++)
      expect(await ask(testShop.app)).toBe('pix: GET answered 429')
    await testShop.app.breakers.reset('pix')
    await faults('efi', 'status:500')
    for (let call = 1; call <= 4; call++)
      expect(await ask(testShop.app)).toBe('pix: GET answered 500')
    expect(await stateOf(testShop.app)).toBe('closed')
    expect(await ask(testShop.app)).toBe('pix: GET answered 500')
    expect(await stateOf(testShop.app)).toBe('open')
    await expect.poll(() => stateOf(second)).toEqual('open')
    expect([await ask(testShop.app), await ask(second)]).toEqual([unasked, unasked])
    expect(await stateOf(second, 'card')).toBe('closed')
  })

  it("counts missing answers and 5xx as failures, but not 4xx or the shop's own errors [P560]", () => {
    const of = (given: { status?: number; code?: string }) =>
      isProviderFault(new ProviderUnknown('pix', 'x', given))

    expect([
      of({ code: 'ENOTFOUND' }),
      of({ code: 'EAI_AGAIN' }),
      of({ code: 'TimeoutError' }),
      of({ status: 503 }),
      of({ status: 500, code: 'StripeAPIError' }),
    ]).toEqual([true, true, true, true, true])

    expect([
      of({ status: 401 }),
      of({ status: 429, code: 'StripeRateLimitError' }),
      of({}),
      of({ code: 'BREAKER_OPEN' }),
      isProviderFault(new TypeError('ours')),
    ]).toEqual([false, false, false, false, false])
  })

  it('lets one probe through when due, later each time; one good answer closes it everywhere [P562]', async () => {
    await open()

    const next = async () =>
      (
        await testShop.app.pool.query(
          `select state, failed_probes, round(extract(epoch from next_probe_at - now())) as seconds
            from provider_breakers where provider = 'pix'`,
        )
      ).rows[0]

    expect(await next()).toMatchObject({ state: 'open', failed_probes: 0, seconds: '5' })

    for (const [failed, seconds] of [
      [1, '10'],
      [2, '15'],
      [3, '20'],
      [4, '20'],
    ] as const) {
      await probeIsDue()
      const answers = await Promise.all([
        ask(testShop.app),
        ask(second),
        ask(testShop.app),
        ask(second),
      ])
      expect(answers.filter((answer) => answer !== unasked)).toEqual([
        expect.stringMatching(/^pix: (GET|POST) answered 500$/),
      ])
      expect(await next()).toMatchObject({ state: 'open', failed_probes: failed, seconds })
    }

    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    expect(await ask(second)).toBe(unasked)
    await probeIsDue()
    expect(await ask(second)).toBe('unknown')
    await expect.poll(() => stateOf(testShop.app)).toEqual('closed')
    await expect.poll(() => ask(testShop.app)).toBe('unknown')
  })

  it('a shop without buyers learns by its clock that the provider answers again [P562]', async () => {
    await open()
    await byClock(second, 'probe failing providers')
    expect(await stateOf(testShop.app)).toBe('open')
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await byClock(second, 'probe failing providers')
    expect(await stateOf(testShop.app)).toBe('open')
    await probeIsDue()
    await byClock(second, 'probe failing providers')
    await expect.poll(() => stateOf(testShop.app)).toEqual('closed')
  })
})

describe('a provider that answers everything except the creation of charges', () => {
  const failing = (provider: string, method: string, path: string) =>
    testShop.sandbox!.call('POST', '/sandbox/api/faults', {
      provider,
      method,
      path,
      times: 10_000,
      do: 'status:500',
    })

  it.each([
    ['pix', startPix, ['efi', 'PUT', '/v2/cob/*']],
    ['card', startCard, ['stripe', 'POST', '/v1/checkout/sessions']],
    ['crypto', startCrypto, ['binance', 'GET', '/api/v3/ticker/price']],
  ] as const)(
    '%s is refused after five buyers, however many reads succeed meanwhile; reads continue [F259]',
    async (name, start, fault) => {
      const { id } = await product(testShop.app, { keys: 30 })
      const codes: string[] = []
      await failing(fault[0], fault[1], fault[2])

      for (let buyer = 1; buyer <= 6; buyer++) {
        const who = await person(testShop.app)
        const { body } = await start(testShop, who, await fill(testShop, who, id))
        codes.push(body.code)

        for (let read = 1; read <= 5; read++)
          if (name === 'crypto') await testShop.app.providers.crypto!.deposits(new Date())
          else
            await testShop.app.providers.charges[name === 'pix' ? 'pix' : 'stripe']!.read({
              ...nothingThere,
              reference: name === 'pix' ? nothingThere.reference : 'cs_test_a1',
            })
      }

      expect(codes).toEqual([
        ...Array.from({ length: 5 }, () => 'payment.provider_failed'),
        'payment.method_unstable',
      ])

      await expect.poll(() => stateOf(second, name)).toBe('open')
      // The end of the fault alone does not close the breaker; a created charge does.
      await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
      await probeIsDue()
      expect(await stateOf(testShop.app, name)).toBe('open')
      const who = await person(testShop.app)
      expect((await start(testShop, who, await fill(testShop, who, id))).status).toBe(200)
      await expect.poll(() => stateOf(second, name)).toBe('closed')
    },
  )
})

describe('money while PIX fails', () => {
  it('a payment of unknown outcome waits and is settled by the next probe [P561]', async () => {
    const buyer = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: ['PAGA-0001'] })
    const { paymentId, txid } = accepted(
      await startPix(testShop, buyer, await fill(testShop, buyer, id)),
    )
    // The webhook is lost, so only the bank knows of the payment.
    await faults('efi', 'drop-webhook')
    await open()
    await payPix(testShop, txid)
    await testShop.advance(4 * 3600)
    for (let turn = 1; turn <= 3; turn++) await testShop.sweep()
    expect(await paymentRow(testShop, paymentId)).toMatchObject({ status: 'pending', reason: null })
    expect((await keysOf(testShop.app, id)).map(({ status }) => status)).toEqual(['reserved'])
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await testShop.advance(120)
    await probeIsDue()
    await testShop.sweep()
    // An earlier test may have used up the probe.
    await testShop.advance(120)
    await testShop.sweep()
    expect(await paymentRow(testShop, paymentId)).toMatchObject({ status: 'completed' })
    expect((await keysOf(testShop.app, id)).map(({ status }) => status)).toEqual(['used'])
    await expectSound(testShop)
  })

  it('a genuine webhook shows that the provider works: its payment is read at once [P561]', async () => {
    const buyer = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: ['PAGA-0002'] })
    const { paymentId, txid } = accepted(
      await startPix(testShop, buyer, await fill(testShop, buyer, id)),
    )
    await open()
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    expect(await ask(testShop.app)).toBe(unasked)
    await payPix(testShop, txid)

    await expect
      .poll(async () => {
        await testShop.drain()
        return (await look(testShop, buyer, paymentId)).body.status
      })
      .toBe('completed')

    expect(await stateOf(testShop.app)).toBe('closed')
  })

  it('a charge of unknown outcome is created once, and its buyer gets it when PIX is back [P561]', async () => {
    const buyer = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1 })
    const cartId = await fill(testShop, buyer, id)
    await faults('efi', 'commit-then-reset', 1)
    await faults('efi', 'status:500')
    const first = await startPix(testShop, buyer, cartId)
    expect([first.status, first.body.code]).toEqual([502, 'payment.provider_failed'])
    for (let call = 1; call <= 4; call++) await ask(testShop.app)
    expect(await stateOf(testShop.app)).toBe('open')
    const again = await startPix(testShop, buyer, cartId)
    expect([again.status, again.body.code]).toEqual([409, 'payment.method_unstable'])
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await probeIsDue()
    const third = await startPix(testShop, buyer, cartId)
    expect(third.status).toBe(200)

    const { rows } = await testShop.app.pool.query(
      'select id, status from payments where cart_id = $1',
      [cartId],
    )

    expect(rows).toEqual([{ id: third.body.paymentId, status: 'pending' }])
  })
})

describe('notices about a failing provider', () => {
  it('buyers see it before they pay; a payment is refused at once and reserves nothing [P563]', async () => {
    const buyer = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 2 })
    const cartId = await fill(testShop, buyer, id)
    const site = async () =>
      (await send(testShop, 'GET /api/server/public/site-settings')).body.store.trouble
    expect(await site()).toBeUndefined()
    const card = accepted(await startCard(testShop, buyer, cartId))
    await open()
    await expect.poll(site).toEqual({ pix: 'unstable' })

    const press = (language: string, cart = cartId) =>
      send(testShop, 'POST /api/payment/efybank/checkout', {
        as: buyer,
        headers: { 'accept-language': language },
        body: {
          cartId: cart,
          termsAccepted: true,
          recaptchaToken: 'x',
          customer: { cpf: '529.982.247-25' },
        },
      })

    expect(await press('pt-BR')).toMatchObject({
      status: 409,
      body: {
        code: 'payment.method_unstable',
        message: 'O PIX está instável agora e nada foi cobrado. Tente cartão ou cripto.',
      },
    })

    expect((await press('en-US')).body.message).toBe(
      'PIX is unstable right now and nothing was charged. Try card or crypto.',
    )
    expect(await paymentRow(testShop, card.paymentId)).toMatchObject({ status: 'pending' })
    const other = await person(testShop.app)
    const { status } = await startPix(testShop, other, await fill(testShop, other, id))
    expect(status).toBe(409)

    expect((await keysOf(testShop.app, id)).map(({ status }) => status).toSorted()).toEqual([
      'available',
      'reserved',
    ])

    expect((await startCrypto(testShop, buyer, cartId)).status).toBe(200)

    for (let probe = 1; probe <= 2; probe++) {
      await probeIsDue()
      await ask(testShop.app)
    }

    await expect.poll(site).toEqual({ pix: 'down' })
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await probeIsDue()
    await ask(testShop.app)
    await expect.poll(site).toEqual(undefined)
  })

  it('an order for nothing is still delivered, since no provider is called [P563]', async () => {
    const buyer = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1, priceCents: 0 })
    await open()
    const { status, body } = await startPix(testShop, buyer, await fill(testShop, buyer, id))
    expect([status, body.status]).toEqual([200, 'completed'])
  })

  it('the status page and staff see since when, and which failure [P564]', async () => {
    const staff = await person(testShop.app, { role: 'admin' })

    const part = async () =>
      (await send(testShop, 'GET /api/server/status/history')).body.parts.find(
        (one: { part: string }) => one.part === 'pix',
      )?.state

    await byClock(testShop.app, 'look at the services')
    await expect.poll(part).toEqual('up')
    await open()
    await expect.poll(part).toEqual('degraded')
    const { providers } = (await send(testShop, 'GET /api/admin/providers', { as: staff })).body
    const of = (name: string) =>
      providers.find((one: { name: string }) => one.name === name).trouble
    expect(of('card')).toBeUndefined()

    expect(of('pix')).toEqual({
      state: 'unstable',
      since: expect.stringMatching(/^\d{4}-.+Z$/),
      reason: 'pix: GET answered 500',
    })

    for (let probe = 1; probe <= 2; probe++) {
      await probeIsDue()
      await ask(testShop.app)
    }

    await expect.poll(part).toEqual('down')
  })
})
