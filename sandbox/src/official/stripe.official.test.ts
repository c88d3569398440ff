import type Stripe from 'stripe'
import { beforeAll, describe, expect, it } from 'vitest'

import { until } from '../testing/bench.ts'
import { bench, useBench } from '../testing/use-bench.ts'
import { declaredProperties, wrongWith } from './declared.ts'

// The official client, with only its host changed, makes every call of the sandbox. The client's
// own types check the answers.

useBench()
let stripe: Stripe

beforeAll(() => {
  stripe = bench.stripe
})

const lines: Stripe.Checkout.SessionCreateParams.LineItem[] = [
  {
    quantity: 2,
    price_data: { currency: 'brl', unit_amount: 5000, product_data: { name: 'Licença' } },
  },
]

const open = (more: Stripe.Checkout.SessionCreateParams = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: lines,
    success_url: 'http://localhost:3000/status?session_id={CHECKOUT_SESSION_ID}',
    ...more,
  })

/** A paid session of R$ 100,00, with the ids of its intent and charge. */
async function paid(more: Stripe.Checkout.SessionCreateParams = {}) {
  const { id } = await open(more)
  await bench.control('POST', `/card/${id}/pay`, { outcome: 'paid' })
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  const intent = session.payment_intent as Stripe.PaymentIntent

  return { id, session, intent, charge: intent.latest_charge as string }
}

const contest = (id: string, status: string, more: object = {}): Promise<Stripe.Dispute> =>
  bench.control('POST', `/card/${id}/dispute`, { status, ...more })

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: Stripe.errors.StripeError) => ({
      status: error.statusCode,
      code: error.code,
      param: error.param,
    }),
  )

describe('The judge itself', () => {
  it('reads the package’s declarations, and sees what is missing and what does not exist [F117]', () => {
    const charge = declaredProperties('Charges', 'Charge')
    expect(charge.always).toContain('disputed')
    expect(charge.all).not.toContain('dispute')
    expect(charge.all).toContain('refunds')
    expect(charge.always).not.toContain('refunds')
    const wrong = wrongWith({ id: 'ch_1', dispute: null }, 'Charges', 'Charge')
    expect(wrong).toContain('Charge.amount is missing')
    expect(wrong).toContain('Charge.dispute is not declared')
    expect(wrong).not.toContain('Charge.id is missing')
  })
})

describe('Checkout sessions by the official client [F117]', () => {
  it('accept what Checkout accepts: adaptive pricing, texts, invoices, card options', async () => {
    const session = await open({
      adaptive_pricing: { enabled: true },
      custom_text: { submit: { message: 'A chave aparece em segundos.' } },
      invoice_creation: {
        enabled: true,
        invoice_data: { description: 'Pedido 1', metadata: { order: '1' } },
      },
      payment_method_options: {
        card: { request_three_d_secure: 'any', setup_future_usage: 'off_session' },
      },
      payment_intent_data: { setup_future_usage: 'on_session', description: 'Pedido 1' },
      customer_creation: 'always',
      customer_email: 'ana@exemplo.test',
      phone_number_collection: { enabled: true },
      locale: 'fr-CA',
    })

    expect(session).toMatchObject({
      adaptive_pricing: { enabled: true },

      custom_text: {
        submit: { message: 'A chave aparece em segundos.' },
        after_submit: null,
        shipping_address: null,
        terms_of_service_acceptance: null,
      },

      invoice_creation: {
        enabled: true,
        invoice_data: { description: 'Pedido 1', footer: null, metadata: { order: '1' } },
      },
      payment_method_options: {
        card: { request_three_d_secure: 'any', setup_future_usage: 'off_session' },
      },
      customer: null,
      locale: 'fr-CA',
      status: 'open',
    })

    expect(wrongWith(session, 'Checkout/Sessions', 'Session')).toEqual([])
    await bench.control('POST', `/card/${session.id}/pay`, { outcome: 'paid' })
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge', 'customer', 'line_items'],
    })
    expect(wrongWith(done, 'Checkout/Sessions', 'Session')).toEqual([])
    expect(done.invoice).toMatch(/^in_/)
    expect(done.customer).toMatchObject({ object: 'customer', email: 'ana@exemplo.test' })
    const intent = done.payment_intent as Stripe.PaymentIntent
    expect(intent).toMatchObject({ setup_future_usage: 'on_session', description: 'Pedido 1' })
    expect(wrongWith(intent, 'PaymentIntents', 'PaymentIntent')).toEqual([])
    expect(wrongWith(intent.latest_charge as object, 'Charges', 'Charge')).toEqual([])
    const [line] = done.line_items!.data
    expect(wrongWith(line!, 'LineItems', 'LineItem')).toEqual([])
    expect(wrongWith(line!.price!, 'Prices', 'Price')).toEqual([])
    expect(line!.price!.unit_amount_decimal!.toString()).toBe('5000')
  })

  it.each<[string, object, string]>([
    [
      'a text that is too long',
      { custom_text: { submit: { message: 'x'.repeat(1201) } } },
      'custom_text[submit][message]',
    ],
    [
      'a text under another name',
      { custom_text: { submit: { text: 'x' } } },
      'custom_text[submit]',
    ],
    ['an unknown text', { custom_text: { pay: { message: 'x' } } }, 'custom_text[pay]'],
    [
      'an unknown use',
      { payment_intent_data: { setup_future_usage: 'later' } },
      'payment_intent_data[setup_future_usage]',
    ],
    [
      'invoices neither on nor off',
      { invoice_creation: { invoice_data: { footer: 'x' } } },
      'invoice_creation[enabled]',
    ],
    [
      'pricing that is no switch',
      { adaptive_pricing: { enabled: 'sim' } },
      'adaptive_pricing[enabled]',
    ],
    [
      'an unknown option of the card',
      { payment_method_options: { card: { colour: 'blue' } } },
      'payment_method_options[card][colour]',
    ],
    ['a customer and an email', { customer: 'cus_x', customer_email: 'a@b.co' }, 'customer'],
    ['a customer that is not there', { customer: 'cus_x' }, 'customer'],
  ])('refuses %s', async (_what, more, param) => {
    expect(await refusalOf(open(more as Stripe.Checkout.SessionCreateParams))).toMatchObject({
      status: expect.toBeOneOf([400, 404]),
      param: expect.stringContaining(param),
    })
  })

  it('takes a text away where an empty one is given, as the API does', async () => {
    const session = await open({
      custom_text: { submit: '', after_submit: { message: 'Obrigado' } },
    })

    expect(session.custom_text).toMatchObject({
      submit: null,
      after_submit: { message: 'Obrigado' },
    })
  })

  it('updates metadata, of the session and of the payment to come, and takes keys away', async () => {
    const { id } = await open({
      metadata: { a: '1', b: '2' },
      payment_intent_data: { metadata: { payment_id: 'p1' } },
    })

    const changed = await stripe.checkout.sessions.update(id, {
      metadata: { b: '', c: '3' },
      payment_intent_data: { metadata: { seen: 'yes' } },
    })

    expect(changed.metadata).toEqual({ a: '1', c: '3' })
    await bench.control('POST', `/card/${id}/pay`, { outcome: 'paid' })
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent'],
    })

    expect((payment_intent as Stripe.PaymentIntent).metadata).toEqual({
      payment_id: 'p1',
      seen: 'yes',
    })

    expect(
      await refusalOf(stripe.checkout.sessions.update('cs_none', { metadata: {} })),
    ).toMatchObject({ status: 404, code: 'resource_missing' })
  })

  it('lists, pages both ways, expires, and lists what a session sells', async () => {
    const made = [await open(), await open(), await open()].map((session) => session.id)
    const newest = await stripe.checkout.sessions.list({ limit: 2 })
    expect(newest.data.map((session) => session.id)).toEqual([made[2], made[1]])
    expect(newest.has_more).toBe(true)
    const older = await stripe.checkout.sessions.list({ limit: 2, starting_after: made[1]! })
    expect(older.data.map((session) => session.id)).toEqual([made[0]])
    const newer = await stripe.checkout.sessions.list({ limit: 1, ending_before: made[0]! })
    expect([newer.data[0]!.id, newer.has_more]).toEqual([made[1], true])
    const all = await stripe.checkout.sessions.list({ limit: 1 }).autoPagingToArray({ limit: 10 })
    expect(all.map((session) => session.id)).toEqual(made.toReversed())
    expect((await stripe.checkout.sessions.expire(made[0]!)).status).toBe('expired')
    expect((await stripe.checkout.sessions.list({ status: 'expired' })).data).toHaveLength(1)
    const { data } = await stripe.checkout.sessions.listLineItems(made[1]!)
    expect(data).toMatchObject([{ description: 'Licença', quantity: 2, amount_total: 10_000 }])
  })
})

describe('Money by the official client [F117]', () => {
  it('payments and charges are listed by customer and by payment, with what moved on the balance', async () => {
    const customer = await stripe.customers.create({ email: 'ana@exemplo.test', name: 'Ana' })
    const { intent, charge } = await paid({ customer: customer.id })
    await paid()
    const intents = await stripe.paymentIntents.list({ customer: customer.id })
    expect(intents.data.map((one) => one.id)).toEqual([intent.id])
    expect((await stripe.paymentIntents.list()).data).toHaveLength(2)
    expect((await stripe.paymentIntents.retrieve(intent.id)).customer).toBe(customer.id)
    const charges = await stripe.charges.list({ payment_intent: intent.id })
    expect(charges.data).toMatchObject([{ id: charge, amount: 10_000, disputed: false }])
    const one = await stripe.charges.retrieve(charge, { expand: ['balance_transaction'] })
    expect(wrongWith(one, 'Charges', 'Charge')).toEqual([])
    const booked = one.balance_transaction as Stripe.BalanceTransaction

    expect(booked).toMatchObject({
      amount: 10_000,
      fee: 438,
      net: 9562,
      currency: 'brl',
      type: 'charge',
      reporting_category: 'charge',
      source: charge,
    })

    expect(wrongWith(booked, 'BalanceTransactions', 'BalanceTransaction')).toEqual([])
  })

  it('refunds move the balance, in parts and back when they fail', async () => {
    const { id, intent, charge } = await paid()
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 3000 })
    expect(wrongWith(refund, 'Refunds', 'Refund')).toEqual([])
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ amount: 3000, charge })
    expect((await stripe.refunds.list({ charge })).data).toHaveLength(1)
    await bench.control('POST', `/card/${id}/refund`, { outcome: 'failed' })
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed')
    const moves = await stripe.balanceTransactions.list({ source: refund.id })

    expect(moves.data.map((one) => [one.type, one.amount])).toEqual([
      ['refund_failure', 3000],
      ['refund', -3000],
    ])

    expect(await stripe.balanceTransactions.retrieve(moves.data[0]!.id)).toEqual(moves.data[0])
    expect((await stripe.balanceTransactions.list({ type: 'charge' })).data).toHaveLength(1)
    expect(await refusalOf(stripe.balanceTransactions.retrieve('txn_none'))).toMatchObject({
      status: 404,
    })
  })

  it('coupons and customers are made, found, changed and taken away', async () => {
    const coupon = await stripe.coupons.create({ amount_off: 500, currency: 'brl' })
    expect(wrongWith(coupon, 'Coupons', 'Coupon')).toEqual([])
    expect((await stripe.coupons.list()).data.map((one) => one.id)).toEqual([coupon.id])
    expect((await stripe.coupons.retrieve(coupon.id)).amount_off).toBe(500)
    expect(await stripe.coupons.del(coupon.id)).toMatchObject({ deleted: true })
    expect((await stripe.coupons.list()).data).toEqual([])

    const { id } = await stripe.customers.create({
      email: 'ana@exemplo.test',
      metadata: { a: '1' },
    })

    const ana = await stripe.customers.update(id, { name: 'Ana', metadata: { a: '', b: '2' } })
    expect(ana).toMatchObject({ name: 'Ana', email: 'ana@exemplo.test', metadata: { b: '2' } })
    expect(wrongWith(ana, 'Customers', 'Customer')).toEqual([])
    expect((await stripe.customers.list({ email: 'ana@exemplo.test' })).data).toHaveLength(1)
    expect(await stripe.customers.del(id)).toMatchObject({ id, deleted: true })
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true })
    expect((await stripe.customers.list()).data).toEqual([])
    expect(await refusalOf(stripe.customers.update(id, { name: 'x' }))).toMatchObject({
      status: 404,
    })
  })
})

describe('Disputes by the official client [F105, F106, F117]', () => {
  const moved = (dispute: Stripe.Dispute) => dispute.balance_transactions.map((one) => one.amount)

  it('are parts of a charge, several at once, each with what it took and its deadline', async () => {
    const { id, intent, charge } = await paid()
    const first = await contest(id, 'created', { amount: '60.00' })
    const second = await contest(id, 'created', { reason: 'product_not_received' })
    const { data } = await stripe.disputes.list({ payment_intent: intent.id })

    expect(data.map((one) => [one.id, one.amount, one.status, moved(one)])).toEqual([
      [second.id, 4000, 'needs_response', [-4000]],
      [first.id, 6000, 'needs_response', [-6000]],
    ])

    expect(wrongWith(data[0]!, 'Disputes', 'Dispute')).toEqual([])
    expect(
      wrongWith(data[0]!.balance_transactions[0]!, 'BalanceTransactions', 'BalanceTransaction'),
    ).toEqual([])
    expect(data[0]!.evidence_details.due_by! - data[0]!.created).toBe(7 * 86_400)
    const contested = await stripe.charges.retrieve(charge)
    expect(contested.disputed).toBe(true)
    expect(wrongWith(contested, 'Charges', 'Charge')).toEqual([])
    expect((await stripe.disputes.list({ charge, limit: 1 })).has_more).toBe(true)
    const reversed = await stripe.balanceTransactions.list({ source: first.id })
    expect(reversed.data).toMatchObject([{ type: 'adjustment', reporting_category: 'dispute' }])
  })

  it.each([
    ['won', [['created'], ['submitted'], ['won']], 'won', [-10_000, 10_000]],
    ['won in part', [['created'], ['won', '75.00']], 'won', [-10_000, 7500]],
    ['lost', [['created'], ['lost']], 'lost', [-10_000]],
    ['lost in part', [['created'], ['lost', '25.00']], 'lost', [-10_000, 7500]],
    ['appealed', [['created'], ['lost'], ['appealed']], 'appeal_needs_response', [-10_000]],
    [
      'appealed and won',
      [['created'], ['lost'], ['appealed'], ['submitted'], ['won']],
      'won',
      [-10_000, 10_000],
    ],
    ['an inquiry', [['inquiry']], 'warning_needs_response', []],
    [
      'an inquiry that closed',
      [['inquiry'], ['submitted'], ['warning_closed']],
      'warning_closed',
      [],
    ],
    ['an inquiry that became more', [['inquiry'], ['escalated']], 'needs_response', [-10_000]],
    ['prevented', [['created'], ['prevented']], 'prevented', [-10_000, 10_000]],
    ['blocked before', [['blocked']], 'prevented', []],
    ['resolved before', [['resolved']], 'prevented', [-10_000]],
  ] as const)('%s: %j is %s and moves %j', async (_what, acts, status, amounts) => {
    const { id } = await paid()
    let last = ''
    for (const [act, amount] of acts) last = (await contest(id, act, { amount })).id
    const dispute = await stripe.disputes.retrieve(last)
    expect([dispute.status, moved(dispute)]).toEqual([status, amounts])
    expect(wrongWith(dispute, 'Disputes', 'Dispute')).toEqual([])
  })

  it('refuse more than is left, a move that their state forbids, and a refund meanwhile', async () => {
    const { id, intent } = await paid()
    await contest(id, 'created', { amount: '60.00' })
    await expect(contest(id, 'created', { amount: '40.01' })).rejects.toThrow('409')
    await expect(contest(id, 'appealed')).rejects.toThrow('409')
    await expect(contest(id, 'warning_closed')).rejects.toThrow('409')
    await expect(contest(id, 'dropped')).rejects.toThrow('400')
    await expect(contest(id, 'lost', { amount: '60.01' })).rejects.toThrow('409')

    expect(await refusalOf(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      status: 400,
      code: 'charge_disputed',
    })

    await contest(id, 'lost', { amount: '10.00' })
    expect(
      await refusalOf(stripe.refunds.create({ payment_intent: intent.id, amount: 9001 })),
    ).toMatchObject({ status: 400, param: 'amount' })
    expect((await stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(9000)
  })

  it('the shop answers once, or gives in', async () => {
    const [answered, given] = [await paid(), await paid()]
    const { id } = await contest(answered.id, 'created')

    const draft = await stripe.disputes.update(id, {
      evidence: { uncategorized_text: 'Entregue' },
      submit: false,
    })

    expect(draft).toMatchObject({
      status: 'needs_response',
      evidence: { uncategorized_text: 'Entregue' },
      evidence_details: { has_evidence: true, submission_count: 0 },
    })

    const sent = await stripe.disputes.update(id, { evidence: { customer_name: 'Ana' } })

    expect(sent).toMatchObject({
      status: 'under_review',
      evidence: { uncategorized_text: 'Entregue', customer_name: 'Ana' },
      evidence_details: { submission_count: 1 },
    })

    expect(
      await refusalOf(stripe.disputes.update(id, { evidence: { customer_name: 'Bia' } })),
    ).toMatchObject({ status: 400 })
    const dispute = await contest(given.id, 'created')
    expect((await stripe.disputes.close(dispute.id)).status).toBe('lost')
    expect(await refusalOf(stripe.disputes.close(dispute.id))).toMatchObject({ status: 400 })
  })

  it('sends an event for each step, with the dispute at that moment', async () => {
    const { id } = await paid()
    await contest(id, 'created')
    await contest(id, 'submitted')
    await contest(id, 'lost', { amount: '25.00' })

    const told = async () =>
      bench.store.received
        .map(({ json }) => json as Stripe.Event)
        .filter((event) => event.type.startsWith('charge.dispute.'))

    await until(async () => (await told()).length >= 5 || undefined)

    expect((await told()).map((event) => event.type).toSorted()).toEqual([
      'charge.dispute.closed',
      'charge.dispute.created',
      'charge.dispute.funds_reinstated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
    ])

    const events = await stripe.events.list({ type: 'charge.dispute.closed' })
    const closed = await stripe.events.retrieve(events.data[0]!.id)

    expect(closed.data).toMatchObject({
      object: { object: 'dispute', status: 'lost', amount: 10_000 },
      previous_attributes: { status: 'under_review' },
    })

    expect(wrongWith(closed, 'Events', 'EventBase')).toEqual([])
  })
})
