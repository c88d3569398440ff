import type { Api } from '@chaveiro/contracts'
import { inLanguage } from '@chaveiro/contracts/localized'
import type { Handlers } from '../../../platform/http/mount.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { withdrawalView } from '../../orders/withdrawal.rules.ts'
import { askWithdrawal } from './withdrawals.service.ts'

/** Taking an own order back. */
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
        'pt-BR': 'Recebemos o seu pedido de desistência. A resposta chega por e-mail.',
        'en-US': 'We have your withdrawal. The answer comes by email.',
      }),
      withdrawal: withdrawalView(order, asked, app.clock.now())!,
    }
  },
}
