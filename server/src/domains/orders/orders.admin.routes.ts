import type { orders } from '@chaveiro/contracts/admin/orders'

import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { csvFile, type Column } from '../../platform/lists/csv.ts'
import { pagesOf } from '../../platform/lists/pagination.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { staffKeys } from '../../platform/secrets/staff-keys.ts'
import { toWire } from '../../platform/text/money.ts'
import { storeDay } from '../../platform/time/store-calendar.ts'
import { spanOf } from '../../platform/time/store-ranges.ts'
import { recordKeysSeen } from '../audit/audit.seen.service.ts'
import { actorOf, recordAudit, type Actor } from '../audit/audit.service.ts'
import { moneyBackColumns, moneyBackView } from '../books/money-back.queries.ts'
import { testColumn, testMark } from '../books/test-money.queries.ts'
import { unitStatus } from '../licences/licences.rules.ts'
import { refusedSince } from '../mails/mails.refusals.service.ts'
import {
  countOrders,
  countViews,
  orderInFull,
  ordersAfter,
  ordersMatching,
  type ListedOrder,
} from './orders.admin.queries.ts'
import { lockOrder } from './orders.service.ts'
import { timelineOf } from './timeline.queries.ts'

/**
 * Back-office calls that read orders. Other files create orders (manual-order.admin.routes.ts), and
 * delete them or change their status (order-status.admin.routes.ts).
 */
export const ordersAdmin: Handlers<Omit<typeof orders, 'create' | 'setStatus' | 'remove'>> = {
  async list(app, { query }) {
    const { total, rows } = await ordersMatching(app, query, query)
    const orderViews = rows.map((row) => listedOrderView(app, row))

    return {
      success: true as const,
      orders: orderViews,
      data: orderViews,
      total,
      pagination: pagesOf(total, query),
    }
  },

  async stats(app, { query }) {
    const countsByStatus = await countOrders(
      app,
      spanOf(query, storeDay(app.config.timeZone, app.clock.now())),
    )

    const countByStatus = (status: string) =>
      countsByStatus.find((count) => count.status === status)

    const orderFigures = {
      totalOrders: countsByStatus.reduce((sum, count) => sum + count.n, 0),
      completedOrders: countByStatus('completed')?.n ?? 0,
      pendingOrders: countByStatus('pending')?.n ?? 0,
      cancelledOrders: countByStatus('cancelled')?.n ?? 0,
      refundedOrders: countByStatus('refunded')?.n ?? 0,
      totalRevenue: toWire(countByStatus('completed')?.cents ?? 0),
    }

    return { success: true as const, ...orderFigures, data: orderFigures }
  },

  async counts(app) {
    return { success: true as const, ...(await countViews(app)) }
  },
  async export(app, { query }) {
    return csvFile('orders', [...csvColumns, ...testColumn(app)], (last, limit) =>
      ordersAfter(app, query, last, limit),
    )
  },
  async read(app, { params, principal, caller }) {
    const orderDetail = await orderDetails(app, params.id, actorOf({ principal, caller }))
    return { success: true as const, order: orderDetail, data: orderDetail }
  },
  async resend(app, { params, principal, caller }) {
    await resendReceipt(app, params.id, actorOf({ principal, caller }))
    return { success: true as const }
  },
}

async function resendReceipt(app: App, orderId: string, actor: Actor): Promise<void> {
  await inTransaction(app, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || order.deletedAt) throw fail('order.not_found')
    if (order.status !== 'completed') throw fail('order.no_receipt')

    const resendId = newId()

    await recordAudit(tx, {
      ...actor,
      action: 'order.receipt_resent',
      targetType: 'order',
      targetId: orderId,
    })

    await enqueue(tx, 'order.receipt', { orderId, again: resendId })
  })
}

function listedOrderView(app: App, order: ListedOrder) {
  return {
    id: order.id,
    _id: order.id,
    orderNumber: order.number,
    userId: order.userId,
    cartId: order.cartId,
    customer: { name: order.customerName, email: order.customerEmail },
    status: order.status,
    totalAmount: toWire(order.totalCents),
    subtotal: toWire(order.subtotalCents),
    discount: {
      applied: order.discountCents > 0,
      cupomCode: order.couponCode,
      amount: toWire(order.discountCents),
    },
    currency: order.currency,
    paymentMethod: order.paymentMethod,
    origin: order.origin,
    itemCount: order.itemCount,
    productNames: order.productNames,
    archived: order.archivedAt !== null,
    ...moneyBackView(order),
    ...testMark(app, order),
    createdAt: order.createdAt.toISOString(),
    completedAt: order.completedAt?.toISOString() ?? null,
  }
}

/** The details of an order for staff, keys included (Q120). Throws order.not_found. */
export async function orderDetails(app: App, id: string, actor: Actor) {
  const orderRecord = await orderInFull(app, id)
  if (!orderRecord) throw fail('order.not_found')

  const now = app.clock.now()
  const openStaffKey = staffKeys(app, 'licences')
  const licenceKeys = new Map(
    orderRecord.units.flatMap(({ licence }) =>
      licence ? [[licence.id, openStaffKey(licence)] as const] : [],
    ),
  )

  await recordKeysSeen(
    app,
    'orders',
    [...licenceKeys].map(([licence, key]) => ({ id: licence, ...key })),
    actor,
  )

  const refusedMails = await refusedSince(app, orderRecord.order.userId)

  return {
    ...listedOrderView(app, orderRecord.order),
    mailRefusedSince: refusedMails?.toISOString() ?? null,

    items: orderRecord.lines.map((line) => ({
      id: line.id,
      _id: line.id,
      productId: line.productId,
      variantId: line.variantId,
      variantName: line.variantName,
      name: line.name,
      image: line.image,
      price: toWire(line.unitCents),
      quantity: line.quantity,
      provider: line.provider,
    })),

    units: orderRecord.units.map(({ unit, name, licence }) => ({
      id: unit.id,
      _id: unit.id,
      productName: name,
      status: unitStatus(unit.status, licence, now),
      ...(licence?.suspendedAt ? { suspended: true as const } : {}),
      ...(licence ? licenceView(licence, licenceKeys.get(licence.id)!) : noLicence),
      deliveredAt: unit.deliveredAt?.toISOString() ?? null,
    })),

    payments: orderRecord.payments.map((row) => ({
      id: row.id,
      _id: row.id,
      status: row.status,
      method: row.method,
      amount: toWire(row.amountCents),
      ...testMark(app, row),
      attention: row.reviewReason,
      ...moneyBackView(row),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),

    timeline: await timelineOf(app, orderRecord),
  }
}

const noLicence = {
  licenseId: null,
  licenseKey: null,
  maskedKey: null,
  keyEnding: null,
  expirationDate: null,
}

const licenceView = (
  licence: { id: string; last4: string | null; expiresAt: Date | null },
  key: ReturnType<ReturnType<typeof staffKeys>>,
) => ({
  licenseId: licence.id,
  licenseKey: key.licenseKey ?? null,
  maskedKey: key.maskedKey ?? null,
  keyEnding: licence.last4 ?? null,
  expirationDate: licence.expiresAt?.toISOString() ?? null,
})

const csvColumns: readonly Column<ListedOrder>[] = [
  ['orderNumber', (row) => row.number],
  ['customerName', (row) => row.customerName],
  ['customerEmail', (row) => row.customerEmail],
  ['items', (row) => row.itemCount],
  ['subtotal', (row) => toWire(row.subtotalCents)],
  ['discount', (row) => toWire(row.discountCents)],
  ['cupomCode', (row) => row.couponCode],
  ['totalAmount', (row) => toWire(row.totalCents)],
  ['currency', (row) => row.currency],
  ['paymentMethod', (row) => row.paymentMethod],
  ['origin', (row) => row.origin],
  ['status', (row) => row.status],
  ['createdAt', (row) => row.createdAt],
  ['completedAt', (row) => row.completedAt],
  ...moneyBackColumns,
]
