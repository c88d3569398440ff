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
  async read(app, { who }) {
    return { success: true as const, ...(await chatAccountOf(app, who.userId)) }
  },
  async start(app, { who }) {
    return { success: true as const, url: await startChatLink(app, who) }
  },
  async finish(app, { body, who, caller }) {
    await finishChatLink(app, who, body, caller)
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Conta do Discord conectada.',
        'en-US': 'Discord account linked.',
      }),
      ...(await chatAccountOf(app, who.userId)),
    }
  },
  async unlink(app, { who, caller }) {
    await unlinkChatAccount(app, who, caller)
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Conta do Discord desconectada.',
        'en-US': 'Discord account unlinked.',
      }),
      ...(await chatAccountOf(app, who.userId)),
    }
  },
}
