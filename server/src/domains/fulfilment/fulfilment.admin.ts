import type { licences } from '@chaveiro/contracts/admin/licences'
import type { stock } from '@chaveiro/contracts/admin/stock'
import type { Handlers } from '../../platform/mount.ts'
import { actorOf } from '../audit/audit.service.ts'
import { oneLicence } from '../licences/licences.admin.ts'
import { adminLicenceOf } from '../licences/licences.listing.ts'
import { eachKey, oneKey } from '../stock/stock.admin.ts'
import { adminKeyOf } from '../stock/stock.listing.ts'
import { moveDeliveredLicence, moveStockKey } from './fulfilment.keys.service.ts'

/** The back-office call of licences that touches the stock too. */
export const licenceMoves: Pick<Handlers<typeof licences>, 'status'> = {
  async status(app, input) {
    await moveDeliveredLicence(app, input.params.id, input.body.status, actorOf(input))
    return oneLicence((await adminLicenceOf(app, input.params.id))!)
  },
}

/** The back-office calls of stock that touch delivered licences too. */
export const stockMoves: Pick<Handlers<typeof stock>, 'status' | 'bulkStatus'> = {
  async status(app, input) {
    const id = await moveStockKey(app, input.params.licenseKey, input.body.status, input.body.usedBy, actorOf(input))
    return oneKey((await adminKeyOf(app, id))!)
  },
  async bulkStatus(app, input) { return eachKey(input.body.ids, input.caller, (id) => moveStockKey(app, id, input.body.status, input.body.usedBy, actorOf(input))) },
}
