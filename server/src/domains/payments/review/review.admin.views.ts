import type { deskItem } from '@chaveiro/contracts/admin/desk'
import type { DeskAction, DeskKind } from '@chaveiro/contracts/states'
import type { z } from 'zod'

import { toWire } from '../../../platform/text/money.ts'
import { mayDefend } from '../disputes/defence.service.ts'
import type { Infraction } from '../disputes/infractions.service.ts'
import { mayReturn } from '../refunds/refund.admin.service.ts'
import type { DeskRow, UnmatchedDeposit } from './review.admin.queries.ts'

/** Received cents that are neither returned nor being returned. */
const remainingCents = (row: DeskRow): number =>
  Math.max(0, row.payment.receivedCents - row.refundingCents - row.refundedCents)

/** The actions that staff may take on a payment now. Each action checks its conditions again. */
function actionsOf(row: DeskRow): DeskAction[] {
  const { payment } = row
  const isUnpaid = payment.status !== 'completed' && payment.status !== 'refunded'
  const isContested = payment.dispute === 'open'
  const mayBePaid = isUnpaid && !row.orderPaid && row.buyer !== 'deleted' && !isContested

  const isLegal: Record<DeskAction, boolean> = {
    accept: mayBePaid && remainingCents(row) > 0,
    // Held money was received in full: it is accepted or refunded.
    confirm: mayBePaid && payment.reviewReason !== 'held',
    deliver: payment.status === 'completed' && !isContested && row.stock && row.buyer === 'there',
    refund: mayReturn(payment) && remainingCents(row) > 0 && !isContested,
    release: payment.needsReview,
    note: true,
  }

  return (Object.keys(isLegal) as DeskAction[]).filter((action) => isLegal[action])
}

/** The kind of review of a payment: a dispute first, then a withdrawal. */
function deskKindOf({ payment, withdrawal }: DeskRow): DeskKind | null {
  if (payment.dispute !== null) return 'disputed'
  if (withdrawal) return 'withdrawal'

  return payment.reviewReason ?? (payment.needsReview ? 'refund' : null)
}

/** A payment as the review shows it. */
export function deskView(row: DeskRow): z.infer<typeof deskItem> {
  const { payment } = row
  return {
    id: payment.id,
    _id: payment.id,
    orderId: payment.orderId,
    orderNumber: row.orderNumber,
    kind: deskKindOf(row),
    onDesk: payment.needsReview,
    status: payment.status,
    dispute: payment.dispute,

    disputes: row.disputes.map((dispute) => ({
      id: dispute.disputeId,
      state: dispute.state,
      contested: toWire(dispute.contestedCents),
      taken: toWire(dispute.takenCents),
      reason: dispute.reason,
      dueAt: dispute.dueAt?.toISOString() ?? null,
    })),

    withdrawal: row.withdrawal && {
      askedAt: row.withdrawal.createdAt.toISOString(),
      reason: row.withdrawal.reason,
    },
    customer: { name: payment.customerName, email: payment.customerEmail },
    productName: payment.productName,
    method: payment.method,
    currency: payment.currency,
    amount: toWire(payment.amountCents),
    received: toWire(payment.receivedCents),
    left: toWire(remainingCents(row)),
    refunding: toWire(row.refundingCents),
    refunded: toWire(row.refundedCents),
    units: row.units,
    delivered: row.delivered,
    actions: actionsOf(row),
    byHand: row.byHand,
    buyer: row.buyer,
    createdAt: payment.createdAt.toISOString(),
    updatedAt: payment.updatedAt.toISOString(),
  }
}

/** A deposit without a payment, with the payments that it nearly matches. */
export const depositView = ({ deposit: row, near }: UnmatchedDeposit) => ({
  id: row.id,
  _id: row.id,
  coin: row.coin,
  network: row.network,
  amount: row.amount,
  txId: row.txId,
  insertedAt: row.insertedAt.toISOString(),
  near: near.map(({ payment, orderNumber }) => ({
    paymentId: payment.id,
    orderNumber,
    customer: payment.customerName,
    amount: payment.charge?.kind === 'crypto' ? payment.charge.amount : '',
  })),
})

/** A report of fraud as the review shows it. */
export const infractionView = (infraction: Infraction, now: Date) => ({
  id: infraction.id,
  status: infraction.status,
  contested: toWire(infraction.contestedCents),
  reason: infraction.reason,
  situation: infraction.situation,
  openedAt: infraction.openedAt.toISOString(),
  dueAt: infraction.dueAt?.toISOString() ?? null,
  defence: infraction.defence,
  defendedBy: infraction.defendedBy,
  defenceState: infraction.defenceState,
  defenceFailure: infraction.defenceFailure,
  open: mayDefend(infraction, now),
})
