import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { newSecretId } from '../../platform/secrets/ids.ts'
import type { ChargeProvider, ChargeRequest } from '../../ports/payments.ts'
import { describeChargeProvider } from '../payment-port.suite.ts'
import {
  hook,
  identityOf,
  openSandbox,
  requestOf,
  type TestSandbox,
} from '../provider-sandbox.suite.ts'
import { createStripeCard, type StripeConfig } from './stripe-card.ts'

const configOf = ({ env }: TestSandbox, change: Partial<StripeConfig> = {}): StripeConfig => ({
  secretKey: env.STRIPE_SECRET_KEY!,
  webhookSecrets: [env.STRIPE_WEBHOOK_SECRET!],
  baseUrl: env.STRIPE_BASE_URL,
  timeoutMs: 400,
  ...change,
})

const pay = (sandbox: TestSandbox, sessionId: string, more: object = {}) =>
  sandbox.control('POST', `/card/${sessionId}/pay`, { outcome: 'paid', ...more })

const stateOf = async (sandbox: TestSandbox) => (await sandbox.control('GET', '/state')).stripe
const day = 25 * 3_600_000

describeChargeProvider('Card', async (sandbox) => {
  await sandbox.control('POST', '/reset', { clock: true })
  return {
    sandbox,
    newRequest: requestOf,
    provider: createStripeCard(configOf(sandbox)),
    stranger: createStripeCard(configOf(sandbox, { secretKey: 'sk_test_chave_errada_0123456789' })),

    fault: {
      provider: 'stripe',
      create: 'POST /v1/checkout/sessions',
      cancel: 'POST /v1/checkout/sessions/*/expire',
      read: 'GET /v1/checkout/sessions/*',
      refund: 'POST /v1/refunds',
    },

    refusable: {
      change: {
        lines: [{ name: 'Barato', unitCents: 10, quantity: 1 }],
        amountCents: 10,
        discountCents: 0,
      },
      code: 'amount_too_small',
    },

    pay: (sessionId, amount) => pay(sandbox, sessionId, amount ? { amount } : {}),
    charges: async () => (await stateOf(sandbox)).sessions,
    refunds: async () => (await stateOf(sandbox)).refunds,
    forgetFailure: () => sandbox.control('POST', '/clock', { advanceMs: day }),

    secrets: [
      sandbox.env.STRIPE_SECRET_KEY!,
      sandbox.env.STRIPE_WEBHOOK_SECRET!,
      'chave_errada',
      'ana@exemplo.test',
    ],
  }
})

describe('Card at Stripe', () => {
  let sandbox: TestSandbox
  let card: ChargeProvider
  beforeAll(async () => {
    sandbox = await openSandbox()
  })
  afterAll(async () => {
    await sandbox.close()
  })

  beforeEach(async () => {
    await sandbox.control('POST', '/reset', { clock: true })
    card = createStripeCard(configOf(sandbox))
  })

  const charged = async (change: Partial<ChargeRequest> = {}) => {
    const asked = requestOf(change)
    return identityOf(asked, await card.charge(asked))
  }

  const sent = async (path: string) =>
    (
      (await sandbox.control('GET', '/requests?provider=stripe')) as {
        path: string
        idempotencyKey: string | null
        body: string
      }[]
    ).filter((one) => one.path === path)

  it('a hosted page over exactly our total, with a one-off coupon and our return addresses [S017, S084, S236]', async () => {
    const asked = requestOf({ discountCents: 333, amountCents: 3647 })
    const result = await card.charge(asked)

    expect(result).toMatchObject({
      kind: 'charged',
      reference: expect.stringMatching(/^cs_test_/),
      charge: { kind: 'card', url: expect.stringMatching(/^http/) },
    })

    const {
      sessions: [session],
      coupons: [coupon],
    } = await stateOf(sandbox)

    expect(session).toMatchObject({
      amount_subtotal: 3980,
      amount_total: 3647,
      currency: 'brl',
      locale: 'pt-BR',
      customer_email: 'ana@exemplo.test',
      client_reference_id: asked.paymentId,
      metadata: { payment_id: asked.paymentId },
      allowed_payment_method_types: ['card'],
      success_url: 'http://localhost:3000/status?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:3000/checkout',
    })

    expect(coupon).toMatchObject({
      amount_off: 333,
      duration: 'once',
      max_redemptions: 1,
      name: 'ORD-1001',
    })

    expect(result).toMatchObject({ expiresAt: new Date(session.expires_at * 1000) })
    expect(Math.abs(session.expires_at * 1000 - asked.expiresAt.getTime())).toBeLessThan(1000)
    const key = `checkout:${asked.paymentId}:1`

    expect([
      (await sent('/v1/coupons'))[0]!.idempotencyKey,
      (await sent('/v1/checkout/sessions'))[0]!.idempotencyKey,
    ]).toEqual([`${key}:coupon`, key])
  })

  it('in dollars and in English, without a discount', async () => {
    await charged({ currency: 'USD', language: 'en-US', discountCents: 0, amountCents: 3980 })

    const {
      sessions: [session],
      coupons,
    } = await stateOf(sandbox)

    expect([session.currency, session.locale, session.amount_total, coupons]).toEqual([
      'usd',
      'en',
      3980,
      [],
    ])
  })

  it('more lines than Stripe accepts become one line of the same total', async () => {
    const lines = Array.from({ length: 101 }, (_, i) => ({
      name: `Licença ${i}`,
      unitCents: 100 + i,
      quantity: 1,
    }))

    const total = lines.reduce((sum, line) => sum + line.unitCents, 0)
    await charged({ lines, amountCents: total, discountCents: 0 })
    expect((await stateOf(sandbox)).sessions[0].amount_total).toBe(total)
  })

  it('a session over another total is closed at once and never shown', async () => {
    expect(await card.charge(requestOf({ amountCents: 3583 }))).toMatchObject({
      kind: 'refused',
      code: 'session_not_as_asked',
    })
    expect((await stateOf(sandbox)).sessions).toMatchObject([{ status: 'expired' }])
  })

  it("a buyer may be sent to a page on the account's own domain [F254]", async () => {
    await sandbox.control('POST', '/card/account', { customDomain: 'https://pagar.loja.example' })
    const made = await card.charge(requestOf())

    expect(made).toMatchObject({
      kind: 'charged',
      charge: { url: expect.stringMatching(/^https:\/\/pagar\.loja\.example\/c\/pay\/cs_test_/) },
    })
  })

  it.each([
    ['https://checkout.stripe.com/c/pay/cs_test_1', 'charged'],
    ['https://pagar.loja.example/c/pay/cs_test_1', 'charged'],
    ['http://pagar.loja.example/c/pay/cs_test_1', 'refused'],
    ['https://checkout.stripe.com@mau.example/', 'refused'],
    ['javascript:alert(1)', 'refused'],
    ['/c/pay/cs_test_1', 'refused'],
  ])(
    'of an API that is no sandbox on this machine, the page %s is %s [F254]',
    async (url, kind) => {
      const asked = requestOf({ discountCents: 0 })

      const server = createServer((_request, reply) =>
        reply.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            id: 'cs_test_1',
            object: 'checkout.session',
            status: 'open',
            amount_total: asked.amountCents,
            currency: 'brl',
            client_reference_id: asked.paymentId,
            expires_at: 1,
            url,
          }),
        ),
      )

      // 127.0.0.2 is this machine too, but http is accepted only from 127.0.0.1, localhost and
      // [::1].
      await new Promise<void>((done) => server.listen(0, '127.0.0.2', done))

      onTestFinished(() => {
        server.closeAllConnections()
        server.close()
      })

      const baseUrl = `http://127.0.0.2:${(server.address() as AddressInfo).port}`
      expect((await createStripeCard(configOf(sandbox, { baseUrl })).charge(asked)).kind).toBe(kind)
    },
  )

  it('when the planned end is too near, a later end is used, and every repeat gets that session [F116]', async () => {
    const asked = requestOf()
    let minutes = 0
    const later = createStripeCard(configOf(sandbox), () => new Date(Date.now() + minutes * 60_000))

    const askAt = async (at: number) => {
      await sandbox.control('POST', '/clock', { advanceMs: (at - minutes) * 60_000 })
      minutes = at

      return later.charge(asked)
    }

    const first = await askAt(10)
    expect(first).toMatchObject({ kind: 'charged' })
    const end = (first as { expiresAt: Date }).expiresAt.getTime()
    expect(end).toBeGreaterThan(Date.now() + 40 * 60_000)
    expect(end).toBeLessThan(Date.now() + 60 * 60_000)
    for (const at of [11, 13, 16, 24, 29]) expect(await askAt(at)).toEqual(first)
    expect((await stateOf(sandbox)).sessions).toHaveLength(1)
    expect((await stateOf(sandbox)).coupons.length).toBeLessThanOrEqual(1)
  })

  it('ten concurrent requests for a session whose end has to move get one session [F116]', async () => {
    await sandbox.control('POST', '/clock', { advanceMs: 10 * 60_000 })
    const later = createStripeCard(configOf(sandbox), () => new Date(Date.now() + 10 * 60_000))
    const asked = requestOf()
    const made = await Promise.all(
      Array.from({ length: 10 }, () => later.charge(asked).catch(() => null)),
    )
    const again = await later.charge(asked)
    expect(again).toMatchObject({ kind: 'charged' })
    for (const one of made.filter((result) => result !== null)) expect(one).toEqual(again)
    expect((await stateOf(sandbox)).sessions).toHaveLength(1)
  })

  it('a repeat long after the first request gets the same session', async () => {
    const asked = requestOf()
    const first = await card.charge(asked)
    await sandbox.control('POST', '/clock', { advanceMs: 10 * 60_000 })
    expect(await card.charge(asked)).toEqual(first)
  })

  it('a declined card leaves the session open and unpaid; the next card pays it', async () => {
    const charge = await charged()
    await pay(sandbox, charge.reference, { outcome: 'declined' })
    expect(await card.read(charge)).toMatchObject({ state: 'open', receipts: [] })
    await pay(sandbox, charge.reference)

    expect(await card.read(charge)).toMatchObject({
      state: 'closed',
      receipts: [{ receiptId: expect.stringMatching(/^pi_/), amountCents: 3582 }],
    })
  })

  it('an expired session is closed without money', async () => {
    const charge = await charged()
    await pay(sandbox, charge.reference, { outcome: 'expired' })
    expect(await card.read(charge)).toMatchObject({ state: 'closed', receipts: [], mismatch: null })
  })

  it('a complete but unpaid session stays open until it settles, and closes when that fails', async () => {
    for (const [end, facts] of [
      ['async-paid', { state: 'closed', receipts: [{ amountCents: 3582 }] }],
      ['async-failed', { state: 'closed', receipts: [] }],
    ] as const) {
      const charge = await charged()
      await pay(sandbox, charge.reference, { outcome: 'processing' })
      expect(await card.read(charge)).toMatchObject({ state: 'open', receipts: [] })
      expect(await card.cancel(charge)).toBe('paid')
      await pay(sandbox, charge.reference, { outcome: end })
      expect(await card.read(charge)).toMatchObject(facts)
    }
  })

  it.each([
    ['another amount asked', { amount: '35.81' }],
    ['another currency', { currency: 'usd' }],
  ])('%s than ours is named', async (mismatch, more) => {
    const charge = await charged()
    await pay(sandbox, charge.reference, more)
    expect((await card.read(charge)).mismatch).toBe(mismatch)
  })

  it('a session of another payment is a mismatch', async () => {
    const charge = await charged()
    await pay(sandbox, charge.reference)
    expect((await card.read({ ...charge, paymentId: newSecretId() })).mismatch).toBe(
      'another reference',
    )
  })

  it('a dispute is reported, and disputed money is not refunded', async () => {
    const charge = await charged()
    await pay(sandbox, charge.reference)
    await sandbox.control('POST', `/card/${charge.reference}/dispute`)
    const facts = await card.read(charge)

    expect(facts.disputes).toEqual([
      {
        disputeId: expect.stringMatching(/^du_/),
        receiptId: facts.receipts[0]!.receiptId,
        state: 'open',
        contestedCents: 3582,
        takenCents: 3582,
        reason: 'fraudulent',
        dueAt: expect.any(Date),
      },
    ])

    const days = (facts.disputes[0]!.dueAt!.getTime() - Date.now()) / 86_400_000
    expect(Math.abs(days - 7)).toBeLessThan(0.01)

    expect(
      await card.refund({
        ...charge,
        refundId: newSecretId(),
        receiptId: facts.receipts[0]!.receiptId,
        refundCents: 3582,
      }),
    ).toMatchObject({ status: 'failed', failure: 'charge_disputed' })

    await sandbox.control('POST', `/card/${charge.reference}/dispute`, { status: 'won' })
    expect((await card.read(charge)).disputes).toMatchObject([
      { state: 'won', contestedCents: 3582, takenCents: 0, dueAt: null },
    ])
  })

  it.each([
    // The bank's steps in order, and the result: state, contested and taken cents, whether the shop
    // can answer.
    [[['inquiry']], 'inquiry', [3582, 0], true],
    [[['inquiry'], ['submitted']], 'inquiry', [3582, 0], false],
    [[['inquiry'], ['warning_closed']], 'won', [3582, 0], false],
    [[['inquiry'], ['escalated']], 'open', [3582, 3582], true],
    [[['created', '10.00']], 'open', [1000, 1000], true],
    [[['created'], ['submitted']], 'open', [3582, 3582], false],
    [[['created'], ['won', '30.00']], 'won', [3582, 582], false],
    [[['created'], ['lost']], 'lost', [3582, 3582], false],
    [[['created'], ['lost', '12.34']], 'lost', [3582, 1234], false],
    [[['created'], ['lost'], ['appealed']], 'open', [3582, 3582], true],
    [[['created'], ['lost'], ['appealed'], ['submitted']], 'open', [3582, 3582], false],
    [[['created'], ['lost'], ['appealed'], ['won']], 'won', [3582, 0], false],
    [[['created'], ['prevented']], 'won', [3582, 0], false],
    [[['blocked']], 'won', [3582, 0], false],
    [[['resolved', '5.00']], 'lost', [500, 500], false],
    [[['created'], ['unheard_of']], 'unknown', [3582, 3582], false],
  ] as const)(
    'after %j a dispute is %s, with %j contested and taken [F105, F106, F116]',
    async (acts, state, [contestedCents, takenCents], answerable) => {
      const charge = await charged()
      await pay(sandbox, charge.reference)
      for (const [status, amount] of acts)
        await sandbox.control('POST', `/card/${charge.reference}/dispute`, { status, amount })

      expect((await card.read(charge)).disputes).toMatchObject([
        {
          state,
          contestedCents,
          takenCents,
          dueAt: answerable ? expect.any(Date) : null,
        },
      ])
    },
  )

  it('refunds beyond those in a charge are reported too [F116]', async () => {
    const charge = await charged()
    await pay(sandbox, charge.reference)
    for (let i = 0; i < 13; i++)
      await sandbox.control('POST', `/card/${charge.reference}/refund`, { amount: '1.00' })
    const { refunds } = await card.read(charge)
    expect(refunds.map((refund) => refund.amountCents)).toEqual(Array(13).fill(100))
    expect(new Set(refunds.map((refund) => refund.refundId)).size).toBe(13)
  })

  it('several disputes of one payment are reported separately [F105]', async () => {
    const charge = await charged()
    await pay(sandbox, charge.reference)
    const dispute = (body: object) =>
      sandbox.control('POST', `/card/${charge.reference}/dispute`, body)
    const first = await dispute({ amount: '10.00' })
    await dispute({ amount: '5.00' })
    await dispute({ status: 'lost', dispute: first.id })
    const { disputes } = await card.read(charge)

    expect(disputes.map(({ state, takenCents }) => [state, takenCents]).toSorted()).toEqual([
      ['lost', 1000],
      ['open', 500],
    ])
  })

  it('an existing refund is not repeated after Stripe forgot the idempotency key', async () => {
    const charge = await charged()
    await pay(sandbox, charge.reference)
    const { receipts } = await card.read(charge)

    const asked = {
      ...charge,
      refundId: newSecretId(),
      receiptId: receipts[0]!.receiptId,
      refundCents: 100,
    }

    // A refund of ours that Stripe made without an idempotency key, as when that key was forgotten
    // after a day.
    const made = await fetch(`${sandbox.env.STRIPE_BASE_URL}/v1/refunds`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sandbox.env.STRIPE_SECRET_KEY}`,
        'stripe-version': '2026-10-28.endive',
      },
      body: new URLSearchParams({
        payment_intent: asked.receiptId,
        amount: '100',
        'metadata[refund_id]': asked.refundId,
      }),
    })

    const { id } = (await made.json()) as { id: string }
    expect([made.status, id]).toEqual([200, expect.stringMatching(/^re_/)])
    expect(await card.refund(asked)).toMatchObject({ status: 'succeeded', providerId: id })
    expect((await card.read(charge)).refunds).toHaveLength(1)
  })

  it('a refund made at Stripe has an id of Stripe; ours can fail after it succeeded', async () => {
    const charge = await charged()
    await pay(sandbox, charge.reference)
    await sandbox.control('POST', `/card/${charge.reference}/refund`, { amount: '1.00' })

    const {
      receipts: [receipt],
      refunds,
    } = await card.read(charge)

    expect(refunds).toEqual([
      {
        refundId: expect.stringMatching(/^re_/),
        receiptId: receipt!.receiptId,
        amountCents: 100,
        status: 'succeeded',
      },
    ])

    const asked = {
      ...charge,
      refundId: newSecretId(),
      receiptId: receipt!.receiptId,
      refundCents: 3482,
    }

    expect((await card.refund(asked)).status).toBe('succeeded')
    await sandbox.control('POST', `/card/${charge.reference}/refund`, { outcome: 'failed' })

    expect(await card.readRefund(asked)).toMatchObject({
      status: 'failed',
      failure: 'lost_or_stolen_card',
    })
  })
})

describe('Card webhooks [R009]', () => {
  const card = createStripeCard({
    secretKey: 'sk_test_x',
    webhookSecrets: ['whsec_novo', 'whsec_velho'],
  })

  const at = new Date('2026-11-21T12:00:00Z')

  const session = {
    id: 'cs_test_1',
    object: 'checkout.session',
    client_reference_id: 'p1',
    payment_intent: 'pi_1',
    metadata: { payment_id: 'p1' },
  }

  const event = (object: object, type = 'checkout.session.completed') =>
    JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } }, null, 2)
  const body = event(session)
  const mac = (secret: string, signed: string) =>
    createHmac('sha256', secret).update(signed).digest('hex')

  const header = (
    given: { secret?: string; body?: string; ageSeconds?: number; scheme?: string } = {},
  ) => {
    const t = at.getTime() / 1000 - (given.ageSeconds ?? 0)
    return `t=${t},${given.scheme ?? 'v1'}=${mac(given.secret ?? 'whsec_novo', `${t}.${given.body ?? body}`)}`
  }

  const got = (signature: string | string[] | undefined, text = body) =>
    card.verifyWebhook(hook(text, { headers: { 'stripe-signature': signature }, now: at }))

  it.each<[string, string | string[] | undefined, string?]>([
    ['no header', undefined],
    ['an empty header', ''],
    ['a list of headers', [header()]],
    ['another secret', header({ secret: 'whsec_outro' })],
    ['an old message', header({ ageSeconds: 301 })],
    ['a message dated ahead [F116]', header({ ageSeconds: -301 })],
    ['a message dated a year ahead [F116]', header({ ageSeconds: -31_536_000 })],
    ['v0 only', header({ scheme: 'v0' })],
    ['no scheme', header().replace('v1=', '')],
    ['no time', header().split(',')[1]],
    ['another time', header().replace(/t=\d+/, `t=${at.getTime() / 1000 - 1}`)],
    ['the same JSON written anew', header(), JSON.stringify(JSON.parse(body))],
    ['one space more', header(), `${body} `],
    ['an empty body', header({ body: '' }), ''],
    ['signed nonsense', header({ body: 'x' }), 'x'],
    ['signed null', header({ body: 'null' }), 'null'],
    ['a signature cut short', header().slice(0, -2)],
    ['signed with an empty secret', header({ secret: '' })],
  ])('%s is refused', (_what, signature, text) => {
    expect(got(signature, text)).toBeNull()
  })

  it('a message up to 300 s old is valid, by either secret, also among other signatures', () => {
    const hint = [
      {
        eventId: 'evt_1',
        type: 'checkout.session.completed',
        reference: 'cs_test_1',
        paymentId: 'p1',
        receiptId: 'pi_1',
      },
    ]

    expect(got(header({ ageSeconds: 300 }))).toEqual(hint)
    expect(got(header({ ageSeconds: -300 }))).toEqual(hint)
    expect(got(header({ secret: 'whsec_velho' }))).toEqual(hint)
    expect(got(`${header({ secret: 'whsec_outro' })},${header().split(',')[1]}`)).toEqual(hint)
  })

  it.each<[string, object, object]>([
    [
      'charge.refunded',
      { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', metadata: { payment_id: 'p1' } },
      { paymentId: 'p1', receiptId: 'pi_1' },
    ],
    [
      'charge.dispute.created',
      { id: 'du_1', object: 'dispute', payment_intent: 'pi_1', metadata: {} },
      { paymentId: null, receiptId: 'pi_1' },
    ],
    [
      'refund.failed',
      { id: 're_1', object: 'refund', payment_intent: { id: 'pi_1' }, metadata: null },
      { paymentId: null, receiptId: 'pi_1' },
    ],
    [
      'payment_intent.succeeded',
      { id: 'pi_1', object: 'payment_intent', metadata: { payment_id: 'p1' } },
      { paymentId: 'p1', receiptId: 'pi_1' },
    ],
    ['account.updated', { id: 'acct_1', object: 'account' }, { paymentId: null, receiptId: null }],
  ])('%s: the hint has every id that the event names', (type, object, hint) => {
    const text = event(object, type)
    expect(got(header({ body: text }), text)).toEqual([
      { eventId: 'evt_1', type, reference: null, ...hint },
    ])
  })
})
