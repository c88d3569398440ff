import type { Api } from '@chaveiro/contracts'
import { say, type Handlers } from '../../../platform/http/mount.ts'
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
      message: say(caller, 'Conta do Discord conectada.', 'Discord account linked.'),
      ...(await chatAccountOf(app, who.userId)),
    }
  },
  async unlink(app, { who, caller }) {
    await unlinkChatAccount(app, who, caller)
    return {
      success: true as const,
      message: say(caller, 'Conta do Discord desconectada.', 'Discord account unlinked.'),
      ...(await chatAccountOf(app, who.userId)),
    }
  },
}
