import type { deliveries } from '@chaveiro/contracts/admin/deliveries'
import { totalsOf } from '../../platform/listing.ts'
import type { Handlers } from '../../platform/mount.ts'
import { actorOf } from '../audit/audit.service.ts'
import { listDeliveries } from './deliveries.listing.ts'
import { retryGrant } from './fulfilment.grant.service.ts'
import { deliverByHand } from './fulfilment.hand.service.ts'

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
