import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import { notifyRestock } from '../stock/stock-alerts.service.ts'
import { serveBuyer, serveWaiting } from './delivery/deliver.service.ts'
import { sendDeliveryFailing, sendKeyReplaced } from './delivery/deliveries.mail.ts'
import { sendReceipt } from './delivery/receipt.mail.ts'
import { syncGrant } from './grants/provider-sync.service.ts'
import { grantUnit } from './minting/mint.service.ts'

export const fulfilmentJobs = {
  'order.receipt': (app: App, { orderId, again }: Jobs['order.receipt']) =>
    sendReceipt(app, orderId, again),
  'unit.grant': (app: App, { unitId }: Jobs['unit.grant']) => grantUnit(app, unitId),
  'grant.sync': (app: App, { grantId }: Jobs['grant.sync']) => syncGrant(app, grantId),
  'mail.delivery-failing': (app: App, { unitId }: Jobs['mail.delivery-failing']) =>
    sendDeliveryFailing(app, unitId),
  'mail.key-replaced': (app: App, { replacementId }: Jobs['mail.key-replaced']) =>
    sendKeyReplaced(app, replacementId),
  'buyer.back': (app: App, { userId }: Jobs['buyer.back']) => serveBuyer(app, userId),
  // Buyers who have paid get the new keys first; the remaining keys are on sale again.
  'stock.added': async (app: App, { variantId }: Jobs['stock.added']) => {
    await serveWaiting(app, variantId)
    await notifyRestock(app, variantId)
  },
}
