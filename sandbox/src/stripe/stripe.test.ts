import StripeSdk from 'stripe'
import { describe, expect, it } from 'vitest'

import { stripeFor, sleep, until } from '../testing/bench.ts'
import { bench, useBench } from '../testing/use-bench.ts'

useBench()

const asked = (more: object = {}): StripeSdk.Checkout.SessionCreateParams =>
  ({
    mode: 'payment',

    line_items: [
      {
        quantity: 2,
        price_data: { currency: 'brl', unit_amount: 1990, product_data: { name: 'Licença X' } },
      },
    ],

    allowed_payment_method_types: ['card'],
    customer_email: 'a@b.co',
    client_reference_id: 'pay_1',
    success_url: 'http://localhost:3000/status?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/checkout',
    metadata: { payment_id: 'pay_1' },
    payment_intent_data: { metadata: { payment_id: 'pay_1' } },
    locale: 'pt-BR',
    submit_type: 'pay',
    ...more,
  }) as StripeSdk.Checkout.SessionCreateParams

const create = (more: object = {}, options: StripeSdk.RequestOptions = {}) =>
  bench.stripe.checkout.sessions.create(asked(more), options)

const failureOf = async (work: Promise<unknown>): Promise<StripeSdk.errors.StripeError> =>
  work.then(
    () => {
      throw new Error('was not refused')
    },
    (error: unknown) => error as StripeSdk.errors.StripeError,
  )

const raw = (path: string, body: string, headers: Record<string, string> = {}) =>
  bench.http('POST', `${bench.sandbox.env['STRIPE_BASE_URL']}${path}`, {
    headers: {
      authorization: `Bearer ${bench.sandbox.env['STRIPE_SECRET_KEY']}`,
      'stripe-version': '2026-10-28.endive',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body,
  })

const events = () => bench.store.received.map((one) => one.json.type as string)

const arrived = (type: string) =>
  until(() => bench.store.received.find((one) => one.json.type === type))

describe('sessions', () => {
  it('answers the documented shape, and reads expand on retrieve', async () => {
    const session = await create()

    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_subtotal: 3980,
      amount_total: 3980,
      currency: 'brl',
      client_reference_id: 'pay_1',
      payment_intent: null,
      payment_method_types: ['card'],
      livemode: false,
    })

    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]+$/)
    expect(session.url).toBe(`${bench.store.origin}/sandbox/card/${session.id}`)
    expect(session.expires_at - session.created).toBe(86_400)
    await bench.control('POST', `/card/${session.id}/pay`, { outcome: 'paid' })
    const paid = await bench.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    })

    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: { email: 'a@b.co' },
      line_items: { data: [{ description: 'Licença X', quantity: 2, amount_total: 3980 }] },
    })

    const intent = paid.payment_intent as StripeSdk.PaymentIntent

    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 3980,
      metadata: { payment_id: 'pay_1' },
    })

    expect(intent.latest_charge).toMatchObject({
      amount: 3980,
      paid: true,
      metadata: { payment_id: 'pay_1' },
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    })

    expect((await bench.stripe.checkout.sessions.listLineItems(session.id)).data).toHaveLength(1)
  })

  it('takes a one-off coupon, exact to the cent over uneven lines, and counts its use', async () => {
    const coupon = await bench.stripe.coupons.create({
      amount_off: 1001,
      currency: 'brl',
      duration: 'once',
      max_redemptions: 1,
      name: 'CUPOM10',
    })

    const line = (amount: number) => ({
      quantity: 1,
      price_data: { currency: 'brl', unit_amount: amount, product_data: { name: `L${amount}` } },
    })

    const session = await create({
      line_items: [line(999), line(1999), line(333)],
      discounts: [{ coupon: coupon.id }],
    })

    expect(session).toMatchObject({
      amount_subtotal: 3331,
      amount_total: 2330,
      total_details: { amount_discount: 1001 },
    })

    const { data } = await bench.stripe.checkout.sessions.listLineItems(session.id)
    expect(data.reduce((sum, item) => sum + item.amount_total, 0)).toBe(2330)
    await bench.control('POST', `/card/${session.id}/pay`, { outcome: 'paid' })

    expect(await bench.stripe.coupons.retrieve(coupon.id)).toMatchObject({
      times_redeemed: 1,
      valid: false,
    })

    expect(await failureOf(create({ discounts: [{ coupon: coupon.id }] }))).toMatchObject({
      code: 'coupon_expired',
      statusCode: 400,
    })

    expect(await failureOf(create({ discounts: [{ coupon: 'nope' }] }))).toMatchObject({
      code: 'resource_missing',
    })
  })

  it.each([
    [
      'payment_method_types',
      { payment_method_types: ['card'] },
      'payment_method_types_no_longer_supported',
    ],
    ['an unknown parameter', { receipt_mail: 'x' }, 'parameter_unknown'],
    [
      'an unknown nested parameter',
      {
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'brl',
              unit_amount: 100,
              product_data: { name: 'x', colour: 'red' },
            },
          },
        ],
      },
      'parameter_unknown',
    ],
    [
      'a fraction of a cent',
      {
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'brl', unit_amount: 19.9, product_data: { name: 'x' } },
          },
        ],
      },
      'parameter_invalid_integer',
    ],
    [
      'less than R$ 0,50',
      {
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'brl', unit_amount: 49, product_data: { name: 'x' } },
          },
        ],
      },
      'amount_too_small',
    ],
    ['no line', { line_items: undefined }, 'parameter_missing'],
    ['an address that is none', { success_url: '/status' }, 'url_invalid'],
    [
      'encoded braces of a foreign placeholder',
      { success_url: 'http://localhost/{ORDER}' },
      'url_invalid',
    ],
  ])('refuses %s', async (_name, more, code) => {
    expect(await failureOf(create(more))).toMatchObject({
      statusCode: 400,
      code,
      type: 'StripeInvalidRequestError',
    })
  })

  it('holds expires_at within 30 minutes and 24 hours', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect((await failureOf(create({ expires_at: now + 29 * 60 }))).message).toContain(
      'at least 30 minutes',
    )
    expect((await failureOf(create({ expires_at: now + 25 * 3600 }))).message).toContain(
      'less than 24 hours',
    )
    expect((await create({ expires_at: now + 31 * 60 })).expires_at).toBe(now + 31 * 60)
  })

  it('expires by call once, and by the clock; an expired one takes no money', async () => {
    const first = await create()

    expect(await bench.stripe.checkout.sessions.expire(first.id)).toMatchObject({
      status: 'expired',
      url: null,
    })

    expect((await failureOf(bench.stripe.checkout.sessions.expire(first.id))).message).toContain(
      '["open"]',
    )
    await arrived('checkout.session.expired')
    const second = await create()
    await bench.control('POST', '/clock', { advanceMs: 24 * 3_600_000 + 1000 })
    expect((await bench.stripe.checkout.sessions.retrieve(second.id)).status).toBe('expired')
    await expect(
      bench.control('POST', `/card/${second.id}/pay`, { outcome: 'paid' }),
    ).rejects.toThrow('409')
  })
})

describe('access and errors', () => {
  it('demands key and version, and answers a Request-Id', async () => {
    expect(await raw('/v1/coupons', '', { authorization: '' })).toMatchObject({ status: 401 })

    expect(await raw('/v1/coupons', '', { authorization: 'Bearer sk_test_wrong' })).toMatchObject({
      status: 401,
      body: { error: { type: 'invalid_request_error' } },
    })

    expect(
      (await raw('/v1/coupons', '', { 'stripe-version': '2020-01-01' })).body.error.message,
    ).toContain('Invalid Stripe API version')
    expect((await raw('/v1/coupons', '{}', { 'content-type': 'application/json' })).status).toBe(
      400,
    )
    const error = await failureOf(bench.stripe.checkout.sessions.retrieve('cs_test_none'))

    expect(error).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such checkout.session: 'cs_test_none'",
    })

    expect(error.requestId).toMatch(/^req_/)

    expect(
      (
        await failureOf(
          bench.stripe.checkout.sessions.retrieve((await create()).id, { expand: ['nothing'] }),
        )
      ).message,
    ).toContain('cannot be expanded')
  })
})

describe('idempotency', () => {
  it('replays the first result, refuses other parameters', async () => {
    const first = await create({}, { idempotencyKey: 'checkout:1:1' })
    const again = await create({}, { idempotencyKey: 'checkout:1:1' })
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(
      await failureOf(create({ customer_email: 'c@d.co' }, { idempotencyKey: 'checkout:1:1' })),
    ).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
    expect((await bench.control('GET', '/state')).stripe.sessions).toHaveLength(1)
  })

  it('stores a 500, but no refusal and no 503', async () => {
    await bench.control('POST', '/faults', [
      { provider: 'stripe', method: 'POST', path: '/v1/checkout/*', times: 1, do: 'status:500' },
    ])
    expect(await failureOf(create({}, { idempotencyKey: 'k500' }))).toMatchObject({
      statusCode: 500,
    })
    expect(await failureOf(create({}, { idempotencyKey: 'k500' }))).toMatchObject({
      statusCode: 500,
    })
    await bench.control('POST', '/faults', [
      { provider: 'stripe', method: 'POST', path: '*', times: 1, do: 'status:503' },
    ])
    expect(await failureOf(create({}, { idempotencyKey: 'k503' }))).toMatchObject({
      statusCode: 503,
    })
    expect((await create({}, { idempotencyKey: 'k503' })).status).toBe('open')
    await failureOf(create({ locale: 'xx' }, { idempotencyKey: 'k400' }))
    expect((await create({}, { idempotencyKey: 'k400' })).status).toBe('open')
  })

  it('answers 409 while the first is under way, which the SDK waits out', async () => {
    await bench.control('POST', '/faults', [
      { provider: 'stripe', method: 'POST', path: '*', times: 1, do: 'delay:400' },
    ])
    const first = create({}, { idempotencyKey: 'slow' })
    await sleep(100)

    expect(await failureOf(create({}, { idempotencyKey: 'slow' }))).toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    })

    const patient = stripeFor(bench.sandbox.env, 2).checkout.sessions.create(asked(), {
      idempotencyKey: 'slow',
    })
    expect((await patient).id).toBe((await first).id)
  })

  it('commit-then-timeout leaves one session, found again under the same key', async () => {
    await bench.control('POST', '/faults', [
      {
        provider: 'stripe',
        method: 'POST',
        path: '/v1/checkout/sessions',
        times: 1,
        do: 'commit-then-timeout',
      },
    ])

    const hasty = stripeFor(bench.sandbox.env, 1, 400)
    const session = await hasty.checkout.sessions.create(asked(), {
      idempotencyKey: 'checkout:9:1',
    })
    const { stripe } = await bench.control('GET', '/state')
    expect(stripe.sessions.map((one: { id: string }) => one.id)).toEqual([session.id])
  })
})

describe('webhooks', () => {
  const verify = (one: { body: string; headers: Record<string, unknown> }) =>
    bench.stripe.webhooks.constructEvent(
      one.body,
      String(one.headers['stripe-signature']),
      bench.sandbox.env['STRIPE_WEBHOOK_SECRET']!,
    )

  it('a decline leaves the session open, the next card pays it, and all is signed', async () => {
    const session = await create()
    const refused = await bench.control('POST', `/card/${session.id}/pay`, { outcome: 'declined' })

    expect(refused).toMatchObject({
      paid: false,
      session: { status: 'open' },
      error: { decline_code: 'generic_decline' },
    })

    await arrived('payment_intent.payment_failed')
    await bench.control('POST', `/card/${session.id}/pay`, { outcome: 'paid' })
    const done = await arrived('checkout.session.completed')
    expect(done.url).toBe('/api/webhooks/stripe')

    expect(verify(done)).toMatchObject({
      api_version: '2026-10-28.endive',
      data: { object: { id: session.id, payment_status: 'paid' } },
    })

    expect(() => verify({ ...done, body: `${done.body} ` })).toThrow()
    expect(await bench.stripe.events.retrieve(done.json.id)).toMatchObject({
      type: 'checkout.session.completed',
    })
  })

  it('tries again until it is taken, in turn over several stores', async () => {
    let answers = 0
    bench.store.answer = () => (++answers === 1 ? 500 : 200)
    await bench.control('POST', '/store', {
      origins: [bench.store.origin, bench.store.origin.replace('127.0.0.1', 'localhost')],
    })
    const session = await create()
    await bench.stripe.checkout.sessions.expire(session.id)
    await until(() => bench.store.received.length === 2)
    expect(new Set(bench.store.received.map((one) => one.headers.host)).size).toBe(2)
    expect(bench.store.received[0]!.json.id).toBe(bench.store.received[1]!.json.id)

    const { webhooks } = await until(async () => {
      const state = await bench.control('GET', '/webhooks')
      return state.pending === 0 && state
    })

    expect(webhooks[0]).toMatchObject({ status: 'delivered', attempts: 2 })
    await bench.control('POST', '/store', { origins: [bench.store.origin] })
  })

  it.each([
    ['drop-webhook', 0],
    ['duplicate-webhook', 2],
  ])('%s sends it %i times', async (action, times) => {
    await bench.control('POST', '/faults', [
      { provider: 'stripe', path: 'checkout.session.expired', times: 1, do: action },
    ])
    await bench.stripe.checkout.sessions.expire((await create()).id)
    await sleep(200)
    expect(events().filter((type) => type === 'checkout.session.expired')).toHaveLength(times)
  })

  it('delay-webhook and reorder-webhook let later ones pass', async () => {
    await bench.control('POST', '/faults', [
      { provider: 'card', path: 'payment_intent.created', times: 1, do: 'delay-webhook:300' },
      { provider: 'card', path: 'charge.succeeded', times: 1, do: 'reorder-webhook' },
    ])

    await bench.control('POST', `/card/${(await create()).id}/pay`, { outcome: 'paid' })
    await until(() => bench.store.received.length === 4)
    expect(events().indexOf('charge.succeeded')).toBeGreaterThan(0)
    expect(events().at(-1)).toBe('payment_intent.created')
  })

  it('replay sends every event again', async () => {
    await bench.control('POST', `/card/${(await create()).id}/pay`, { outcome: 'paid' })
    await until(() => bench.store.received.length === 4)
    expect(
      await bench.control('POST', '/webhooks/replay', { provider: 'stripe', times: 5 }),
    ).toEqual({ sent: 20 })
    await until(() => bench.store.received.length === 24)
    const seen = new Map<string, number>()
    for (const one of bench.store.received) seen.set(one.json.id, (seen.get(one.json.id) ?? 0) + 1)
    expect([...seen.values()]).toEqual([6, 6, 6, 6])
  })
})

describe('refunds and disputes', () => {
  const paid = async () => {
    const session = await create()
    await bench.control('POST', `/card/${session.id}/pay`, { outcome: 'paid' })

    return (await bench.stripe.checkout.sessions.retrieve(
      session.id,
    )) as StripeSdk.Checkout.Session & { payment_intent: string }
  }

  it('refunds in parts, never more than was paid, and one can fail later', async () => {
    const { id, payment_intent } = await paid()

    expect(await bench.stripe.refunds.create({ payment_intent, amount: 1000 })).toMatchObject({
      status: 'succeeded',
      amount: 1000,
    })

    expect(
      (await failureOf(bench.stripe.refunds.create({ payment_intent, amount: 2981 }))).message,
    ).toContain('greater than unrefunded')
    await bench.stripe.refunds.create({ payment_intent })
    expect(await failureOf(bench.stripe.refunds.create({ payment_intent }))).toMatchObject({
      code: 'charge_already_refunded',
    })
    expect(
      (await bench.stripe.refunds.list({ payment_intent })).data.map((one) => one.amount),
    ).toEqual([2980, 1000])
    await bench.control('POST', `/card/${id}/refund`, { outcome: 'failed' })
    const failed = await arrived('refund.failed')
    expect(failed.json.data.object).toMatchObject({ amount: 2980, status: 'failed' })
    const intent = await bench.stripe.paymentIntents.retrieve(payment_intent, {
      expand: ['latest_charge'],
    })
    expect(intent.latest_charge).toMatchObject({ amount_refunded: 1000, refunded: false })
  })

  it('a dispute opens and ends, and a disputed charge is not refunded', async () => {
    const { id, payment_intent } = await paid()
    await bench.control('POST', `/card/${id}/dispute`, {})

    expect((await arrived('charge.dispute.created')).json.data.object).toMatchObject({
      payment_intent,
      amount: 3980,
      status: 'needs_response',
      reason: 'fraudulent',
    })

    expect(await failureOf(bench.stripe.refunds.create({ payment_intent }))).toMatchObject({
      code: 'charge_disputed',
    })
    await bench.control('POST', `/card/${id}/dispute`, { status: 'won' })
    expect((await arrived('charge.dispute.closed')).json.data.object.status).toBe('won')
    expect(events()).toContain('charge.dispute.funds_reinstated')
  })

  it.each([
    ['fraudulent', '10.4'],
    ['product_not_received', '13.1'],
    ['product_unacceptable', '13.3'],
    ['on_the_moon', null],
  ])('a dispute says why: %s, with the network’s own code', async (reason, code) => {
    const { id } = await paid()
    await bench.control('POST', `/card/${id}/dispute`, { reason })

    expect((await arrived('charge.dispute.created')).json.data.object).toMatchObject({
      reason,
      payment_method_details: { card: { network_reason_code: code } },
    })
  })

  it('can charge another amount behind the store, and a delayed method settles later', async () => {
    const wrong = await create()

    await bench.control('POST', `/card/${wrong.id}/pay`, {
      outcome: 'paid',
      amount: '1.00',
      currency: 'usd',
    })

    expect(await bench.stripe.checkout.sessions.retrieve(wrong.id)).toMatchObject({
      amount_total: 100,
      currency: 'usd',
    })

    const slow = await create()
    await bench.control('POST', `/card/${slow.id}/pay`, { outcome: 'processing' })

    expect(await bench.stripe.checkout.sessions.retrieve(slow.id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    })

    await bench.control('POST', `/card/${slow.id}/pay`, { outcome: 'async-paid' })
    expect(
      (await arrived('checkout.session.async_payment_succeeded')).json.data.object.payment_status,
    ).toBe('paid')
  })
})
