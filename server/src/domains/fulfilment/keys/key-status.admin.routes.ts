import type { licences } from '@chaveiro/contracts/admin/licences'
import type { stock } from '@chaveiro/contracts/admin/stock'

import type { Handlers } from '../../../platform/http/mount.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { licenceForStaff, oneLicence } from '../../licences/licences.admin.routes.ts'
import { changeEachKey, keyReply, readKeyAs } from '../../stock/stock.admin.routes.ts'
import { moveDeliveredLicence, moveStockKey, removeLicence } from './key-status.service.ts'
import { replaceKey } from './replace.service.ts'

/** Back-office calls of licences that also change stock keys and keys at providers. */
export const licenceMoves: Pick<Handlers<typeof licences>, 'status' | 'replace' | 'remove'> = {
  async status(app, input) {
    await moveDeliveredLicence(app, input.params.id, input.body.status, actorOf(input))
    return oneLicence(await licenceForStaff(app, input.params.id, actorOf(input)))
  },

  async replace(app, input) {
    const replacement = await replaceKey(
      app,
      input.params.id,
      { reason: input.body.reason, licenceKey: input.body.licenseKey },
      actorOf(input),
    )

    return {
      ...oneLicence(await licenceForStaff(app, input.params.id, actorOf(input))),
      replacement,
    }
  },

  async remove(app, input) {
    await removeLicence(app, input.params.id, actorOf(input))
    return { success: true as const }
  },
}

/** Back-office calls of stock that also change delivered licences. */
export const stockMoves: Pick<Handlers<typeof stock>, 'status' | 'bulkStatus'> = {
  async status(app, input) {
    const id = await moveStockKey(
      app,
      input.params.licenseKey,
      { to: input.body.status, usedBy: input.body.usedBy },
      actorOf(input),
    )
    return keyReply(await readKeyAs(app, id, actorOf(input)))
  },
  async bulkStatus(app, input) {
    return changeEachKey(input.body.ids, input.caller, (id) =>
      moveStockKey(app, id, { to: input.body.status, usedBy: input.body.usedBy }, actorOf(input)),
    )
  },
}
