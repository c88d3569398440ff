import type { orders } from '@chaveiro/contracts/admin/orders'
import { mayMove, staffMayMove } from '@chaveiro/contracts/states'
import { fail } from '../../platform/fail.ts'
import type { Handlers } from '../../platform/mount.ts'
import { actorOf } from '../audit/audit.service.ts'
import { orderDetails } from '../orders/orders.admin.ts'
import { orderById } from '../orders/orders.service.ts'
import { refundOrderByStaff } from './payments.desk.refund.service.ts'
import { cancelUnpaidOrder } from './payments.desk.service.ts'

/** The status of an order in the back office: every change of it is about money, so it stands with the payments and not below them. */
export const orderStatusAdmin: Handlers<Pick<typeof orders, 'setStatus'>> = {
  async setStatus(app, { params, body, who, caller }) {
    const order = await orderById(app, params.id)
    if (!order || order.deletedAt) throw fail('order.not_found')
    if (!staffMayMove('order', order.status, body.status))
      throw fail(refusal(order.status, body.status), { from: order.status, to: body.status })
    const actor = actorOf({ who, caller })
    if (body.status === 'cancelled')
      await cancelUnpaidOrder(app, order.id, actor, body.reason ?? null)
    else
      await refundOrderByStaff(app, order.id, actor, {
        reason: body.reason ?? '',
        reference: body.reference ?? null,
      })
    const data = await orderDetails(app, order.id, actor)
    return { success: true as const, order: data, data }
  },
}

/** Moves that exist but are not staff's to make say whose they are. */
function refusal(from: 'pending' | 'completed' | 'cancelled' | 'refunded', to: string) {
  if (to === 'completed' && (from === 'pending' || from === 'cancelled'))
    return 'order.unpaid' as const
  return to === 'pending' && mayMove('order', from, to)
    ? ('order.reopen' as const)
    : ('state.illegal' as const)
}
