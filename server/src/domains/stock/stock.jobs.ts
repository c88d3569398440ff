import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { postStockLow } from './stock-alerts.chat.ts'
import { tellRestock } from './stock-alerts.service.ts'
import { sendStockBack, sendStockLow } from './stock.mail.ts'

export const stockJobs = {
  'stock.back': (app: App, { productId }: Jobs['stock.back']) => tellRestock(app, productId),
  'chat.stock-low': (app: App, { productId }: Jobs['chat.stock-low']) =>
    postStockLow(app, productId),
  'mail.stock-low': (app: App, { productId, since }: Jobs['mail.stock-low']) =>
    sendStockLow(app, productId, since),
  'mail.stock-back': (app: App, { userId, productId, since }: Jobs['mail.stock-back']) =>
    sendStockBack(app, userId, productId, since),
}
