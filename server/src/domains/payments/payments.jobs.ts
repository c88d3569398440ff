import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import { pursueClose } from './checkout/close-charge.service.ts'
import { sendDefence } from './disputes/defence.service.ts'
import { pursueRefund } from './refunds/refund.service.ts'
import { sendRefund } from './refunds/refunds.mail.ts'
import { sendPaymentExpired } from './settlement/payment-expired.mail.ts'
import { settle } from './settlement/settle.service.ts'
import { sendWithdrawal } from './withdrawals/withdrawals.mail.ts'

export const paymentJobs = {
  'payment.settle': async (app: App, { paymentId, source }: Jobs['payment.settle']) => {
    await settle(app, paymentId, source)
  },
  'payment.close': (app: App, { paymentId }: Jobs['payment.close']) => pursueClose(app, paymentId),
  'payment.refund': (app: App, { refundId }: Jobs['payment.refund']) => pursueRefund(app, refundId),
  'infraction.defend': (app: App, { infractionId }: Jobs['infraction.defend']) =>
    sendDefence(app, infractionId),
  'mail.payment-expired': (app: App, { orderId }: Jobs['mail.payment-expired']) =>
    sendPaymentExpired(app, orderId),
  'mail.withdrawal': (app: App, payload: Jobs['mail.withdrawal']) => sendWithdrawal(app, payload),
  'mail.refund': (app: App, { refundId }: Jobs['mail.refund']) => sendRefund(app, refundId),
}
