import Stripe from 'stripe'
import {
  ProviderUnknown,
  type ChargeFacts,
  type ChargeIdentity,
  type ChargeProvider,
  type ChargeRequest,
  type ChargeResult,
  type RefundFact,
  type RefundRequest,
  type RefundResult,
  type WebhookHint,
  type WebhookInput,
} from './port.ts'
import { disputesOf } from './stripe-disputes.ts'

export type StripeConfig = {
  secretKey: string
  webhookSecrets: string[]
  /** Somewhere else than api.stripe.com: the sandbox. */
  baseUrl?: string | undefined
  /** Of one try; the SDK makes two. */
  timeoutMs?: number | undefined
}

const provider = 'stripe'
const { StripeAPIError, StripeError, StripeInvalidRequestError } = Stripe.errors
/** Stripe takes no session that ends sooner, counted from when it is made (providers.md 1.3). */
const shortestSeconds = 30 * 60
const webhookSeconds = 300
const mostLines = 100

/** Cards by Stripe's hosted Checkout through the official SDK: a redirect, so card numbers never come near us (providers.md section 1). */
export function createStripeCard(
  config: StripeConfig,
  clock: () => Date = () => new Date(),
): ChargeProvider {
  const stripe = new Stripe(config.secretKey, {
    maxNetworkRetries: 1,
    timeout: config.timeoutMs ?? 10_000,
    telemetry: false,
    ...hostOf(config.baseUrl),
  })
  return {
    charge: (asked) => knownOrUnknown(() => charge(stripe, config, asked, clock)),
    read: (identity) => knownOrUnknown(() => read(stripe, identity)),
    cancel: (identity) => knownOrUnknown(() => cancel(stripe, identity.reference)),
    refund: (asked) => knownOrUnknown(() => refund(stripe, asked)),
    readRefund: (asked) =>
      knownOrUnknown(async () => {
        const standing = await findRefund(stripe, asked)
        if (!standing) throw new ProviderUnknown(provider, 'no such refund is known there')
        return refundResult(standing)
      }),
    verifyWebhook: (input) => verifyWebhook(stripe, config.webhookSecrets, input),
  }
}

function hostOf(baseUrl: string | undefined): {
  host?: string
  port?: string
  protocol?: 'http' | 'https'
} {
  if (!baseUrl) return {}
  const url = new URL(baseUrl)
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  return { host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443'), protocol }
}

/** What the SDK throws, said without its text: that may hold parts of keys, addresses and what a customer wrote. */
async function knownOrUnknown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    throw new ProviderUnknown(
      provider,
      [error.type, error.statusCode, error.code].filter(Boolean).join(' '),
    )
  }
}

async function charge(
  stripe: Stripe,
  config: StripeConfig,
  asked: ChargeRequest,
  clock: () => Date,
): Promise<ChargeResult> {
  try {
    const session = await openSession(stripe, asked, clock)
    const asAsked =
      session.amount_total === asked.amountCents &&
      session.currency?.toUpperCase() === asked.currency &&
      session.client_reference_id === asked.paymentId
    if (asAsked && session.url && isHosted(session.url, config.baseUrl))
      return {
        kind: 'charged',
        reference: session.id,
        charge: { kind: 'card', url: session.url },
        expiresAt: new Date(session.expires_at * 1000),
      }
    if (session.status === 'open')
      await stripe.checkout.sessions.expire(session.id).catch(() => null) // nobody has its address, so it cannot be paid anyway
    return { kind: 'refused', code: 'session_not_as_asked', message: '' }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { kind: 'refused', code: error.code ?? error.type, message: error.param ?? '' }
  }
}

/**
 * Make the session, or get the one that was made: same payment and attempt, same key. Stripe keeps a 500 under the key for a
 * day, and refuses an end that has come too near, so these two are asked once more under a second key: no address of a session
 * came of the first, so nobody can pay it. All else that is not known is left open, or two callers might hold two sessions.
 */
async function openSession(
  stripe: Stripe,
  asked: ChargeRequest,
  clock: () => Date,
): Promise<Stripe.Checkout.Session> {
  const key = `checkout:${asked.paymentId}:${asked.attempt}`
  const planned = Math.max(seconds(asked.expiresAt), seconds(asked.createdAt) + shortestSeconds)
  try {
    return await createSession(stripe, asked, key, planned)
  } catch (error) {
    const tooNear = isRefusal(error) && error.param === 'expires_at'
    if (!tooNear && !(error instanceof StripeAPIError && error.statusCode === 500)) throw error
    const soonest = seconds(clock()) + shortestSeconds
    return createSession(
      stripe,
      asked,
      `${key}:again`,
      !tooNear && planned >= soonest ? planned : soonest + 60,
    )
  }
}

async function createSession(
  stripe: Stripe,
  asked: ChargeRequest,
  idempotencyKey: string,
  expiresAt: number,
): Promise<Stripe.Checkout.Session> {
  const currency = asked.currency.toLowerCase()
  const metadata = { payment_id: asked.paymentId }
  // A one-off coupon keeps the page exact to the cent and shows the buyer what was taken off (providers.md 1.3).
  const coupon =
    asked.discountCents > 0
      ? await stripe.coupons.create(
          {
            amount_off: asked.discountCents,
            currency,
            duration: 'once',
            max_redemptions: 1,
            name: asked.orderNumber.slice(0, 40),
            metadata,
          },
          { idempotencyKey: `${idempotencyKey}:coupon` },
        )
      : null
  return stripe.checkout.sessions.create(
    {
      mode: 'payment',
      submit_type: 'pay',
      locale: asked.language === 'en-US' ? 'en' : 'pt-BR',
      // Since 2026-09-30.endive this filter replaces payment_method_types, which is refused (providers.md 1.1).
      allowed_payment_method_types: ['card'],
      client_reference_id: asked.paymentId,
      customer_email: asked.customer.email,
      line_items: linesOf(asked).map((line) => ({
        quantity: line.quantity,
        price_data: {
          currency,
          unit_amount: line.unitCents,
          product_data: { name: line.name.slice(0, 250) },
        },
      })),
      ...(coupon ? { discounts: [{ coupon: coupon.id }] } : {}),
      success_url: asked.successUrl,
      cancel_url: asked.cancelUrl,
      expires_at: expiresAt,
      // On both: refunds and disputes carry the intent's, never the session's.
      metadata,
      payment_intent_data: { metadata },
    },
    { idempotencyKey },
  )
}

/** The order's lines, or one for all of them where there are more than Stripe takes. */
function linesOf({ lines, orderNumber }: ChargeRequest): ChargeRequest['lines'] {
  if (lines.length <= mostLines) return lines
  return [
    {
      name: orderNumber,
      quantity: 1,
      unitCents: lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0),
    },
  ]
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)
/** Said of the request itself and for good (400, 404); keys, limits and calls under way have classes of their own. */
const isRefusal = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof StripeInvalidRequestError

/** Only Stripe's own page may take the buyer (quality 1); with a sandbox on this machine, wherever that shows its page. */
function isHosted(url: string, baseUrl: string | undefined): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, origin } = new URL(url)
  if (baseUrl && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname))
    return protocol === 'http:' || protocol === 'https:'
  return origin === 'https://checkout.stripe.com'
}

async function read(stripe: Stripe, identity: ChargeIdentity): Promise<ChargeFacts> {
  const session = await stripe.checkout.sessions
    .retrieve(identity.reference, { expand: ['payment_intent.latest_charge.refunds'] })
    .catch(noneWhenMissing)
  if (!session) return { state: 'unknown', receipts: [], refunds: [], mismatch: null, disputes: [] }
  const intent = isExpanded(session.payment_intent) ? session.payment_intent : null
  const card = isExpanded(intent?.latest_charge) ? intent.latest_charge : null
  const receiptId = intent?.id ?? session.id
  const paid = session.status === 'complete' && session.payment_status !== 'unpaid'
  const amountCents = card?.amount_captured ?? intent?.amount_received ?? session.amount_total ?? 0
  return {
    state: stateOf(session, intent),
    receipts:
      paid && amountCents > 0
        ? [
            {
              receiptId,
              amountCents,
              currency: (card ?? session).currency!.toUpperCase(),
              receivedAt: new Date((card?.created ?? session.created) * 1000),
            },
          ]
        : [],
    refunds: (card?.refunds?.data ?? []).map((one) =>
      refundFact(one, receiptId, identity.paymentId),
    ),
    mismatch: mismatchOf(session, intent, identity),
    disputes: card?.disputed ? await disputesOf(stripe, receiptId) : [],
  }
}

/** open while money may still come, which goes on after completion for methods that settle later (providers.md 1.4). */
function stateOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): 'open' | 'closed' {
  if (session.status === 'open') return 'open'
  return session.status === 'complete' &&
    session.payment_status === 'unpaid' &&
    intent?.status === 'processing'
    ? 'open'
    : 'closed'
}

function mismatchOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
  identity: ChargeIdentity,
): string | null {
  const ids = [
    session.client_reference_id,
    session.metadata?.payment_id,
    intent ? intent.metadata.payment_id : identity.paymentId,
  ]
  if (ids.some((id) => id !== identity.paymentId)) return 'another reference'
  if (session.currency?.toUpperCase() !== identity.currency) return 'another currency'
  return session.amount_total === identity.amountCents ? null : 'another amount asked'
}

async function cancel(
  stripe: Stripe,
  reference: string,
): Promise<'cancelled' | 'paid' | 'unknown'> {
  try {
    await stripe.checkout.sessions.expire(reference)
    return 'cancelled'
  } catch (error) {
    // Refused or not known: where the session stands now decides.
    const session = await stripe.checkout.sessions.retrieve(reference).catch(noneWhenMissing)
    if (!session) return 'unknown'
    if (session.status === 'expired') return 'cancelled'
    if (session.status === 'complete') return 'paid'
    throw error
  }
}

/** Send money back once for our refund's id. When Stripe does not take the call, what stands under that id decides. */
async function refund(stripe: Stripe, asked: RefundRequest): Promise<RefundResult> {
  try {
    return refundResult(
      await stripe.refunds.create(
        {
          payment_intent: asked.receiptId,
          amount: asked.refundCents,
          metadata: { refund_id: asked.refundId, payment_id: asked.paymentId },
        },
        { idempotencyKey: `refund:${asked.refundId}` },
      ),
    )
  } catch (error) {
    const standing = await findRefund(stripe, asked)
    if (standing) return refundResult(standing)
    if (!isRefusal(error)) throw error
    return { status: 'failed', providerId: null, failure: error.code ?? error.type }
  }
}

async function findRefund(
  stripe: Stripe,
  asked: RefundRequest,
): Promise<Stripe.Refund | undefined> {
  const refunds = await stripe.refunds
    .list({ payment_intent: asked.receiptId, limit: 100 })
    .catch(noneWhenMissing)
  return refunds?.data.find((one) => one.metadata?.refund_id === asked.refundId)
}

const refundStatus = (status: string | null): RefundResult['status'] =>
  status === 'succeeded'
    ? 'succeeded'
    : status === 'failed' || status === 'canceled'
      ? 'failed'
      : 'pending'
const refundResult = (one: Stripe.Refund): RefundResult => ({
  status: refundStatus(one.status),
  providerId: one.id,
  failure: one.failure_reason ?? null,
})
const refundFact = (one: Stripe.Refund, receiptId: string, paymentId: string): RefundFact => ({
  refundId: one.metadata?.refund_id ?? one.id,
  receiptId,
  amountCents: one.amount,
  status: refundStatus(one.status),
  ours: one.metadata?.payment_id === paymentId && one.metadata?.refund_id !== undefined,
})

const isExpanded = <T extends object>(value: string | T | null | undefined): value is T =>
  typeof value === 'object' && value !== null
function noneWhenMissing(error: unknown): null {
  if (isRefusal(error) && error.statusCode === 404) return null
  throw error
}

/** Any of the secrets may have signed the raw bytes: two are valid while one is being replaced. Old messages are refused (quality R9). */
function verifyWebhook(
  stripe: Stripe,
  secrets: readonly string[],
  input: WebhookInput,
): WebhookHint[] | null {
  const signature = input.headers['stripe-signature']
  if (typeof signature !== 'string') return null
  for (const secret of secrets) {
    try {
      return [
        hintOf(
          stripe.webhooks.constructEvent(
            input.body,
            signature,
            secret,
            webhookSeconds,
            undefined,
            input.now.getTime(),
          ),
        ),
      ]
    } catch {
      /* not by this one */
    }
  }
  return null
}

type About = {
  id?: string
  object?: string
  client_reference_id?: string | null
  metadata?: Record<string, string> | null
  payment_intent?: string | { id: string } | null
}

function hintOf(event: Stripe.Event): WebhookHint {
  const about = event.data.object as About
  const intent =
    about.object === 'payment_intent'
      ? about.id
      : isExpanded(about.payment_intent)
        ? about.payment_intent.id
        : about.payment_intent
  return {
    eventId: event.id,
    type: event.type,
    reference: about.object === 'checkout.session' ? about.id! : null,
    paymentId: about.client_reference_id ?? about.metadata?.payment_id ?? null,
    receiptId: intent ?? null,
  }
}
