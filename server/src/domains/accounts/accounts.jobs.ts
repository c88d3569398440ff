import { defaultLanguage } from '@chaveiro/contracts/limits'

import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import { sendCode, sendPowerAct, sendRecovery, sendWelcome } from './accounts.mail.ts'
import { codeToMail } from './mail-codes/mail-codes.service.ts'
import { isRecoveryLive } from './new-password/recovery.service.ts'
import { sendNotice } from './people/notices.service.ts'

export const accountJobs = {
  async 'mail.password-reset'(
    app: App,
    { userId, sealedToken }: Jobs['mail.password-reset'],
  ): Promise<void> {
    const recoveryToken = app.vault.open(Buffer.from(sealedToken, 'base64'), 'jobs', userId)
    if (await isRecoveryLive(app, recoveryToken)) await sendRecovery(app, userId, recoveryToken)
  },

  async 'mail.login-code'(
    app: App,
    { id, sealedCode, language = defaultLanguage }: Jobs['mail.login-code'],
  ): Promise<void> {
    const codeToSend = await codeToMail(app, id)
    const openedCode = app.vault.open(Buffer.from(sealedCode, 'base64'), 'jobs', id)
    if (codeToSend) await sendCode(app, codeToSend, { id, code: openedCode, language })
  },

  'mail.account-notice': (app: App, notice: Jobs['mail.account-notice']) => sendNotice(app, notice),
  'mail.power-act': (app: App, act: Jobs['mail.power-act']) => sendPowerAct(app, act),
  'mail.welcome': (app: App, { userId }: Jobs['mail.welcome']) => sendWelcome(app, userId),
}
