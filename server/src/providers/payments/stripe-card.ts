import Stripe from 'stripe'
import { ProviderUnknown, type ChargeFacts, type ChargeIdentity, type ChargeProvider, type ChargeRequest, type ChargeResult, type RefundFact, type RefundResult, type WebhookHint } from './port.ts'

export type StripeConfig = { secretKey: string; webhookSecrets: string[]; baseUrl?: string | undefined; timeoutMs?: number }

const name = 'stripe'
const shortestSeconds = 30 * 60

/** Cards by Stripe's hosted Checkout through the official SDK; a redirect, so card numbers never come near us (providers.md section 1, quality 1). */
export function createStripeCard(config: StripeConfig): ChargeProvider {
  const stripe = new Stripe(config.secretKey, { maxNetworkRetries: 2, timeout: config.timeoutMs ?? 20_000, telemetry: false, ...hostOf(config.baseUrl) })
  return {
    charge: (asked) => ask(() => charge(stripe, config, asked)),
    read: (identity) => ask(() => read(stripe, identity)),
    cancel: (identity) => ask(() => cancel(stripe, identity)),
    refund: (asked) => ask(async () => {
      const refund = await stripe.refunds.create({ payment_intent: asked.receiptId, amount: asked.refundCents, reason: 'duplicate', metadata: { refund_id: asked.refundId, payment_id: asked.paymentId } }, { idempotencyKey: `refund:${asked.refundId}` })
        .catch((error) => { if (error instanceof Stripe.errors.StripeInvalidRequestError) return error; throw error })
      return refund instanceof Error ? { status: 'failed' as const, providerId: null, failure: refund.code ?? refund.type } : refundResult(refund)
    }),
    readRefund: (asked) => ask(async () => {
      const { data } = await stripe.refunds.list({ payment_intent: asked.receiptId, limit: 100 })
      const refund = data.find((one) => one.metadata?.refund_id === asked.refundId)
      if (!refund) throw new ProviderUnknown(name, 'the refund is not listed')
      return refundResult(refund)
    }),
    verifyWebhook: (input) => verifyWebhook(stripe, config, input.body, input.headers['stripe-signature'], input.now),
  }
}

function hostOf(baseUrl: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (!baseUrl) return {}
  const url = new URL(baseUrl)
  return { host: url.hostname, port: url.port || (url.protocol === 'http:' ? '80' : '443'), protocol: url.protocol.slice(0, -1) as 'http' | 'https' }
}

/** Errors of the way (no connection, 5xx, limits, idempotency in flight) are unknown outcomes; what Stripe says of the request itself goes on. */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  try { return await work() } catch (error) {
    if (error instanceof ProviderUnknown || error instanceof Stripe.errors.StripeInvalidRequestError) throw error
    if (error instanceof Stripe.errors.StripeError) throw new ProviderUnknown(name, `${error.type}${error.statusCode ? ` ${error.statusCode}` : ''}`)
    throw error
  }
}

async function charge(stripe: Stripe, config: StripeConfig, asked: ChargeRequest): Promise<ChargeResult> {
  const key = `checkout:${asked.paymentId}:${asked.attempt}`
  const currency = asked.currency.toLowerCase()
  try {
    // A one-off coupon keeps the hosted page exact to the cent (providers.md 1.3).
    const coupon = asked.discountCents > 0 ? await stripe.coupons.create({ amount_off: asked.discountCents, currency, duration: 'once', max_redemptions: 1, name: asked.orderNumber, metadata: { payment_id: asked.paymentId } }, { idempotencyKey: `${key}:coupon` }) : null
    const session = await stripe.checkout.sessions.create({
      mode: 'payment', allowed_payment_method_types: ['card'], client_reference_id: asked.paymentId, customer_email: asked.customer.email, locale: asked.language === 'en-US' ? 'en' : 'pt-BR', submit_type: 'pay',
      line_items: asked.lines.map((line) => ({ quantity: line.quantity, price_data: { currency, unit_amount: line.unitCents, product_data: { name: line.name } } })),
      ...(coupon ? { discounts: [{ coupon: coupon.id }] } : {}),
      success_url: asked.successUrl, cancel_url: asked.cancelUrl, metadata: { payment_id: asked.paymentId }, payment_intent_data: { metadata: { payment_id: asked.paymentId } },
      expires_at: Math.max(Math.floor(asked.expiresAt.getTime() / 1000), Math.floor(asked.createdAt.getTime() / 1000) + shortestSeconds),
    } as Stripe.Checkout.SessionCreateParams, { idempotencyKey: key })
    if (session.amount_total !== asked.amountCents || !session.url || !isHosted(session.url, config)) {
      await stripe.checkout.sessions.expire(session.id).catch(() => {})
      return { kind: 'refused', code: 'session_not_as_asked', message: '' }
    }
    return { kind: 'charged', reference: session.id, charge: { kind: 'card', url: session.url }, expiresAt: new Date(session.expires_at * 1000) }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409) return { kind: 'refused', code: error.code ?? error.type, message: error.message }
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw new ProviderUnknown(name, 'the same request is under way')
    throw error
  }
}

/** Only Stripe's own page may take the buyer; with a sandbox configured, a loopback page. */
const isHosted = (url: string, config: StripeConfig): boolean => (config.baseUrl ? /^https?:\/\/(127\.0\.0\.1|localhost)[:/]/.test(url) : /^https:\/\/checkout\.stripe\.com\//.test(url))

async function read(stripe: Stripe, identity: ChargeIdentity): Promise<ChargeFacts> {
  const session = await stripe.checkout.sessions.retrieve(identity.reference, { expand: ['payment_intent.latest_charge'] })
    .catch((error) => { if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null; throw error })
  if (!session) return { state: 'unknown', receipts: [], refunds: [], mismatch: null, disputed: false }
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const last = intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const paid = session.status === 'complete' && session.payment_status !== 'unpaid'
  const mismatch = session.client_reference_id !== identity.paymentId ? 'another reference' : session.currency?.toUpperCase() !== identity.currency ? 'another currency' : session.amount_total !== identity.amountCents ? 'another amount asked' : null
  const receiptId = intent?.id ?? session.id
  const refunds: RefundFact[] = last && last.amount_refunded > 0 ? [{ refundId: null, receiptId, amountCents: last.amount_refunded, status: 'succeeded', ours: true }] : []
  return {
    state: session.status === 'open' ? 'open' : 'closed', mismatch, refunds, disputed: last?.disputed ?? false,
    receipts: paid && session.amount_total ? [{ receiptId, amountCents: last?.amount_captured ?? intent?.amount_received ?? session.amount_total, currency: session.currency!.toUpperCase(), receivedAt: new Date((last?.created ?? session.created) * 1000) }] : [],
  }
}

async function cancel(stripe: Stripe, identity: ChargeIdentity): Promise<'cancelled' | 'paid' | 'unknown'> {
  try { await stripe.checkout.sessions.expire(identity.reference); return 'cancelled' } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const facts = await read(stripe, identity)
    return facts.state === 'unknown' ? 'unknown' : facts.receipts.length ? 'paid' : 'cancelled'
  }
}

const refundResult = (refund: Stripe.Refund): RefundResult => ({
  status: refund.status === 'succeeded' ? 'succeeded' : refund.status === 'failed' || refund.status === 'canceled' ? 'failed' : 'pending', providerId: refund.id, failure: refund.failure_reason ?? null,
})

function verifyWebhook(stripe: Stripe, config: StripeConfig, body: Buffer, signature: string | string[] | undefined, now: Date): WebhookHint[] | null {
  if (typeof signature !== 'string') return null
  for (const secret of config.webhookSecrets) {
    try {
      const event = stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, now.getTime())
      const object = event.data.object as { id?: string; object?: string; client_reference_id?: string | null; metadata?: Record<string, string> | null }
      return [{ eventId: event.id, type: event.type, reference: object.object === 'checkout.session' ? object.id ?? null : null, paymentId: object.client_reference_id ?? object.metadata?.payment_id ?? null }]
    } catch { /* the next secret may fit: two are valid while one is being replaced */ }
  }
  return null
}
