import StripeSdk from 'stripe'
import { describe, expect, it } from 'vitest'

import { openReceiver, until } from '../testing/bench.ts'
import { bench, useBench } from '../testing/use-bench.ts'

// Features that other integrations use and our shop does not: implemented, or refused by name.

useBench()

type Asked = StripeSdk.Checkout.SessionCreateParams

const line = (currency: string, amount: number) => ({
  quantity: 1,
  price_data: { currency, unit_amount: amount, product_data: { name: 'Licença' } },
})

const open = (more: Asked = {}) =>
  bench.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [line('brl', 5000)],
    success_url: 'http://localhost:3000/status',
    ...more,
  })

const paid = async (more: Asked = {}) => {
  const { id } = await open(more)
  await bench.control('POST', `/card/${id}/pay`, { outcome: 'paid' })

  return bench.stripe.checkout.sessions.retrieve(id)
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, param, message }: StripeSdk.errors.StripeError) => ({ code, param, message }),
  )

describe('a session', () => {
  it('shows its questions to the buyer, and the answers once it is paid', async () => {
    const asked: Asked = {
      automatic_tax: { enabled: true },
      branding_settings: { display_name: 'Loja Rosa', button_color: '#c0264f' },
      consent_collection: { terms_of_service: 'required', promotions: 'auto' },
      name_collection: { business: { enabled: true }, individual: { enabled: true } },
      shipping_address_collection: { allowed_countries: ['BR', 'PT'] },
      tax_id_collection: { enabled: true, required: 'if_supported' },
      wallet_options: { link: { display: 'never' } },
    }

    expect(await open(asked)).toMatchObject({
      automatic_tax: {
        enabled: true,
        liability: { type: 'self' },
        provider: 'stripe',
        status: 'requires_location_inputs',
      },

      branding_settings: {
        display_name: 'Loja Rosa',
        button_color: '#c0264f',
        border_style: 'rounded',
      },
      collected_information: null,
      consent: null,
      consent_collection: {
        terms_of_service: 'required',
        promotions: 'auto',
        payment_method_reuse_agreement: null,
      },
      name_collection: { business: { enabled: true }, individual: { enabled: true } },
      shipping_address_collection: { allowed_countries: ['BR', 'PT'] },
      tax_id_collection: { enabled: true, required: 'if_supported' },
      wallet_options: { link: { display: 'never' } },
    })

    expect(await paid(asked)).toMatchObject({
      automatic_tax: { status: 'complete' },
      collected_information: {
        business_name: 'Empresa de Teste',
        individual_name: 'Cliente de Teste',
        shipping_details: { name: 'Cliente de Teste', address: { country: 'BR' } },
      },
      consent: { terms_of_service: 'accepted', promotions: 'opt_out' },
      customer_details: { tax_ids: [{ type: 'br_cnpj', value: '01.234.456/5432-10' }] },
      total_details: { amount_tax: 0 },
    })

    const { id } = await open(asked)
    const { body } = await bench.http('GET', `${bench.sandbox.origin}/sandbox/card/${id}`)
    expect(body).toContain('<input type="checkbox" name="terms" required>')
  })

  it('that asked for nothing of it says so', async () => {
    expect(await paid()).toMatchObject({
      after_expiration: null,
      automatic_tax: { enabled: false, liability: null, provider: null, status: null },
      collected_information: null,
      consent: null,
      consent_collection: null,
      shipping_address_collection: null,
      tax_id_collection: { enabled: false, required: 'never' },
      wallet_options: null,
    })
  })

  it.each<[string, object, string]>([
    [
      'a colour',
      { branding_settings: { button_color: 'rosa' } },
      'branding_settings[button_color]',
    ],
    [
      'a country',
      { shipping_address_collection: { allowed_countries: ['Brasil'] } },
      'shipping_address_collection[allowed_countries][0]',
    ],
    [
      'no country',
      { shipping_address_collection: { allowed_countries: '' } },
      'shipping_address_collection[allowed_countries]',
    ],
    ['an unknown part', { wallet_options: { apple: true } }, 'wallet_options[apple]'],
    ['an update of nobody', { customer_update: { name: 'auto' } }, 'customer_update'],
    [
      'a currency of none',
      { line_items: [line('xyz', 5000)] },
      'line_items[0][price_data][currency]',
    ],
    ['two currencies', { currency: 'usd' }, 'line_items'],
  ])('refuses %s by its name', async (_what, more, param) => {
    expect(await refusalOf(open(more as Asked))).toMatchObject({ param })
  })

  it.each(['custom_fields', 'subscription_data', 'shipping_options', 'optional_items'])(
    'says that it does not play %s',
    async (param) => {
      expect(await refusalOf(open({ [param]: { 0: { key: 'x' } } } as Asked))).toEqual({
        code: 'parameter_unknown',
        param,
        message: `This sandbox does not play the parameter ${param}.`,
      })
    },
  )

  it('takes every currency, with its own smallest charge and its own cents', async () => {
    for (const [currency, amount] of [
      ['eur', 50],
      ['gbp', 30],
      ['jpy', 50],
      ['clp', 990],
      ['kwd', 1500],
      ['mxn', 1000],
    ] as const)
      expect(await paid({ line_items: [line(currency, amount)] })).toMatchObject({
        currency,
        amount_total: amount,
        payment_status: 'paid',
      })

    const least = async (currency: string, amount: number) =>
      (await refusalOf(open({ line_items: [line(currency, amount)] })))?.message
    const words = "The Checkout Session's total amount due must add up to at least"
    expect(await least('jpy', 49)).toBe(`${words} ¥49 jpy`.replace('49', '50'))
    expect(await least('mxn', 999)).toBe(`${words} MX$10.00 mxn`)
    expect(await least('brl', 49)).toBe(`${words} R$0.50 brl`)
    const { id } = await open({ line_items: [line('jpy', 5000)] })
    const { body } = await bench.http('GET', `${bench.sandbox.origin}/sandbox/card/${id}`)
    expect(body).toMatch(/Pagar\sJP¥\s5\.000\s*</)
  })

  it('is recovered by its buyer once it expired, where that was asked for', async () => {
    const session = await open({
      after_expiration: { recovery: { enabled: true } },
      client_reference_id: 'pay_9',
    })

    expect(session.after_expiration?.recovery).toEqual({
      allow_promotion_codes: false,
      enabled: true,
      expires_at: null,
      url: null,
    })

    const { after_expiration: after } = await bench.stripe.checkout.sessions.expire(session.id)
    expect(after?.recovery?.url).toBe(`${bench.store.origin}/sandbox/card/${session.id}/recover`)
    expect(after!.recovery!.expires_at! - session.created).toBeGreaterThanOrEqual(30 * 86_400)
    const way = `${bench.sandbox.origin}/sandbox/card/${session.id}/recover`
    const { status, headers } = await bench.http('GET', way)
    expect(status).toBe(303)
    const id = String(headers['location']).split('/').at(-1)!

    expect(await bench.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'open',
      recovered_from: session.id,
      client_reference_id: 'pay_9',
      amount_total: 5000,
    })

    const plain = await open()
    await bench.stripe.checkout.sessions.expire(plain.id)
    const none = await bench.http('GET', way.replace(session.id, plain.id))
    expect(none.status).toBe(404)
  })
})

describe('calls other than sessions', () => {
  it('a refund’s metadata changes, and the shop hears of it', async () => {
    const { payment_intent: intent } = await paid()

    const refund = await bench.stripe.refunds.create({
      payment_intent: intent as string,
      metadata: { a: '1', b: '2' },
    })

    const changed = await bench.stripe.refunds.update(refund.id, { metadata: { b: '', c: '3' } })
    expect(changed).toMatchObject({ id: refund.id, amount: 5000, metadata: { a: '1', c: '3' } })
    const heard = await until(() =>
      bench.store.received.find(({ json }) => json.type === 'refund.updated'),
    )

    expect(heard.json.data).toMatchObject({
      object: { metadata: { a: '1', c: '3' } },
      previous_attributes: { metadata: { a: '1', b: '2' } },
    })

    expect(await refusalOf(bench.stripe.refunds.update('re_0', {}))).toMatchObject({
      code: 'resource_missing',
    })
    const wrong = bench.stripe.refunds.update(refund.id, { reason: 'x' } as object)
    expect(await refusalOf(wrong)).toMatchObject({ code: 'parameter_unknown', param: 'reason' })
  })

  it('the account can read itself and no other account', async () => {
    const own = await bench.stripe.accounts.retrieveCurrent()

    expect(own).toMatchObject({
      object: 'account',
      country: 'BR',
      default_currency: 'brl',
      charges_enabled: true,
      capabilities: { card_payments: 'active' },
    })

    expect((await bench.stripe.accounts.retrieve(own.id)).id).toBe(own.id)
    expect(await refusalOf(bench.stripe.accounts.retrieve('acct_x'))).toMatchObject({
      code: 'resource_missing',
    })
  })

  it('an endpoint of its own hears what it asked for, signed by its own secret, until it is gone', async () => {
    const other = await openReceiver()

    const made = await bench.stripe.webhookEndpoints.create({
      url: `${other.origin}/ganchos`,
      enabled_events: ['checkout.session.completed'],
    })

    expect(made).toMatchObject({ object: 'webhook_endpoint', status: 'enabled' })
    const { id, url } = await paid()
    const heard = await until(() => other.received[0])
    expect(heard.url).toBe('/ganchos')

    const event = bench.stripe.webhooks.constructEvent(
      heard.body,
      heard.headers['stripe-signature']!,
      made.secret!,
    )

    expect([event.type, (event.data.object as { id: string }).id]).toEqual([
      'checkout.session.completed',
      id,
    ])

    expect(url).toBeNull()
    expect(await bench.stripe.webhookEndpoints.retrieve(made.id)).not.toHaveProperty('secret')
    const off = await bench.stripe.webhookEndpoints.update(made.id, { disabled: true })
    expect(off.status).toBe('disabled')
    await paid()
    await until(() => bench.store.received.filter(({ json }) => json.type === event.type)[1])
    expect(other.received).toHaveLength(1)
    expect((await bench.stripe.webhookEndpoints.list()).data.map((one) => one.id)).toEqual([
      made.id,
    ])
    expect(await bench.stripe.webhookEndpoints.del(made.id)).toMatchObject({ deleted: true })
    expect((await bench.stripe.webhookEndpoints.list()).data).toEqual([])
    const away = { url: 'https://loja.example/x', enabled_events: ['*'] } as const
    expect(
      await refusalOf(bench.stripe.webhookEndpoints.create({ ...away, enabled_events: ['*'] })),
    ).toMatchObject({ code: 'url_invalid', param: 'url' })
    await other.close()
  })

  it('payments, charges and customers are found by a query', async () => {
    const metadata = { pedido: 'ORD-1' }
    const first = await paid({ payment_intent_data: { metadata } })
    const second = await paid({ line_items: [line('usd', 700)] })
    const idsOf = async (query: string) =>
      (await bench.stripe.paymentIntents.search({ query })).data.map(({ id }) => id)
    expect(await idsOf("metadata['pedido']:'ORD-1' AND status:'succeeded'")).toEqual([
      first.payment_intent,
    ])
    expect(await idsOf('amount<1000')).toEqual([second.payment_intent])
    expect(await idsOf('-currency:"usd"')).toEqual([first.payment_intent])

    expect(await idsOf('currency:"usd" OR amount>=5000')).toEqual([
      second.payment_intent,
      first.payment_intent,
    ])

    expect(await idsOf('amount>1000 currency:"usd"')).toEqual([])
    const { data } = await bench.stripe.charges.search({ query: 'refunded:"false"', limit: 1 })
    expect(data).toHaveLength(1)
    await bench.stripe.customers.create({ email: 'ana@loja.test', name: 'Ana Souza' })
    await bench.stripe.customers.create({ email: 'bia@loja.test', name: 'Bia' })
    const found = await bench.stripe.customers.search({ query: "name~'souz'" })
    expect(found.data.map(({ email }) => email)).toEqual(['ana@loja.test'])

    for (const query of [
      'status',
      "cpf:'1'",
      "amount~'500'",
      "status:'a' AND status:'b' OR amount>1",
    ])
      expect(await refusalOf(bench.stripe.paymentIntents.search({ query }))).toMatchObject({
        param: 'query',
      })
  })

  it('a call that it does not play is named', async () => {
    expect(await refusalOf(bench.stripe.products.list())).toMatchObject({
      message: expect.stringContaining(
        'Unrecognized request URL (GET: /v1/products): this sandbox does not play it.',
      ),
    })
  })
})
