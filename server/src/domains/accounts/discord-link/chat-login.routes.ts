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

/** Binds the way back from the chat service to the browser that was sent there. */
const cookie = 'discordLogin'

const cookieOptions = (app: App) =>
  ({
    path: '/api/users/login/discord',
    httpOnly: true,
    sameSite: 'strict',
    secure: app.config.secureCookies,
  }) as const

/** Logging in by the chat account; each way in ends in a session of this browser. */
export const chatLoginRoutes: Handlers<Api['chatLogin']> = {
  async start(app, { caller, reply }) {
    const { url, secret } = await startChatLogin(app, caller)
    reply.setCookie(cookie, secret, { ...cookieOptions(app), maxAge: 2 * linkSeconds })

    return { success: true as const, url }
  },

  async finish(app, { body, caller, request, reply }) {
    const secret = request.cookies[cookie] ?? null
    const entered = await finishChatLogin(app, { ...body, secret }, caller)
    reply.clearCookie(cookie, cookieOptions(app))

    return signedIn(app, { caller, reply }, entered, loggedIn)
  },

  async register(app, { body, caller, request, reply }) {
    const secret = request.cookies[cookie] ?? null
    const made = await registerByChat(app, { ...body, secret }, caller)
    reply.clearCookie(cookie, cookieOptions(app))

    return signedIn(app, { caller, reply }, made, accountMade)
  },

  async link(app, { principal, caller, request, reply }) {
    await linkArrival(app, principal, request.cookies[cookie] ?? null, caller)
    reply.clearCookie(cookie, cookieOptions(app))

    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Conta do Discord conectada.',
        'en-US': 'Discord account linked.',
      }),
    }
  },
}
