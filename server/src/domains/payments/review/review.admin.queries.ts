import type { BuyerState, DeskKind } from '@chaveiro/contracts/states'
import { and, asc, desc, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm'

import {
  deposits,
  orders,
  orderUnits,
  orderWithdrawals,
  payments,
  receipts,
  refunds,
  users,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { chargesFor, isItsMoney } from '../../books/methods.rules.ts'
import { buyerStateOf } from '../../orders/buyers.queries.ts'
import type { Withdrawal } from '../../orders/withdrawal.service.ts'
import { nearPayments } from '../settlement/near-deposits.queries.ts'
import { disputesOf, type Deposit, type Dispute, type Payment } from '../state/payments.queries.ts'
import { awaitsWithdrawal } from '../withdrawals/withdrawals.service.ts'

type Refund = typeof refunds.$inferSelect

/** A payment with what staff need to judge it: units of its order, money received and returned. */
export type DeskRow = {
  payment: Payment
  orderNumber: string
  orderPaid: boolean
  units: number
  delivered: number
  stock: boolean
  refundingCents: number
  refundedCents: number
  byHand: boolean
  buyer: BuyerState
  disputes: Dispute[]
  /** The open withdrawal from its order, with the customer's reason. */
  withdrawal: Withdrawal | null
}

/** SQL condition: the customer of a payment's order withdrew, even if staff declined that. */
const wasWithdrawn = sql`exists (select 1 from ${orderWithdrawals}
  where ${orderWithdrawals.orderId} = ${payments.orderId})`

function stateCondition(state: 'open' | 'done', kind: DeskKind | undefined): SQL | undefined {
  if (state === 'open') return and(sql`on_desk`, kind && kindCondition(kind))
  if (kind === 'withdrawal') return and(sql`not on_desk`, wasWithdrawn)

  const dealtWith = sql`(attention is not null or dispute is not null) and not on_desk`

  return and(dealtWith, kind && kindCondition(kind))
}

function kindCondition(kind: DeskKind): SQL {
  if (kind === 'withdrawal') return awaitsWithdrawal
  if (kind === 'refund')
    return sql`attention is null and dispute is null and not ${awaitsWithdrawal}`
  if (kind === 'disputed') return sql`(attention = 'disputed' or dispute is not null)`

  return eq(payments.reviewReason, kind)
}

/** A page of payments to review: open ones by waiting time, closed ones by the time of closing. */
export async function deskPage(
  app: App,
  state: 'open' | 'done',
  kind: DeskKind | undefined,
  { page, limit }: { page: number; limit: number },
): Promise<DeskRow[]> {
  const order =
    state === 'open'
      ? [asc(payments.updatedAt), asc(payments.id)]
      : [desc(payments.updatedAt), desc(payments.id)]

  return withMoney(
    app,
    await app.db
      .select()
      .from(payments)
      .where(stateCondition(state, kind))
      .orderBy(...order)
      .limit(limit)
      .offset((page - 1) * limit),
  )
}

/** One payment as the review shows it, even if it needs no review. */
export async function deskRowById(app: App, id: string): Promise<DeskRow | null> {
  const [row] = await withMoney(
    app,
    await app.db.select().from(payments).where(eq(payments.id, id)),
  )
  return row ?? null
}

export const countDesk = (app: App, state: 'open' | 'done', kind?: DeskKind): Promise<number> =>
  app.db.$count(payments, stateCondition(state, kind))

/** Refunds that succeeded or are pending. */
const refundsUnderway = (app: App, paymentIds: string[]): Promise<Refund[]> =>
  app.db
    .select()
    .from(refunds)
    .where(and(inArray(refunds.paymentId, paymentIds), ne(refunds.status, 'failed')))

const refundSum = (rows: readonly Refund[], paymentId: string, status: string): number =>
  rows
    .filter((refund) => refund.paymentId === paymentId && refund.status === status)
    .reduce((total, refund) => total + refund.amountCents, 0)

/** The open withdrawals from some orders. */
const openWithdrawals = (app: App, orderIds: string[]): Promise<Withdrawal[]> =>
  app.db
    .select()
    .from(orderWithdrawals)
    .where(and(inArray(orderWithdrawals.orderId, orderIds), isNull(orderWithdrawals.declinedAt)))

async function withMoney(app: App, paymentRows: Payment[]): Promise<DeskRow[]> {
  if (!paymentRows.length) return []

  const paymentIds = paymentRows.map((row) => row.id)
  const orderIds = [...new Set(paymentRows.map((row) => row.orderId))]
  const isStocked = sql<boolean>`exists (select 1 from stock_keys k
    where k.variant_id = order_units.variant_id and k.status = 'available')`

  const [heads, units, back, hands, contested, taken] = await Promise.all([
    app.db
      .select({
        id: orders.id,
        number: orders.number,
        status: orders.status,
        isBanned: users.isBanned,
        deletedAt: users.deletedAt,
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.userId))
      .where(inArray(orders.id, orderIds)),
    app.db
      .select({
        orderId: orderUnits.orderId,
        status: orderUnits.status,
        provider: orderUnits.provider,
        stock: isStocked,
      })
      .from(orderUnits)
      .where(inArray(orderUnits.orderId, orderIds)),
    refundsUnderway(app, paymentIds),
    app.db
      .select({ id: receipts.paymentId })
      .from(receipts)
      .where(and(inArray(receipts.paymentId, paymentIds), eq(receipts.byHand, true))),
    disputesOf(app, paymentIds),
    openWithdrawals(app, orderIds),
  ])

  return paymentRows.map((payment) => {
    const order = heads.find((order) => order.id === payment.orderId)!
    const orderedUnits = units.filter((unit) => unit.orderId === payment.orderId)
    const isPaidOrder = order.status === 'completed' && payment.status === 'completed'

    return {
      payment,
      orderNumber: order.number,
      orderPaid: order.status === 'completed' || order.status === 'refunded',
      units: orderedUnits.length,
      delivered: orderedUnits.filter((unit) => unit.status === 'delivered').length,
      stock: orderedUnits.some(
        (unit) => unit.status === 'pending' && unit.provider === 'stock' && unit.stock,
      ),
      refundingCents: refundSum(back, payment.id, 'pending'),
      refundedCents: refundSum(back, payment.id, 'succeeded'),
      byHand:
        hands.some((byHandReceipt) => byHandReceipt.id === payment.id) ||
        !chargesFor(app, payment) ||
        !payment.providerReference,
      buyer: buyerStateOf(order),
      withdrawal: (isPaidOrder && taken.find(({ orderId }) => orderId === order.id)) || null,
      disputes: contested.filter((dispute) => dispute.paymentId === payment.id),
    }
  })
}

/** A deposit without a payment, with the unpaid payments that it may be meant for. */
export type UnmatchedDeposit = {
  deposit: Deposit
  near: { payment: Payment; orderNumber: string }[]
}

const mostNear = 3

/** Deposits without a payment, the newest first. */
export async function unmatchedPage(
  app: App,
  { page, limit }: { page: number; limit: number },
): Promise<UnmatchedDeposit[]> {
  const depositRows = await app.db
    .select()
    .from(deposits)
    .where(eq(deposits.state, 'unmatched'))
    .orderBy(desc(deposits.insertedAt), desc(deposits.id))
    .limit(limit)
    .offset((page - 1) * limit)

  const nearRows = await nearPayments(
    app,
    depositRows.map(({ id }) => id),
  )

  return depositRows.map((deposit) => ({
    deposit,
    near: nearRows
      .filter(({ depositId, payment }) => depositId === deposit.id && isItsMoney(app, payment))
      .slice(0, mostNear),
  }))
}
