import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import { sendLicencesExpiring } from './licences.mail.ts'

export const licenceJobs = {
  'mail.licences-expiring': (app: App, { orderId, licenceIds }: Jobs['mail.licences-expiring']) =>
    sendLicencesExpiring(app, orderId, licenceIds),
}
