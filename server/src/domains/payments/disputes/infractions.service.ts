import { refundCause } from '@chaveiro/contracts/shop-reasons'
import { desc, eq } from 'drizzle-orm'

import { infractions, receipts, refunds } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import {
  ProviderUnknown,
  type ChargeFacts,
  type InfractionFact,
  type RefundFact,
} from '../../../ports/payments.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { chargesFor } from '../../books/methods.rules.ts'
import { isAskedByUs } from '../refunds/refund.service.ts'
import {
  lockPayment,
  paymentByReceipt,
  type Payment,
  type Refund,
} from '../state/payments.queries.ts'
import { checkByClock } from '../state/provider-checks.service.ts'
import { contested, contestedOf, isUndecided } from './infractions.rules.ts'

export type Infraction = typeof infractions.$inferSelect

const hourSeconds = 3600
const daySeconds = 86_400
const againSeconds = 300

/**
 * A payment can be reported for 80 days, and a report is decided within days: older reports no
 * longer change.
 */
const spanSeconds = 100 * daySeconds

/**
 * Read, store and act on the reports of fraud that payers made at their banks. After a success the
 * next run is an hour later; a day later if the provider has no such reports.
 */
export async function pollInfractions(app: App): Promise<void> {
  const pixProvider = app.providers.charges.pix
  if (!pixProvider?.infractions) return

  await checkByClock(
    app,
    'pix.infractions',
    async () => {
      const now = app.clock.now()

      const infractionFacts = await pixProvider.infractions!(
        secondsAfter(now, -spanSeconds),
        secondsAfter(now, daySeconds),
      )

      if (!infractionFacts) return { found: 'none_there', detail: null, nextSeconds: daySeconds }

      await keepInfractions(app, infractionFacts)

      return { found: 'right', detail: String(infractionFacts.length), nextSeconds: hourSeconds }
    },
    againSeconds,
  )
}

async function keepInfractions(app: App, facts: readonly InfractionFact[]): Promise<void> {
  // A report that cannot be stored does not block the others.
  for (const fact of facts)
    await keepInfraction(app, fact).catch((error) =>
      app.log.error(
        { err: error, infractionId: fact.infractionId },
        'a report of fraud could not be stored; it is tried again',
      ),
    )
}

/**
 * Read the reports of fraud again before a foreign return is booked. A bank takes the money of an
 * accepted report at once, mostly without a reason, and the hourly check comes later (F253). Throws
 * ProviderUnknown while an undecided report cannot be read, so that the payment is checked again
 * unchanged.
 */
export async function readReportsFirst(
  app: App,
  payment: Payment,
  facts: ChargeFacts,
): Promise<void> {
  const provider = chargesFor(app, payment)
  if (payment.method !== 'pix' || !provider?.infractions || !facts.refunds.length) return

  const [kept, reports] = await Promise.all([
    app.db.select().from(refunds).where(eq(refunds.paymentId, payment.id)),
    infractionsOf(app, payment.id),
  ])

  const reportsAbout = (receiptId: string) =>
    reports.filter((report) => report.receiptId === receiptId)

  const unexplained = facts.refunds.filter(
    (fact) =>
      !fact.clawBack &&
      !kept.some((refund) => isSameRefund(refund, fact)) &&
      !reportsAbout(fact.receiptId).some((report) => report.status === 'ACEITA'),
  )

  if (!unexplained.length) return

  const hasUndecided = unexplained.some((fact) =>
    reportsAbout(fact.receiptId).some((report) => isUndecided(report.status)),
  )

  const freshReports = await provider
    .infractions(
      secondsAfter(payment.createdAt, -daySeconds),
      secondsAfter(app.clock.now(), daySeconds),
    )
    .catch((error) => {
      // Without an undecided report the owner most likely made this return.
      if (error instanceof ProviderUnknown && !hasUndecided) return null
      throw error
    })

  await keepInfractions(
    app,
    (freshReports ?? []).filter((fact) =>
      unexplained.some((refund) => refund.receiptId === fact.receiptId),
    ),
  )
}

/** Whether a stored refund is the return that the provider reports. */
const isSameRefund = (
  refund: Pick<Refund, 'id' | 'receiptId' | 'providerId'>,
  fact: RefundFact,
): boolean =>
  refund.receiptId === fact.receiptId &&
  (refund.id === fact.refundId || refund.providerId === fact.refundId)

/**
 * Store a report of fraud about a payment of the shop. Check the payment when the report changed,
 * or while an accepted report's money is not taken yet.
 */
async function keepInfraction(app: App, fact: InfractionFact): Promise<void> {
  const owningPayment = await paymentByReceipt(app, 'pix', fact.receiptId)

  if (!owningPayment) {
    // The report is read again each hour, so a payment stored later is found then.
    app.log.warn({ infractionId: fact.infractionId }, 'a report of fraud names no money of ours')
    return
  }

  await inTransaction(app, async (tx) => {
    const payment = (await lockPayment(tx, owningPayment.id))!
    const hasChanged = await recordInfraction(tx, payment, fact)
    if (hasChanged || (fact.status === 'ACEITA' && payment.dispute === 'open'))
      await enqueue(tx, 'payment.settle', { paymentId: payment.id, source: 'infraction' })
  })
}

/** Whether a report changed so that staff have to judge it again. */
const hasMoved = (
  before: typeof infractions.$inferSelect,
  fact: { status: string; contestedCents: number; dueAt: Date | null },
): boolean =>
  before.status !== fact.status ||
  before.contestedCents !== fact.contestedCents ||
  before.dueAt?.getTime() !== fact.dueAt?.getTime()

/**
 * Store a report if it is new or changed. A change that staff have to judge gets an entry in the
 * audit trail; returns whether there was one.
 */
async function recordInfraction(tx: App, payment: Payment, fact: InfractionFact): Promise<boolean> {
  const [before] = await tx.db
    .select()
    .from(infractions)
    .where(eq(infractions.id, fact.infractionId))

  const [receipt] = await tx.db
    .select({ cents: receipts.amountCents })
    .from(receipts)
    .where(eq(receipts.receiptId, fact.receiptId))

  const contestedCents = contestedOf(fact.contestedCents, receipt!.cents)
  const isNewState = !before || hasMoved(before, { ...fact, contestedCents })
  // A changed text is stored and shown, but staff need not judge the report again.
  const isKnownReason = before?.reason === fact.reason && before.situation === fact.situation
  if (!isNewState && isKnownReason) return false

  const now = tx.clock.now()

  const reported = {
    status: fact.status,
    contestedCents,
    reason: fact.reason,
    situation: fact.situation,
    dueAt: fact.dueAt,
    updatedAt: isNewState ? now : before.updatedAt,
  }

  await tx.db
    .insert(infractions)
    .values({
      ...reported,
      id: fact.infractionId,
      paymentId: payment.id,
      receiptId: fact.receiptId,
      openedAt: fact.openedAt,
      createdAt: now,
    })
    .onConflictDoUpdate({ target: infractions.id, set: reported })

  if (!isNewState) return false

  await recordAudit(tx, {
    action: 'payment.infraction',
    targetType: 'payment',
    targetId: payment.id,
    details: {
      infractionId: fact.infractionId,
      contestedCents,
      ...(fact.contestedCents === null ? { amount: 'unreadable' } : {}),
      before: { status: before?.status ?? null },
      after: { status: fact.status },
    },
  })

  return true
}

/** The reports of fraud about a payment's money, the newest first. */
export const infractionsOf = (app: App, paymentId: string): Promise<Infraction[]> =>
  app.db
    .select()
    .from(infractions)
    .where(eq(infractions.paymentId, paymentId))
    .orderBy(desc(infractions.openedAt), desc(infractions.id))

/** The provider's facts of a locked payment, with the stored reports of fraud about its money. */
export async function withInfractions(
  tx: App,
  payment: Payment,
  facts: ChargeFacts,
): Promise<ChargeFacts> {
  if (payment.method !== 'pix' || !facts.receipts.length) return facts

  const paymentReports = await infractionsOf(tx, payment.id)
  if (!paymentReports.length && !facts.refunds.some((refund) => refund.clawBack)) return facts

  const storedRefunds = await tx.db.select().from(refunds).where(eq(refunds.paymentId, payment.id))
  const storedAs = (fact: RefundFact) =>
    storedRefunds.filter(
      (refund) => isSameRefund(refund, fact) && refundCause(refund.reason) !== 'dispute',
    )

  return contested(facts, paymentReports, {
    byUs: (fact) => storedAs(fact).some(isAskedByUs),
    keptAsRefund: (fact) => storedAs(fact).some((refund) => !isAskedByUs(refund)),
  })
}
