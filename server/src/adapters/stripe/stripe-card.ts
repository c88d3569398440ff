import type { ChargeMismatch } from '@chaveiro/contracts/shop-reasons'
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
import { createCharge } from './stripe-session.ts'
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
  /** Another host than api.stripe.com: the sandbox. */
  baseUrl?: string | undefined
  /** Timeout of one try in milliseconds; the SDK makes two. */
  timeoutMs?: number | undefined
}

/**
 * Cards by Stripe's hosted Checkout through the official SDK. The buyer is redirected, so card
 * numbers never reach the shop.
 */
export function createStripeCard(
  config: StripeConfig,
  clock: () => Date = () => new Date(),
): ChargeProvider {
  const stripeClient = stripeOf(config)
  return {
    charge: (request) =>
      knownOrUnknown(() => createCharge(stripeClient, config.baseUrl, request, clock)),
    read: (identity) => knownOrUnknown(() => readCharge(stripeClient, identity)),
    cancel: (identity) => knownOrUnknown(() => cancelSession(stripeClient, identity.reference)),
    refund: (request) => knownOrUnknown(() => requestRefund(stripeClient, request)),
    readRefund: (request) =>
      knownOrUnknown(async () => {
        const existingRefund = await findRefund(stripeClient, request)
        if (!existingRefund) throw new ProviderUnknown(provider, 'no such refund is known there')

        return refundResult(existingRefund)
      }),
    check: () => knownOrUnknown(() => checkAccess(stripeClient)),
    verifyWebhook: (input) => verifyWebhook(stripeClient, config.webhookSecrets, input),
  }
}

/** The official SDK with the shop's options. */
export const stripeOf = ({ secretKey, timeoutMs, baseUrl }: StripeConfig): Stripe =>
  new Stripe(secretKey, {
    maxNetworkRetries: 1,
    timeout: timeoutMs ?? 10_000,
    telemetry: false,
    ...connectionHost(baseUrl),
  })

function connectionHost(baseUrl: string | undefined): {
  host?: string
  port?: string
  protocol?: 'http' | 'https'
} {
  if (!baseUrl) return {}

  const parsedUrl = new URL(baseUrl)
  const protocol = parsedUrl.protocol === 'http:' ? 'http' : 'https'

  return {
    host: parsedUrl.hostname,
    port: parsedUrl.port || (protocol === 'http' ? '80' : '443'),
    protocol,
  }
}

/** Lists the newest session, which every key that can sell may read. */
async function checkAccess(stripe: Stripe): Promise<void> {
  await stripe.checkout.sessions.list({ limit: 1 })
}

async function readCharge(stripe: Stripe, identity: ChargeIdentity): Promise<ChargeFacts> {
  const checkoutSession = await stripe.checkout.sessions
    .retrieve(identity.reference, { expand: ['payment_intent.latest_charge.refunds'] })
    .catch(noneWhenMissing)
  if (!checkoutSession)
    return { state: 'unknown', receipts: [], refunds: [], mismatch: null, disputes: [] }

  const paymentIntent = isExpanded(checkoutSession.payment_intent)
    ? checkoutSession.payment_intent
    : null
  const cardCharge = isExpanded(paymentIntent?.latest_charge) ? paymentIntent.latest_charge : null
  const receiptId = paymentIntent?.id ?? checkoutSession.id

  return {
    state: sessionState(checkoutSession, paymentIntent),
    receipts: receiptsOf(checkoutSession, paymentIntent, cardCharge),
    refunds: (await refundsOf(stripe, cardCharge)).map((refund) => refundFact(refund, receiptId)),
    mismatch: mismatchOf(checkoutSession, paymentIntent, identity),
    disputes: cardCharge?.disputed ? await disputesOf(stripe, receiptId) : [],
  }
}

/** The receipts of a session: at most one, named by its payment intent. */
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

/** The captured amount of the charge, else of the intent, else of the session. */
const paidCents = (
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
  card: Stripe.Charge | null,
): number => card?.amount_captured ?? intent?.amount_received ?? session.amount_total ?? 0

/** All refunds of a charge; its expanded list only has the ten newest. */
async function refundsOf(stripe: Stripe, card: Stripe.Charge | null): Promise<Stripe.Refund[]> {
  if (!card?.refunds?.has_more) return card?.refunds?.data ?? []
  return stripe.refunds.list({ charge: card.id, limit: 100 }).autoPagingToArray({ limit: 1000 })
}

/** open while money may still arrive; methods that settle later keep a completed session open. */
function sessionState(
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
): ChargeMismatch | null {
  const paymentIds = [
    session.client_reference_id,
    session.metadata?.payment_id,
    intent ? intent.metadata.payment_id : identity.paymentId,
  ]

  if (paymentIds.some((id) => id !== identity.paymentId)) return 'another reference'
  if (session.currency?.toUpperCase() !== identity.currency) return 'another currency'

  return session.amount_total === identity.amountCents ? null : 'another amount asked'
}

async function cancelSession(
  stripe: Stripe,
  reference: string,
): Promise<'cancelled' | 'paid' | 'unknown'> {
  try {
    await stripe.checkout.sessions.expire(reference)
    return 'cancelled'
  } catch (error) {
    // The call was refused, or its outcome is unknown: the session's status decides.
    const checkoutSession = await stripe.checkout.sessions
      .retrieve(reference)
      .catch(noneWhenMissing)
    if (!checkoutSession) return 'unknown'
    if (checkoutSession.status === 'expired') return 'cancelled'
    if (checkoutSession.status === 'complete') return 'paid'

    throw error
  }
}

/**
 * Sends money back once for our refund's id. Before the call and after a failure, a refund with
 * that id at Stripe is the result. Stripe forgets an idempotency key after a day, and after a
 * refused request.
 */
async function requestRefund(stripe: Stripe, request: RefundRequest): Promise<RefundResult> {
  const earlierRefund = await findRefund(stripe, request)
  if (earlierRefund) return refundResult(earlierRefund)

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
    const madeRefund = await findRefund(stripe, request)
    if (madeRefund) return refundResult(madeRefund)
    if (!isRefusal(error)) throw error

    return { status: 'failed', providerId: null, failure: error.code ?? error.type }
  }
}

async function findRefund(
  stripe: Stripe,
  request: RefundRequest,
): Promise<Stripe.Refund | undefined> {
  const refundList = await stripe.refunds
    .list({ payment_intent: request.receiptId, limit: 100 })
    .catch(noneWhenMissing)
  return refundList?.data.find((refund) => refund.metadata?.refund_id === request.refundId)
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
