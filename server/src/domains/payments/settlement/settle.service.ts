import { payMethods } from '@chaveiro/contracts/payment-methods'
import type { ChangeSource } from '@chaveiro/contracts/shop-reasons'
import { and, eq, isNull, lte, or } from 'drizzle-orm'

import { payments, receipts } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { ProviderUnknown, type ChargeFacts, type ChargeIdentity } from '../../../ports/payments.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { chargesFor } from '../../books/methods.rules.ts'
import { holdBuyer } from '../../orders/buyers.queries.ts'
import { followDisputes, keepDisputes } from '../disputes/disputes.service.ts'
import { readReportsFirst, withInfractions } from '../disputes/infractions.service.ts'
import { lessReturned } from '../refunds/refund.service.ts'
import { followReturns, keepReturns } from '../refunds/returns.service.ts'
import { wasPaid, type ReceivedMoney } from '../state/payment.rules.ts'
import { lockPayment, paymentById, receiptsOf, type Payment } from '../state/payments.queries.ts'
import { noteOf, remarkOf } from '../state/remarks.rules.ts'
import { failPayment, updatePayment } from '../state/transitions.service.ts'
import { complete, CouponSpent, sendBackTwice, type Booking } from './complete.service.ts'
import { cryptoFacts } from './deposits.service.ts'
import {
  decideVerdict,
  type DepositFacts,
  type ProviderReport,
  type Verdict,
} from './verdict.rules.ts'

/**
 * Book the money that a provider reports: ask the provider, then apply its facts in one
 * transaction. Idempotent: an unknown outcome changes nothing and is asked again. Throws
 * ProviderUnknown only to the job of a webhook when nothing else would check the payment again.
 */
export async function settle(
  app: App,
  paymentId: string,
  source: ChangeSource,
): Promise<Payment | null> {
  const payment = await paymentById(app, paymentId)
  if (!payment) return null

  try {
    return await settleNow(app, payment, source)
  } catch (error) {
    if (!(error instanceof ProviderUnknown)) throw error
    // A payment without a next check has only the job of this webhook, which retries until the
    // outcome is known.
    if ((source === 'webhook' || source === 'infraction') && !payment.nextCheckAt) throw error

    app.log.warn(
      { paymentId, source, reason: error.message },
      'the provider did not answer; the payment stays as it is and is asked again',
    )

    return payment
  }
}

/** Like settle, but throws ProviderUnknown when the provider did not answer. */
export async function settleNow(
  app: App,
  payment: Payment,
  source: ChangeSource,
): Promise<Payment> {
  const readAt = app.clock.now()
  const chargeFacts = await readFacts(app, payment)
  if (chargeFacts !== 'deposits') await readReportsFirst(app, payment, chargeFacts)
  const readContext = { source, readAt }

  try {
    return await inTransaction(app, (tx) => applyFacts(tx, payment.id, chargeFacts, readContext))
  } catch (error) {
    if (!(error instanceof CouponSpent)) throw error
    // Only the attempt to take a coupon use shows whether one is left. When none is, the facts are
    // applied again, and the money waits for staff.
    return inTransaction(app, (tx) =>
      applyFacts(tx, payment.id, chargeFacts, { ...readContext, isCouponSpent: true }),
    )
  }
}

const nothingYet: ChargeFacts = {
  state: 'open',
  receipts: [],
  refunds: [],
  mismatch: null,
  disputes: [],
}

/** The ids of a charge at its provider, and its recipient. */
const identityOf = (payment: Payment, reference: string): ChargeIdentity => ({
  paymentId: payment.id,
  reference,
  amountCents: payment.amountCents,
  currency: payment.currency,
  ...(payment.charge?.kind === 'pix' && payment.charge.key
    ? { recipient: payment.charge.key }
    : {}),
})

async function readFacts(app: App, payment: Payment): Promise<ChargeFacts | 'deposits'> {
  if (payment.method === 'crypto') return 'deposits'

  const provider = chargesFor(app, payment)
  if (!provider || !payment.providerReference) return nothingYet

  const identity = identityOf(payment, payment.providerReference)
  const chargeFacts = await provider.read(identity)
  const isExpired = payment.status === 'pending' && app.clock.now() >= payment.expiresAt
  // A hosted page must be closed before its stock is on sale again; otherwise its buyer could still
  // pay there.
  if (
    payment.method !== payMethods.card ||
    !isExpired ||
    chargeFacts.state !== 'open' ||
    chargeFacts.receipts.length
  )
    return chargeFacts

  return (await provider.cancel(identity)) === 'paid'
    ? provider.read(identity)
    : { ...chargeFacts, state: 'closed' }
}

async function applyFacts(
  tx: App,
  paymentId: string,
  reported: ChargeFacts | 'deposits',
  {
    source,
    readAt,
    isCouponSpent = false,
  }: { source: ChangeSource; readAt: Date; isCouponSpent?: boolean },
): Promise<Payment> {
  const payment = (await lockPayment(tx, paymentId))!
  const { facts, received } = await readReported(tx, payment, reported)
  const disputeNews = await keepDisputes(tx, payment, facts.disputes, readAt)
  // Returned money of an unpaid payment pays for nothing, even when payment and return are reported
  // together.
  const returned = await keepReturns(tx, payment, facts.refunds)

  const [left, isBuyerBarred] = wasPaid(payment)
    ? [received, false]
    : await Promise.all([
        lessReturned(tx, payment.id, received),
        received.length > 0 && cannotBeServed(tx, payment),
      ])

  const reportNow = { ...facts, dispute: disputeNews.state }

  const verdict = judgePayment(
    tx,
    { ...payment, isBuyerBarred, isCouponSpent },
    { received, left, seen: reportNow },
  )

  const appliedPayment = await applyVerdict(tx, payment, verdict, {
    receivedCents: received
      .filter((receipt) => receipt.currency === payment.currency)
      .reduce((sum, receipt) => sum + receipt.amountCents, 0),
    source,
    remark: isCouponSpent ? 'coupon_spent' : undefined,
    note: facts.mismatch,
    underway: facts.underway ?? false,
  })

  const followed = returned ? await followReturns(tx, appliedPayment) : appliedPayment

  return followDisputes(tx, followed, disputeNews, source)
}

type Reported = ChargeFacts & Partial<DepositFacts>

/** The provider's report with the facts that the shop has stored, and all receipts so far. */
async function readReported(
  tx: App,
  payment: Payment,
  reported: ChargeFacts | 'deposits',
): Promise<{ facts: Reported; received: Receipt[] }> {
  if (reported === 'deposits') {
    const depositFacts = await cryptoFacts(tx, payment)
    return { facts: depositFacts, received: await keepReceipts(tx, payment, depositFacts) }
  }

  // A report of fraud changes the returns of the receipts, not the receipts.
  const [facts, received] = await Promise.all([
    withInfractions(tx, payment, reported),
    keepReceipts(tx, payment, reported),
  ])

  return { facts, received }
}

/** Receipts, their amounts left after returns, and the provider's report on the charge. */
type Evidence = { received: Receipt[]; left: Receipt[]; seen: ProviderReport }

/**
 * Decide with facts outside the pure rule: the state of the buyer, returned money, and money that
 * staff confirmed by hand.
 */
function judgePayment(
  tx: App,
  payment: Payment & { isBuyerBarred: boolean; isCouponSpent: boolean },
  { received, left, seen: reportNow }: Evidence,
): Verdict {
  const firstVerdict = decideVerdict(
    { ...payment, isBuyerBarred: payment.isBuyerBarred && left.length > 0 },
    left,
    reportNow,
    tx.clock.now(),
  )

  // Received money that was returned in full pays for nothing, but its review reason stays.
  const finalVerdict =
    received.length &&
    firstVerdict.kind !== 'complete' &&
    firstVerdict.reviewReason === null &&
    left !== received
      ? { ...firstVerdict, reviewReason: payment.reviewReason ?? 'mismatch' }
      : firstVerdict

  // A receipt that staff confirmed by hand may be the same money, which the provider reports late.
  // The surplus is not refunded automatically; the review reason reports it.
  return finalVerdict.kind === 'keep' && left.some((receipt) => receipt.byHand)
    ? { ...finalVerdict, extra: [] }
    : finalVerdict
}

/**
 * Whether the buyer of an unpaid payment cannot be served: banned, deleted or being deleted (Q114).
 */
const cannotBeServed = async (tx: App, payment: Payment): Promise<boolean> =>
  (await holdBuyer(tx, payment.userId)) !== 'there' || remarkOf(payment) === 'customer_deleted'

type Receipt = ReceivedMoney & { byHand: boolean }

async function keepReceipts(tx: App, payment: Payment, facts: ChargeFacts): Promise<Receipt[]> {
  const now = tx.clock.now()

  const reportedReceipts = facts.receipts.map((receipt) => ({
    ...receipt,
    method: payment.method,
    paymentId: payment.id,
    createdAt: now,
  }))

  if (!reportedReceipts.length) return payment.receivedCents ? receiptsOf(tx, payment.id) : []

  const [, kept] = await Promise.all([
    tx.db.insert(receipts).values(reportedReceipts).onConflictDoNothing(),
    receiptsOf(tx, payment.id),
  ])

  return kept
}

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

  const paymentChange = {
    reviewReason: verdict.reviewReason,
    receivedCents,
    remark: trail.remark ?? remarkOf(payment),
    note: trail.note ?? noteOf(payment),
  }

  return updatePayment(tx, payment, paymentChange, underway)
}

/**
 * Claim a check of an open payment at its provider for a reader; false when any reader caused one
 * within the last `seconds`.
 */
export async function mayAsk(app: App, paymentId: string, seconds: number): Promise<boolean> {
  const now = app.clock.now()

  const claimedRows = await app.db
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

  return claimedRows.length === 1
}
