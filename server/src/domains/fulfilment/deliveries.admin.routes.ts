import type { deliveries } from '@chaveiro/contracts/admin/deliveries'

import type { Handlers } from '../../platform/http/mount.ts'
import { totalsOf } from '../../platform/lists/filters.ts'
import { actorOf } from '../audit/audit.service.ts'
import { listDeliveries } from './deliveries.admin.queries.ts'
import { deliverByHand } from './delivery/manual.service.ts'
import { retryGrant } from './minting/mint.service.ts'

/** Back-office calls of deliveries. */
export const deliveriesAdmin: Handlers<typeof deliveries> = {
  async list(app, { query }) {
    const { total, ...list } = await listDeliveries(app, query)
    return { success: true as const, ...list, ...totalsOf(total, query.limit) }
  },
  async deliver(app, input) {
    await deliverByHand(app, input.params.id, input.body.licenseKey, actorOf(input))
    return { success: true as const }
  },
  async retry(app, input) {
    await retryGrant(app, input.params.id, actorOf(input))
    return { success: true as const }
  },
}
