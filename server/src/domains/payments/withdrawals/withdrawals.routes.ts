import type { Api } from '@chaveiro/contracts'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { Handlers } from '../../../platform/http/mount.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { withdrawalView } from '../../orders/withdrawal.rules.ts'
import { askWithdrawal } from './withdrawals.service.ts'

/** Withdrawal of a customer from their own order. */
export const withdrawalRoutes: Pick<Handlers<Api['orders']>, 'withdraw'> = {
  async withdraw(app, { params, body, principal, caller }) {
    const { order, asked } = await askWithdrawal(
      app,
      { orderId: params.id, reason: body.reason || null },
      actorOf({ principal, caller }),
    )

    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR':
          'Desistência feita. As chaves deste pedido não funcionam mais, e o valor volta para você.',
        'en-US':
          'You have withdrawn. The keys of this order no longer work, and the money comes back to you.',
      }),
      withdrawal: withdrawalView(order, asked, app.clock.now())!,
    }
  },
}
