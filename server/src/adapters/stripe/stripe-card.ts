import Stripe from 'stripe'

import {
  ProviderUnknown,
  type ChargeFacts,
  type ChargeIdentity,
  type ChargeProvider,
  type RefundFact,
  type RefundRequest,
  type RefundResult,
} from '../../ports/payments.ts'
import { disputesOf } from './stripe-disputes.ts'
import { charge } from './stripe-session.ts'
import {
  isExpanded,
  isRefusal,
  knownOrUnknown,
  noneWhenMissing,
  provider,
} from './stripe-shared.ts'
import { verifyWebhook } from './stripe-webhook.ts'

export type StripeConfig = {
  secretKey: string
  webhookSecrets: string[]
  /** Somewhere else than api.stripe.com: the sandbox. */
  baseUrl?: string | undefined
  /** Of one try; the SDK makes two. */
  timeoutMs?: number | undefined
}

/**
 * Cards by Stripe's hosted Checkout through the official SDK: a redirect, so card numbers never
 * come near us.
 */
export function createStripeCard(
  config: StripeConfig,
  clock: () => Date = () => new Date(),
): ChargeProvider {
  const stripe = stripeOf(config)
  return {
    charge: (request) => knownOrUnknown(() => charge(stripe, config.baseUrl, request, clock)),
    read: (identity) => knownOrUnknown(() => readCharge(stripe, identity)),
    cancel: (identity) => knownOrUnknown(() => cancel(stripe, identity.reference)),
    refund: (request) => knownOrUnknown(() => refund(stripe, request)),
    readRefund: (request) =>
      knownOrUnknown(async () => {
        const standing = await findRefund(stripe, request)
        if (!standing) throw new ProviderUnknown(provider, 'no such refund is known there')

        return refundResult(standing)
      }),
    check: () => knownOrUnknown(() => check(stripe)),
    verifyWebhook: (input) => verifyWebhook(stripe, config.webhookSecrets, input),
  }
}

/** The official SDK as the shop uses it. */
export const stripeOf = ({ secretKey, timeoutMs, baseUrl }: StripeConfig): Stripe =>
  new Stripe(secretKey, {
    maxNetworkRetries: 1,
    timeout: timeoutMs ?? 10_000,
    telemetry: false,
    ...hostOf(baseUrl),
  })

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

/** The newest session is asked for, which every key that can sell may read. */
async function check(stripe: Stripe): Promise<void> {
  await stripe.checkout.sessions.list({ limit: 1 })
}

async function readCharge(stripe: Stripe, identity: ChargeIdentity): Promise<ChargeFacts> {
  const session = await stripe.checkout.sessions
    .retrieve(identity.reference, { expand: ['payment_intent.latest_charge.refunds'] })
    .catch(noneWhenMissing)
  if (!session) return { state: 'unknown', receipts: [], refunds: [], mismatch: null, disputes: [] }

  const intent = isExpanded(session.payment_intent) ? session.payment_intent : null
  const card = isExpanded(intent?.latest_charge) ? intent.latest_charge : null
  const receiptId = intent?.id ?? session.id

  return {
    state: stateOf(session, intent),
    receipts: receiptsOf(session, intent, card),
    refunds: (await refundsOf(stripe, card)).map((refund) => refundFact(refund, receiptId)),
    mismatch: mismatchOf(session, intent, identity),
    disputes: card?.disputed ? await disputesOf(stripe, receiptId) : [],
  }
}

/** The money of a session: at most one receipt, named by its payment intent. */
function receiptsOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
  card: Stripe.Charge | null,
): ChargeFacts['receipts'] {
  if (session.status !== 'complete' || session.payment_status === 'unpaid') return []

  const amountCents = paidCents(session, intent, card)
  if (amountCents <= 0) return []

  return [
    {
      receiptId: intent?.id ?? session.id,
      amountCents,
      currency: (card ?? session).currency!.toUpperCase(),
      receivedAt: new Date((card?.created ?? session.created) * 1000),
    },
  ]
}

/** Who took the money knows best how much it was. */
const paidCents = (
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
  card: Stripe.Charge | null,
): number => card?.amount_captured ?? intent?.amount_received ?? session.amount_total ?? 0

/** All refunds of a charge: expanded in it are the ten newest only. */
async function refundsOf(stripe: Stripe, card: Stripe.Charge | null): Promise<Stripe.Refund[]> {
  if (!card?.refunds?.has_more) return card?.refunds?.data ?? []
  return stripe.refunds.list({ charge: card.id, limit: 100 }).autoPagingToArray({ limit: 1000 })
}

/**
 * open while money may still come, which goes on after completion for methods that settle later.
 */
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

/**
 * Send money back once for our refund's id. What stands under that id decides, before the call,
 * since Stripe forgets an idempotency key after a day, and after one that it did not take.
 */
async function refund(stripe: Stripe, request: RefundRequest): Promise<RefundResult> {
  const before = await findRefund(stripe, request)
  if (before) return refundResult(before)

  try {
    return refundResult(
      await stripe.refunds.create(
        {
          payment_intent: request.receiptId,
          amount: request.refundCents,
          metadata: { refund_id: request.refundId, payment_id: request.paymentId },
        },
        { idempotencyKey: `refund:${request.refundId}` },
      ),
    )
  } catch (error) {
    const standing = await findRefund(stripe, request)
    if (standing) return refundResult(standing)
    if (!isRefusal(error)) throw error

    return { status: 'failed', providerId: null, failure: error.code ?? error.type }
  }
}

async function findRefund(
  stripe: Stripe,
  request: RefundRequest,
): Promise<Stripe.Refund | undefined> {
  const refunds = await stripe.refunds
    .list({ payment_intent: request.receiptId, limit: 100 })
    .catch(noneWhenMissing)
  return refunds?.data.find((refund) => refund.metadata?.refund_id === request.refundId)
}

function refundStatus(status: string | null): RefundResult['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

const refundResult = (refund: Stripe.Refund): RefundResult => ({
  status: refundStatus(refund.status),
  providerId: refund.id,
  failure: refund.failure_reason ?? null,
})

const refundFact = (refund: Stripe.Refund, receiptId: string): RefundFact => ({
  refundId: refund.metadata?.refund_id ?? refund.id,
  receiptId,
  amountCents: refund.amount,
  status: refundStatus(refund.status),
})
