import type { orders } from '@chaveiro/contracts/admin/orders'

import type { Handlers } from '../../../platform/http/mount.ts'
import { fromDecimal } from '../../../platform/text/money.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { orderDetails } from '../../orders/orders.admin.routes.ts'
import { makeOrder } from './manual-order.admin.service.ts'

/** Orders by staff. They are paid on creation, so they belong to payments. */
export const manualOrdersAdmin: Handlers<Pick<typeof orders, 'create'>> = {
  async create(app, { body, principal, caller }) {
    const actor = actorOf({ principal, caller })
    const isPaidOutside = body.method === 'outside'

    const id = await makeOrder(
      app,
      {
        requestKey: body.requestKey,
        userId: body.userId,
        variantId: body.variantId,
        quantity: body.quantity,
        method: body.method,
        paidCents: isPaidOutside ? fromDecimal(body.amount.toFixed(2)) : 0,
        reference: isPaidOutside ? body.reference : null,
        reason: body.reason ?? null,
      },
      actor,
    )

    const orderDetail = await orderDetails(app, id, actor)

    return { success: true as const, order: orderDetail, data: orderDetail }
  },
}
