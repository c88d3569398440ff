import type { customerOrder } from '@chaveiro/contracts/orders'
import { defaultCategoryColor } from '@chaveiro/contracts/product-limits'
import type { z } from 'zod'

import type { App } from '../../platform/app.ts'
import { toWire } from '../../platform/text/money.ts'
import { heldLicence } from '../licences/licences.queries.ts'
import { unitStatus } from '../licences/licences.rules.ts'
import type { ordersOf, unitsOfOrders } from './orders.queries.ts'
import { withdrawalView } from './withdrawal.rules.ts'

type Listed = Awaited<ReturnType<typeof ordersOf>>['orders'][number]
type Delivered = Awaited<ReturnType<typeof unitsOfOrders>>[number]

/** An order as its customer sees it. */
export function orderView(
  app: App,
  order: Listed,
  units: readonly Delivered[],
): z.infer<typeof customerOrder> {
  return {
    id: order.id,
    _id: order.id,
    orderNumber: order.number,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    currency: order.currency,
    paymentMethod: order.paymentMethod,
    totalAmount: toWire(order.totalCents),
    subtotal: toWire(order.subtotalCents),
    discount: toWire(order.discountCents),

    products: order.lines.map((line) => ({
      id: line.productId,
      _id: line.productId,
      variantId: line.variantId,
      variantName: line.variantName,
      name: line.name,
      quantity: line.quantity,
      price: toWire(line.unitCents),
      image: line.image,
      color: line.color ?? defaultCategoryColor,
      onSale: line.onSale ?? false,
    })),

    ...deliveredUnits(app, units),
    pendingUnits: units.filter((unit) => unit.status === 'pending').length,
    timeline: timelineOf(order, units, order.refundedAt ?? null),
    withdrawal: withdrawalView(order, order.withdrawal, app.clock.now()),
    openUntil: order.status === 'pending' ? (order.openUntil?.toISOString() ?? null) : null,
  }
}

/** The events of an order in sequence: created, paid, delivered in full, refunded in full. */
function timelineOf(order: Listed, units: readonly Delivered[], refundedAt: Date | null) {
  const deliveryTimes = units.map(({ deliveredAt }) => deliveredAt?.getTime() ?? null)
  const isDelivered = deliveryTimes.length > 0 && !deliveryTimes.includes(null)
  const timeline: z.infer<typeof customerOrder>['timeline'] = [
    { event: 'made', at: order.createdAt.toISOString() },
  ]
  // An order given by the shop was never paid.
  if (order.completedAt && order.paymentMethod !== 'given')
    timeline.push({ event: 'paid', at: order.completedAt.toISOString() })

  if (isDelivered)
    timeline.push({
      event: 'delivered',
      at: new Date(Math.max(...deliveryTimes.map(Number))).toISOString(),
    })

  if (order.status === 'refunded')
    timeline.push({ event: 'refunded', at: refundedAt?.toISOString() ?? null })

  return timeline
}

/**
 * The units of one order with their products in line order, and their keys. A revoked key is not
 * shown.
 */
function deliveredUnits(app: App, units: readonly Delivered[]) {
  const now = app.clock.now()

  const unitViews = units.map(({ productId, variantId, name, status, licence }) => ({
    productId,
    variantId,
    productName: name,
    ...heldLicence(app, licence),
    status: unitStatus(status, licence, now),
  }))

  return { units: unitViews, licenses: unitViews.flatMap(({ licenseKey }) => licenseKey ?? []) }
}
