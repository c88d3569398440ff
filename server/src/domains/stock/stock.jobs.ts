import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import { postStockLow } from './stock-alerts.chat.ts'
import { notifyRestock } from './stock-alerts.service.ts'
import { sendStockBack, sendStockLow } from './stock.mail.ts'

export const stockJobs = {
  'stock.back': (app: App, { variantId }: Jobs['stock.back']) => notifyRestock(app, variantId),
  'chat.stock-low': (app: App, { variantId }: Jobs['chat.stock-low']) =>
    postStockLow(app, variantId),
  'mail.stock-low': (app: App, { variantId, since }: Jobs['mail.stock-low']) =>
    sendStockLow(app, variantId, since),
  'mail.stock-back': (app: App, { userId, variantId, since }: Jobs['mail.stock-back']) =>
    sendStockBack(app, userId, variantId, since),
}
