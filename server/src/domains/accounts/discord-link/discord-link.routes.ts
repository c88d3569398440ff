import type { Api } from '@chaveiro/contracts'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { Handlers } from '../../../platform/http/mount.ts'
import {
  chatAccountOf,
  finishChatLink,
  startChatLink,
  unlinkChatAccount,
} from './discord-link.service.ts'

export const chatAccountRoutes: Handlers<Api['chatAccount']> = {
  async read(app, { principal }) {
    return { success: true as const, ...(await chatAccountOf(app, principal.userId)) }
  },
  async start(app, { principal }) {
    return { success: true as const, url: await startChatLink(app, principal) }
  },

  async finish(app, { body, principal, caller }) {
    await finishChatLink(app, principal, body, caller)
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Conta do Discord conectada.',
        'en-US': 'Discord account linked.',
      }),
      ...(await chatAccountOf(app, principal.userId)),
    }
  },

  async unlink(app, { principal, caller }) {
    await unlinkChatAccount(app, principal, caller)
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Conta do Discord desconectada.',
        'en-US': 'Discord account unlinked.',
      }),
      ...(await chatAccountOf(app, principal.userId)),
    }
  },
}
