import { and, eq } from 'drizzle-orm'

import { deposits, payments } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { changeOf, recordAudit, type Actor } from '../../audit/audit.service.ts'
import { serveOrder } from '../../fulfilment/delivery/deliver.service.ts'
import { restoreOrder } from '../../fulfilment/revocation.service.ts'
import { assertServed, holdBuyer } from '../../orders/buyers.queries.ts'
import {
  closeCharge,
  queueCloseIfUnknown,
  type ClosedCharge,
} from '../checkout/close-charge.service.ts'
import { lessReturned } from '../refunds/refund.service.ts'
import { complete } from '../settlement/complete.service.ts'
import { settle } from '../settlement/settle.service.ts'
import {
  lockPayment,
  paymentById,
  receiptsOf,
  type Deposit,
  type Payment,
} from '../state/payments.queries.ts'
import { failPayment } from '../state/transitions.service.ts'
import { declineWithdrawal } from '../withdrawals/withdrawals.service.ts'
import { closeReview, holdForPaying, keptCents } from './by-hand.admin.service.ts'

/**
 * Accept the received money as enough: the payment completes and delivers, once. Its provider is
 * asked first and the charge closed, so that nobody pays the rest afterwards. Only for money that
 * did not complete its payment (such as too little).
 */
export async function acceptPayment(
  app: App,
  paymentId: string,
  actor: Actor,
  reason: string,
): Promise<void> {
  const { payment, charge } = await settleAndClose(app, paymentId)
  if (payment.status === 'completed') return

  await inTransaction(app, async (tx) => {
    const now = (await lockPayment(tx, paymentId))!
    // Another member of staff may have refunded the money meanwhile, or be refunding it.
    if (now.status === 'completed' || now.status === 'refunded' || !(await keptCents(tx, now)))
      throw fail('state.illegal', { from: now.status, to: 'completed' })

    const buyerState = await holdForPaying(tx, now)

    await recordAudit(tx, {
      ...actor,
      action: 'payment.accepted',
      targetType: 'payment',
      targetId: paymentId,
      details: {
        ...changeOf({ status: now.status }, { status: 'completed' }),
        receivedCents: now.receivedCents,
        amountCents: now.amountCents,
        reason,
      },
    })

    await complete(
      tx,
      now,
      {
        reviewReason: now.reviewReason,
        paidAt: tx.clock.now(),
        extra: [],
        held: buyerState === 'banned',
        byStaff: true,
      },
      { receivedCents: now.receivedCents, source: 'desk', note: reason },
    )

    await queueCloseIfUnknown(tx, paymentId, charge)
    await closeReview(tx, paymentId)
  })
}

/**
 * Check the charge at the provider, and close it if it still takes money. Throws payment.not_found.
 */
async function settleAndClose(
  app: App,
  paymentId: string,
): Promise<{ payment: Payment; charge: ClosedCharge }> {
  const payment = await settle(app, paymentId, 'desk')
  if (!payment) throw fail('payment.not_found')

  const closedCharge = payment.status === 'pending' ? await closeCharge(app, payment) : 'closed'

  return closedCharge === 'paid'
    ? { payment: (await settle(app, paymentId, 'desk'))!, charge: closedCharge }
    : { payment, charge: closedCharge }
}

/**
 * Deliver the keys that a paid order waits for, as many as are in stock. Throws desk.no_stock when
 * there is none, and the errors of assertServed.
 */
export async function deliverPayment(app: App, paymentId: string, actor: Actor): Promise<void> {
  await inTransaction(app, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment) throw fail('payment.not_found')
    if (payment.status !== 'completed' || payment.dispute === 'open')
      throw fail('state.illegal', { from: payment.status, to: 'delivered' })

    assertServed(await holdBuyer(tx, payment.userId))
    const { delivered, waiting } = await serveOrder(tx, payment.orderId)
    if (!delivered) throw fail('desk.no_stock')

    await recordAudit(tx, {
      ...actor,
      action: 'payment.delivered_by_hand',
      targetType: 'payment',
      targetId: paymentId,
      details: { delivered, waiting },
    })

    if (!waiting) await closeReview(tx, paymentId)
  })
}

/**
 * Close the review of a payment as it is, with a reason. A pending payment is closed and its
 * reservation released; an open withdrawal is declined with the reason.
 */
export async function releasePayment(
  app: App,
  paymentId: string,
  actor: Actor,
  reason: string,
): Promise<void> {
  const { charge } = await settleAndClose(app, paymentId)
  await inTransaction(app, async (tx) => {
    const now = (await lockPayment(tx, paymentId))!

    const failedPayment =
      now.status === 'pending'
        ? await failPayment(tx, now, 'cancelled', {
            source: 'desk',
            reviewReason: now.reviewReason,
            note: reason,
          })
        : now

    await queueCloseIfUnknown(tx, paymentId, charge)
    if (await declineWithdrawal(tx, now, actor, reason)) await restoreDeclined(tx, now.orderId)
    await closeReview(tx, paymentId)

    await recordAudit(tx, {
      ...actor,
      action: 'payment.released',
      targetType: 'payment',
      targetId: paymentId,
      details: {
        ...changeOf(
          { status: now.status, onDesk: now.needsReview },
          { status: failedPayment.status, onDesk: false },
        ),
        reason,
      },
    })
  })
}

/** Restore the order of a declined withdrawal, unless it is disputed or fully refunded. */
async function restoreDeclined(tx: App, orderId: string): Promise<void> {
  const paidPayments = await tx.db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'completed')))

  if (paidPayments.some(({ dispute }) => dispute === 'open' || dispute === 'unknown')) return

  for (const { id, receivedCents } of paidPayments) {
    const remainingReceipts = await lessReturned(tx, id, await receiptsOf(tx, id))
    if (receivedCents && !remainingReceipts.length) continue

    await restoreOrder(tx, orderId, { source: 'desk', reason: 'withdrawal declined' })

    return
  }
}

/** Add a note to the history of a payment. */
export async function notePayment(
  app: App,
  paymentId: string,
  actor: Actor,
  text: string,
): Promise<void> {
  if (!(await paymentById(app, paymentId))) throw fail('payment.not_found')
  await inTransaction(app, (tx) =>
    recordAudit(tx, {
      ...actor,
      action: 'payment.note',
      targetType: 'payment',
      targetId: paymentId,
      details: { note: text },
    }),
  )
}

/**
 * Match a deposit without a payment to a payment of the same coin. The payment is then settled as
 * with any other money.
 */
export async function matchDeposit(
  app: App,
  depositId: string,
  actor: Actor,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const lockedDeposit = await lockUnmatched(tx, depositId)
    const payment = await lockPayment(tx, paymentId)
    if (!payment) throw fail('payment.not_found')
    // The network does not matter: the exchange has received the coins.
    if (payment.coin !== lockedDeposit.coin) throw fail('desk.other_coin')

    await tx.db
      .update(deposits)
      .set({ paymentId, state: 'matched', updatedAt: tx.clock.now() })
      .where(eq(deposits.id, depositId))

    await recordAudit(tx, {
      ...actor,
      action: 'deposit.matched',
      targetType: 'payment',
      targetId: paymentId,
      details: {
        deposit: depositId,
        amount: lockedDeposit.amount,
        coin: lockedDeposit.coin,
        reason,
      },
    })
  })
  await settle(app, paymentId, 'desk')
}

/**
 * Close the review of a deposit: the shop keeps it, or staff returned it under a reference. A
 * closed deposit can no longer be matched.
 */
export async function closeDeposit(
  app: App,
  depositId: string,
  actor: Actor,
  grounds: { reason: string; reference: string | null },
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const lockedDeposit = await lockUnmatched(tx, depositId)

    await tx.db
      .update(deposits)
      .set({ state: 'review', updatedAt: tx.clock.now() })
      .where(eq(deposits.id, depositId))

    await recordAudit(tx, {
      ...actor,
      action: grounds.reference ? 'deposit.returned' : 'deposit.released',
      targetType: 'deposit',
      targetId: depositId,
      details: {
        before: { state: lockedDeposit.state },
        after: { state: 'review' },
        amount: lockedDeposit.amount,
        coin: lockedDeposit.coin,
        network: lockedDeposit.network,
        ...grounds,
      },
    })
  })
}

async function lockUnmatched(tx: App, id: string): Promise<Deposit> {
  const [deposit] = await tx.db.select().from(deposits).where(eq(deposits.id, id)).for('update')
  if (!deposit) throw fail('desk.deposit_not_found')
  if (deposit.state !== 'unmatched') throw fail('desk.deposit_done')

  return deposit
}
