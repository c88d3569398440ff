import type { Jobs } from '../../jobs/names.ts'
import type { App } from '../../platform/app.ts'
import { sendRecovery, sendWelcome } from './accounts.mail.ts'

export const accountJobs = {
  'mail.password-reset': (app: App, { userId, sealedToken }: Jobs['mail.password-reset']) => sendRecovery(app, userId, app.vault.open(Buffer.from(sealedToken, 'base64'), 'jobs', userId)),
  'mail.welcome': (app: App, { userId }: Jobs['mail.welcome']) => sendWelcome(app, userId),
}
