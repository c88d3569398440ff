import type { Api } from '@chaveiro/contracts'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { App } from '../../../platform/app.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { accountMade, loggedIn, signedIn } from '../login/signed-in.views.ts'
import {
  finishChatLogin,
  linkArrival,
  registerByChat,
  startChatLogin,
} from './chat-login.service.ts'
import { linkSeconds } from './discord-link.service.ts'

/** This cookie proves that the browser which returns from the chat service started this login. */
const cookieName = 'discordLogin'

const cookieOptions = (app: App) =>
  ({
    path: '/api/users/login/discord',
    httpOnly: true,
    sameSite: 'strict',
    secure: app.config.secureCookies,
  }) as const

/** Login by the chat account. Every call after `start` requires the cookie that `start` set. */
export const chatLoginRoutes: Handlers<Api['chatLogin']> = {
  async start(app, { caller, reply }) {
    const { url, secret } = await startChatLogin(app, caller)
    // The user has ten minutes to return from the chat service, and ten more to create an account
    // or log in.
    reply.setCookie(cookieName, secret, { ...cookieOptions(app), maxAge: 2 * linkSeconds })

    return { success: true as const, url }
  },

  async finish(app, { body, caller, request, reply }) {
    const browserSecret = request.cookies[cookieName] ?? null
    const signedInUser = await finishChatLogin(app, { ...body, secret: browserSecret }, caller)
    reply.clearCookie(cookieName, cookieOptions(app))

    return signedIn(app, { caller, reply }, signedInUser, loggedIn)
  },

  async register(app, { body, caller, request, reply }) {
    const browserSecret = request.cookies[cookieName] ?? null
    const createdAccount = await registerByChat(app, { ...body, secret: browserSecret }, caller)
    reply.clearCookie(cookieName, cookieOptions(app))

    return signedIn(app, { caller, reply }, createdAccount, accountMade)
  },

  async link(app, { principal, caller, request, reply }) {
    await linkArrival(app, principal, request.cookies[cookieName] ?? null, caller)
    reply.clearCookie(cookieName, cookieOptions(app))

    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Conta do Discord conectada.',
        'en-US': 'Discord account linked.',
      }),
    }
  },
}
