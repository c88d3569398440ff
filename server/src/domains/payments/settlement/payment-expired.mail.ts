import { and, eq, gt, inArray, or } from 'drizzle-orm'

import { orderLines, orders, payments, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { motifPath } from '../../../platform/drawing/motif-paths.ts'
import { sendMail } from '../../mails/mails.service.ts'
import { hasNearDeposit } from './near-deposits.queries.ts'

/**
 * Notify a buyer that the time to pay ran out, once for each order. Sends nothing when another
 * payment of the cart is open or was paid, or when money arrived or may have arrived.
 */
export async function sendPaymentExpired(app: App, orderId: string): Promise<void> {
  const [order] = await app.db
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      cartId: orders.cartId,
      totalCents: orders.totalCents,
      currency: orders.currency,
      name: orders.customerName,
      email: users.email,
      language: users.language,
      deletedAt: users.deletedAt,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId))

  if (order?.status !== 'cancelled' || order.deletedAt) return

  // Received money, even too little or of the wrong kind, is under review: the buyer must not read
  // that nothing was charged.
  const [otherPayment] = await app.db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(orders.cartId, order.cartId),
        or(
          inArray(payments.status, ['pending', 'completed', 'refunded']),
          gt(payments.receivedCents, 0),
        ),
      ),
    )
    .limit(1)

  if (otherPayment || (await hasNearDeposit(app, { cartId: order.cartId }))) return

  const orderedLines = await app.db
    .select({ name: orderLines.name, image: orderLines.image })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.position)

  await sendMail(app, 'paymentExpired', {
    id: `payment-expired-${orderId}`,
    to: order,
    values: {
      number: order.number,
      products: orderedLines.map(({ name, image }) => ({ name, picture: motifPath(image) })),
      totalCents: order.totalCents,
      currency: order.currency,
    },
  })
}
