import { eq } from 'drizzle-orm'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { webhookEvents } from '../../../db/tables/index.ts'
import { started } from '../../../testing/money-matrix.ts'
import { paymentRow, payPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

// Genuine webhooks of an account that also serves other applications. The shop answers 200, stores
// its own events and skips the others (F220).

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

async function byStripe(event: unknown, secret = testShop.app.config.card!.webhookSecrets[0]!) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const now = Math.floor(testShop.clock.now().getTime() / 1000)
  const hash = createHmac('sha256', secret).update(`${now}.${payload}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${now},v1=${hash}` }

  return (
    await testShop.http.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload })
  ).statusCode
}

async function byPix(body: object, secret = testShop.app.config.pix!.webhookSecret[0]!) {
  const url = `/api/webhooks/pix/pix?hmac=${encodeURIComponent(secret)}`
  return (await testShop.http.inject({ method: 'POST', url, payload: body })).statusCode
}

const about = (eventId: string) =>
  testShop.app.db.select().from(webhookEvents).where(eq(webhookEvents.eventId, eventId))

const event = (type: string, object: unknown, more: object = {}) => ({
  id: `evt_${type}`,
  object: 'event',
  type,
  data: { object },
  ...more,
})

const session = (fields: object) =>
  event('checkout.session.completed', {
    id: 'cs_test_abd',
    object: 'checkout.session',
    metadata: {},
    payment_intent: 'pi_2',
    ...fields,
  })

describe('signed events of other applications on the Stripe account', () => {
  it.each<[string, unknown]>([
    ["another app's session", session({ client_reference_id: 'pedido 42 / José' })],
    ['empty reference', session({ client_reference_id: '' })],
    [
      "another app's metadata",
      event('payment_intent.succeeded', {
        id: 'pi_3',
        object: 'payment_intent',
        metadata: { payment_id: 'inv 2026 #7' },
      }),
    ],
    // A Payment Link copies a URL parameter into the reference (docs, "URL parameters").
    ['a mail address', session({ client_reference_id: 'josé+1@exemplo.com.br' })],
    ['200 characters', session({ client_reference_id: 'ção '.repeat(50) })],
    // WooCommerce's own plugin: order_id, site_url and customer_name in the metadata.
    [
      'a shop of WooCommerce',
      event('charge.succeeded', {
        id: 'ch_1',
        object: 'charge',
        payment_intent: 'pi_4',
        metadata: { order_id: '1042', site_url: 'https://loja.example', customer_name: 'Zoë 😀' },
      }),
    ],
    ['an emoji in payment_id', session({ metadata: { payment_id: '🛒-77' } })],
    ['a NUL in payment_id', session({ metadata: { payment_id: 'a\u0000b' } })],
    ['metadata that is null', session({ metadata: null, client_reference_id: null })],
    // Invoices of Billing name no intent since 2025-03-31.basil.
    ['an invoice', event('invoice.paid', { id: 'in_1', object: 'invoice', parent: {} })],
    ['a balance, which has no id', event('balance.available', { object: 'balance' })],
    // Connect: events of connected accounts carry `account`.
    [
      'another account',
      event('payout.paid', { id: 'po_1', object: 'payout' }, { account: 'acct_9' }),
    ],
    // Thin events (API v2) have no data at all.
    [
      'a thin event',
      {
        id: 'evt_test_65R9Ijk8dKEYZcXeRWn16R9A7j1FSQ3w3TGDPLLGSM4CW0',
        object: 'v2.core.event',
        type: 'v1.billing.meter.error_report_triggered',
        related_object: { id: 'mtr_1', type: 'billing.meter', url: '/v1/billing/meters/mtr_1' },
      },
    ],
    ['an intent that is empty', session({ client_reference_id: null, payment_intent: '' })],
    ['an object that is none', event('x.y', null)],
  ])('%s: 200', async (_name, sent) => {
    expect(await byStripe(sent)).toBe(200)
    expect(await byStripe(sent, 'whsec_forged')).toBe(400)
  })

  it("the shop's own beside them is settled, even with an empty reference and metadata alone", async () => {
    const ours = await started(testShop, 'stripe')
    const sent = session({ client_reference_id: '', metadata: { payment_id: ours.id } })
    expect(await byStripe({ ...sent, id: 'evt_ours' })).toBe(200)
    expect(await about('evt_ours')).toMatchObject([{ provider: 'stripe', reference: ours.id }])
  })
})

const at = '2026-11-26T12:00:00Z'
const other = { endToEndId: 'E1', valor: '5.00', horario: at }
const txid = 'a'.repeat(32)

describe('entries of other charges in a callback of the PIX key', () => {
  it.each<[string, unknown]>([
    ['a good entry beside one without txid', { ...other, txid: '' }],
    ['accents in a foreign txid', { ...other, txid: 'cobrança-çã' }],
    ['no txid at all', other],
    ['null as txid', { ...other, txid: null }],
    // A static code without a txid of its own (BR Code manual, field 62-05).
    ['a static code', { ...other, txid: '***' }],
    ['a NUL', { ...other, txid: 'a\u0000' }],
    ['half of a letter', { ...other, endToEndId: 'E\ud800', txid }],
    ['an identity with blanks', { ...other, endToEndId: 'E 1', txid }],
    ['no identity', { txid, valor: '5.00', horario: at }],
    // Efí, "Webhooks": notices of outgoing payments come to the same URL.
    [
      'an outgoing PIX',
      {
        endToEndId: 'E4',
        chave: 'x',
        tipo: 'SOLICITACAO',
        status: 'REALIZADO',
        valor: '1.00',
        horario: { solicitacao: at, liquidacao: at },
        gnExtras: { idEnvio: '1' },
      },
    ],
    ['a number', 7],
    ['null', null],
    ['a list', [other]],
  ])('%s: passed over, and ours is settled', async (name, entry) => {
    const ours = await started(testShop, 'pix')
    // The sandbox sends no webhook, so that only the test's webhook reports the payment.
    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'pix', method: '*', path: '*', times: 1, do: 'drop-webhook' },
    ])
    await payPix(testShop, ours.txid)
    const eventId = `E2${ours.txid}`
    const pix = [entry, { endToEndId: eventId, txid: ours.txid, valor: '10.00', horario: at }]

    expect(await byPix({ pix }, 'forged')).toBe(400)
    expect(await byPix({ pix }), name).toBe(200)
    expect(await about(eventId)).toMatchObject([{ provider: 'pix', reference: ours.id }])
    await testShop.drain()
    expect((await paymentRow(testShop, ours.id)).status).toBe('completed')
  })

  it.each<[string, object]>([
    // BACEN's API 2.9, PIX Automático: recurrences and their charges.
    ['recurrences', { recs: [{ idRec: 'RR1', status: 'APROVADA' }] }],
    ['charges of recurrences', { cobsr: [{ idRec: 'RR1', txid, status: 'CONCLUIDA' }] }],
    ['a test of the registration', { evento: 'teste_webhook', data_criacao: at }],
    ['nothing', {}],
    ['an empty list', { pix: [] }],
  ])('%s: 200', async (_name, body) => {
    expect(await byPix(body)).toBe(200)
    expect(await byPix(body, 'forged')).toBe(400)
  })

  it('a single entry that is written without its list is read', async () => {
    const ours = await started(testShop, 'pix')
    expect(await byPix({ pix: { endToEndId: 'E9', txid: ours.txid, valor: '1.00' } })).toBe(200)
    expect(await about('E9')).toMatchObject([{ reference: ours.id }])
  })

  it('a foreign event is not stored when the database cannot take its names', async () => {
    for (const name of ['E1', 'E\ud800', 'E 1', 'E4']) expect(await about(name)).toEqual([])
  })
})
