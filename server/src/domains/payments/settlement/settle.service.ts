import type { ReviewReason } from '@chaveiro/contracts/states'
import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { payments, receipts } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import { enqueue } from '../../../platform/jobs.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { ProviderUnknown, type ChargeFacts } from '../../../ports/payments.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { completeCart } from '../../cart/cart.complete.service.ts'
import { consumeCouponUse, releaseCouponUse } from '../../coupons/coupons.service.ts'
import { deliverOrder } from '../../fulfilment/delivery/deliver.service.ts'
import { holdBuyer } from '../../orders/buyers.queries.ts'
import { completeOrder } from '../../orders/orders.service.ts'
import { releaseKeys } from '../../stock/stock.service.ts'
import { followDisputes, keepDisputes } from '../disputes/disputes.service.ts'
import { withInfractions } from '../disputes/infractions.service.ts'
import { lockPayment, paymentById, receiptsOf, type Payment } from '../payments.queries.ts'
import { lessReturned, openRefund } from '../refunds/refund.service.ts'
import { followReturns, keepReturns } from '../refunds/returns.service.ts'
import { cryptoFacts } from './deposits.service.ts'
import {
  endOtherCharges,
  failPayment,
  tellChat,
  updatePayment,
  type Source,
} from './fail.service.ts'
import {
  decide,
  wasPaid,
  type DepositFacts,
  type Money,
  type Seen,
  type Verdict,
} from './settlement.rules.ts'

/**
 * The one place where money becomes real: ask the provider, then apply what it reports in one
 * transaction. Idempotent, and safe to call from anywhere: an unknown outcome changes nothing and
 * is asked again. Throws ProviderUnknown only to the job of a webhook whose payment nothing else
 * would look at again.
 */
export async function settle(app: App, paymentId: string, source: Source): Promise<Payment | null> {
  const payment = await paymentById(app, paymentId)
  if (!payment) return null
  try {
    const readAt = app.clock.now()
    const facts = await readFacts(app, payment)
    return await inTransaction(app, (tx) => applyFacts(tx, paymentId, facts, { source, readAt }))
  } catch (error) {
    if (!(error instanceof ProviderUnknown)) throw error
    // Nothing else asks about a payment that is not checked any more: the job of the webhook
    // retries until the outcome is known.
    if ((source === 'webhook' || source === 'infraction') && !payment.nextCheckAt) throw error
    app.log.warn(
      { paymentId, source, reason: error.message },
      'the provider did not answer; the payment stays as it is and is asked again',
    )
    return payment
  }
}

const nothingYet: ChargeFacts = {
  state: 'open',
  receipts: [],
  refunds: [],
  mismatch: null,
  disputes: [],
}

async function readFacts(app: App, payment: Payment): Promise<ChargeFacts | 'deposits'> {
  if (payment.method === 'crypto') return 'deposits'
  const provider = app.providers.charges[payment.method]
  if (!provider || !payment.providerReference) return nothingYet
  const identity = {
    paymentId: payment.id,
    reference: payment.providerReference,
    amountCents: payment.amountCents,
    currency: payment.currency,
  }
  const facts = await provider.read(identity)
  const expired = payment.status === 'pending' && app.clock.now() >= payment.expiresAt
  // A hosted page must be closed before its stock is on sale again, or somebody could still pay
  // there.
  if (payment.method !== 'stripe' || !expired || facts.state !== 'open' || facts.receipts.length)
    return facts
  return (await provider.cancel(identity)) === 'paid'
    ? provider.read(identity)
    : { ...facts, state: 'closed' }
}

async function applyFacts(
  tx: App,
  paymentId: string,
  reported: ChargeFacts | 'deposits',
  { source, readAt }: { source: Source; readAt: Date },
): Promise<Payment> {
  const payment = (await lockPayment(tx, paymentId))!
  const facts: ChargeFacts & Partial<DepositFacts> =
    reported === 'deposits'
      ? await cryptoFacts(tx, payment)
      : await withInfractions(tx, payment, reported)
  const received = await keepReceipts(tx, payment, facts)
  const news = await keepDisputes(tx, payment, facts.disputes, readAt)
  // Money of an unpaid payment that goes back pays for nothing any more, also when the return is
  // reported together with the payment itself.
  const returned = await keepReturns(tx, payment, facts.refunds)
  const left = wasPaid(payment) ? received : await lessReturned(tx, payment.id, received)
  const seen = { ...facts, dispute: news.state }
  const verdict = await judge(tx, payment, { received, left, seen })
  const applied = await applyVerdict(tx, payment, verdict, {
    receivedCents: received
      .filter((receipt) => receipt.currency === payment.currency)
      .reduce((sum, receipt) => sum + receipt.amountCents, 0),
    source,
    note: facts.mismatch,
    underway: facts.underway ?? false,
  })
  const followed = returned ? await followReturns(tx, applied) : applied
  return followDisputes(tx, followed, news, source)
}

/** What was received and what is left of it, with what the provider says of the charge. */
type Evidence = { received: Receipt[]; left: Receipt[]; seen: Seen }

/**
 * Decide with what the pure rule cannot know: who may be served, what went back, what staff
 * confirmed by hand.
 */
async function judge(
  tx: App,
  payment: Payment,
  { received, left, seen }: Evidence,
): Promise<Verdict> {
  const barred = left.length > 0 && (await isBarred(tx, payment))
  const judged = decide({ ...payment, barred }, left, seen, tx.clock.now())
  // Money that was received and is wholly back pays for nothing, yet it was here: the review reason
  // stays.
  const decided =
    received.length &&
    judged.kind !== 'complete' &&
    judged.reviewReason === null &&
    left !== received
      ? { ...judged, reviewReason: (payment.reviewReason as ReviewReason | null) ?? 'mismatch' }
      : judged
  // Money that staff confirmed by hand may be this very money, reported late: nothing is sent back
  // unasked, the review reason says that there is more.
  return decided.kind === 'keep' && left.some((receipt) => receipt.byHand)
    ? { ...decided, extra: [] }
    : decided
}

/**
 * Whether an unpaid payment may not be delivered, because its buyer is banned or was deleted
 * (Q114).
 */
const isBarred = async (tx: App, payment: Payment): Promise<boolean> =>
  !wasPaid(payment) && (await holdBuyer(tx, payment.userId)) !== 'there'

type Receipt = Money & { byHand: boolean }

async function keepReceipts(tx: App, payment: Payment, facts: ChargeFacts): Promise<Receipt[]> {
  if (facts.receipts.length) {
    const now = tx.clock.now()
    await tx.db
      .insert(receipts)
      .values(
        facts.receipts.map((receipt) => ({
          ...receipt,
          method: payment.method,
          paymentId: payment.id,
          createdAt: now,
        })),
      )
      .onConflictDoNothing()
  }
  return facts.receipts.length || payment.receivedCents ? receiptsOf(tx, payment.id) : []
}

/** What was received for a payment in its currency, who reported it, and the note to store. */
type Booking = { receivedCents: number; source: Source; note: string | null }

async function applyVerdict(
  tx: App,
  payment: Payment,
  verdict: Verdict,
  { underway, ...booking }: Booking & { underway: boolean },
): Promise<Payment> {
  const { receivedCents, ...trail } = booking
  if (verdict.kind === 'complete') return complete(tx, payment, verdict, booking)
  if (verdict.kind === 'fail')
    return failPayment(tx, { ...payment, receivedCents }, verdict.reason, {
      ...trail,
      reviewReason: verdict.reviewReason,
    })
  await sendBackTwice(tx, payment, verdict.extra)
  if (verdict.reviewReason && verdict.reviewReason !== payment.reviewReason)
    await recordAudit(tx, {
      action: `payment.${verdict.reviewReason}`,
      targetType: 'payment',
      targetId: payment.id,
      details: { ...trail, receivedCents },
    })
  const change = {
    reviewReason: verdict.reviewReason,
    receivedCents,
    note: trail.note ?? payment.note,
  }
  return updatePayment(tx, payment, change, underway)
}

/** Send money back that was paid twice, as far as it did not go back already. */
async function sendBackTwice(
  tx: App,
  payment: Payment,
  received: readonly Pick<Money, 'receiptId' | 'amountCents'>[],
): Promise<void> {
  for (const left of await lessReturned(tx, payment.id, received))
    await openRefund(tx, payment, left, 'duplicate')
}

/**
 * Make a payment real, once: order paid, keys used, licences issued, coupon use consumed, cart
 * completed, mail queued, all in this transaction. When staff accept money of a banned buyer, the
 * units are held until the ban is lifted (Q114).
 */
export async function complete(
  tx: App,
  payment: Payment,
  verdict: { reviewReason: string | null; paidAt: Date; extra: Money[]; held?: boolean },
  { receivedCents, ...trail }: Booking,
): Promise<Payment> {
  const paid = await completeOrder(tx, payment.orderId, payment.method)
  const reviewReason = paid ? verdict.reviewReason : 'duplicate'
  if (paid) {
    // What another charge of this order reserved is what this money pays for, and that charge must
    // take no second money.
    await endOtherCharges(tx, payment, trail.source)
    if (payment.couponCode) await consumeCouponUse(tx, payment.id)
    if (verdict.held) await releaseKeys(tx, payment.id)
    else await deliverOrder(tx, paid, payment.id)
  } else {
    await releaseKeys(tx, payment.id)
    await releaseCouponUse(tx, payment.id)
    await sendBackTwice(tx, payment, await receiptsOf(tx, payment.id))
  }
  if (paid) await sendBackTwice(tx, payment, verdict.extra)
  const [completed] = await Promise.all([
    updatePayment(tx, payment, {
      status: 'completed',
      reason: null,
      reviewReason,
      receivedCents,
      note: trail.note,
      paidAt: verdict.paidAt,
      settledAt: tx.clock.now(),
    }),
    recordAudit(tx, {
      action: 'payment.completed',
      targetType: 'payment',
      targetId: payment.id,
      details: { ...trail, attention: reviewReason, receivedCents, orderId: payment.orderId },
    }),
    tellChat(tx, payment),
    ...(paid
      ? [
          completeCart(tx, payment.cartId, { paymentId: payment.id, lines: paid.lines }),
          enqueue(tx, 'order.receipt', { orderId: payment.orderId }),
        ]
      : []),
  ])
  return completed
}

/**
 * Whether a reader may make us ask the provider now: one question per payment in so many seconds,
 * whoever asks.
 */
export async function mayAsk(app: App, paymentId: string, seconds: number): Promise<boolean> {
  const now = app.clock.now()
  const taken = await app.db
    .update(payments)
    .set({ checkedAt: now })
    .where(
      and(
        eq(payments.id, paymentId),
        eq(payments.status, 'pending'),
        or(isNull(payments.checkedAt), lte(payments.checkedAt, secondsAfter(now, -seconds))),
      ),
    )
    .returning({ id: payments.id })
  return taken.length === 1
}
