import type { Jobs } from '../../jobs/names.ts'
import type { App } from '../../platform/app.ts'
import { postStockLow } from './stock.chat.ts'
import { sendStockBack, sendStockLow } from './stock.mail.ts'
import { tellRestock } from './stock.watch.service.ts'

export const stockJobs = {
  'stock.back': (app: App, { productId }: Jobs['stock.back']) => tellRestock(app, productId),
  'chat.stock-low': (app: App, { productId }: Jobs['chat.stock-low']) =>
    postStockLow(app, productId),
  'mail.stock-low': (app: App, { productId, since }: Jobs['mail.stock-low']) =>
    sendStockLow(app, productId, since),
  'mail.stock-back': (app: App, { userId, productId, since }: Jobs['mail.stock-back']) =>
    sendStockBack(app, userId, productId, since),
}
