import type { Api } from '@chaveiro/contracts'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { Handlers } from '../../../platform/http/mount.ts'
import { setRefreshCookie } from '../session/refresh-cookie.ts'
import { askMailChange, changeMail, mailChangeOf } from './mail-change.service.ts'

/** The change of one's own mail (P170). */
export const mailChangeRoutes: Pick<
  Handlers<Api['ownAccount']>,
  'mailChange' | 'askMailChange' | 'changeMail'
> = {
  async mailChange(app, { principal }) {
    return { success: true as const, ...(await mailChangeOf(app, principal)) }
  },

  async askMailChange(app, { body, principal, caller }) {
    await askMailChange(app, principal, body.email, caller)
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Enviamos um código para o novo e-mail.',
        'en-US': 'We sent a code to the new email.',
      }),
    }
  },

  async changeMail(app, { body, principal, caller, reply }) {
    const { user, tokens } = await changeMail(app, principal, body, caller)
    setRefreshCookie(app, reply, tokens)

    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'E-mail alterado.',
        'en-US': 'Email changed.',
      }),
      user: { id: user.id, _id: user.id, name: user.name, email: user.email, role: user.role },
      accessToken: tokens.accessToken,
    }
  },
}
