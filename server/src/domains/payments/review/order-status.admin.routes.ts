import type { orders } from '@chaveiro/contracts/admin/orders'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { Handlers } from '../../../platform/http/mount.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { orderDetails } from '../../orders/orders.admin.routes.ts'
import { changeOrderStatus, deleteOrder } from './order-status.admin.service.ts'

/**
 * Status and deletion of an order in the back office. Both move money, so they belong to payments.
 */
export const orderStatusAdmin: Handlers<Pick<typeof orders, 'setStatus' | 'remove'>> = {
  async setStatus(app, { params, body, principal, caller }) {
    const actor = actorOf({ principal, caller })
    const { status, reason = null, reference = null } = body
    await changeOrderStatus(app, params.id, { status, reason, reference }, actor)
    const orderDetail = await orderDetails(app, params.id, actor)

    return { success: true as const, order: orderDetail, data: orderDetail }
  },

  async remove(app, { params, principal, caller }) {
    await deleteOrder(app, params.id, actorOf({ principal, caller }))
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Pedido excluído.',
        'en-US': 'Order deleted.',
      }),
    }
  },
}
