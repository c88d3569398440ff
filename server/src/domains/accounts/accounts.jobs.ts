import type { Jobs } from '../../jobs/names.ts'
import type { App } from '../../platform/app.ts'
import { sendRecovery, sendWelcome } from './accounts.mail.ts'
import { isRecoveryLive } from './accounts.password.service.ts'

export const accountJobs = {
  async 'mail.password-reset'(
    app: App,
    { userId, sealedToken }: Jobs['mail.password-reset'],
  ): Promise<void> {
    const token = app.vault.open(Buffer.from(sealedToken, 'base64'), 'jobs', userId)
    if (await isRecoveryLive(app, token)) await sendRecovery(app, userId, token)
  },
  'mail.welcome': (app: App, { userId }: Jobs['mail.welcome']) => sendWelcome(app, userId),
}
