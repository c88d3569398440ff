import type { Jobs } from '../../jobs/names.ts'
import type { App } from '../../platform/app.ts'
import { sendReceipt } from './fulfilment.mail.ts'
import { serveWaiting } from './fulfilment.service.ts'

export const fulfilmentJobs = {
  'order.receipt': (app: App, { orderId }: Jobs['order.receipt']) => sendReceipt(app, orderId),
  'stock.added': (app: App, { productId }: Jobs['stock.added']) => serveWaiting(app, productId),
}
