import type { Api } from '@chaveiro/contracts'
import { lifetimes } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { App } from '../../../platform/app.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { finishLogIn, logIn } from './login.service.ts'
import { askLoginCode, enterByLoginCode, registerByLoginCode } from './mail-code.service.ts'
import { register } from './register.service.ts'
import { accountMade, loggedIn, signedIn } from './signed-in.views.ts'

/** The ways to log in; each opens a session in this browser. */
export const loginRoutes: Pick<
  Handlers<Api['accounts']>,
  | 'login'
  | 'loginSecondStep'
  | 'askLoginCode'
  | 'enterByLoginCode'
  | 'registerByLoginCode'
  | 'register'
> = {
  async login(app, { body, caller, reply }) {
    return signedIn(app, { caller, reply }, await logIn(app, body, caller), loggedIn)
  },
  async loginSecondStep(app, { body, caller, reply }) {
    return signedIn(app, { caller, reply }, await finishLogIn(app, body, caller), loggedIn)
  },

  async askLoginCode(app, { body, caller, reply }) {
    const codeSecret = await askLoginCode(app, body.email, caller)
    reply.setCookie(codeCookie, codeSecret, {
      ...codeCookieOptions(app),
      maxAge: lifetimes.mailCode,
    })

    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Enviamos um código para este e-mail.',
        'en-US': 'We sent a code to this email.',
      }),
    }
  },

  async enterByLoginCode(app, { body, caller, request, reply }) {
    const codeSecret = request.cookies[codeCookie] ?? null
    const signedInUser = await enterByLoginCode(
      app,
      { secret: codeSecret, code: body.code },
      caller,
    )
    const loginReply = signedIn(app, { caller, reply }, signedInUser, loggedIn)
    reply.clearCookie(codeCookie, codeCookieOptions(app))

    return loginReply
  },

  async registerByLoginCode(app, { body, caller, request, reply }) {
    const codeSecret = request.cookies[codeCookie] ?? null
    const createdAccount = await registerByLoginCode(app, { ...body, secret: codeSecret }, caller)
    const loginReply = signedIn(app, { caller, reply }, createdAccount, accountMade)
    reply.clearCookie(codeCookie, codeCookieOptions(app))

    return loginReply
  },

  async register(app, { body, caller, reply }) {
    return signedIn(app, { caller, reply }, await register(app, body, caller), accountMade)
  },
}

/** This cookie binds a mailed code to the browser that asked for it. */
const codeCookie = 'loginCode'

const codeCookieOptions = (app: App) =>
  ({
    path: '/api/users/login',
    httpOnly: true,
    sameSite: 'strict',
    secure: app.config.secureCookies,
  }) as const
