import type { Api } from '@chaveiro/contracts'
import { lifetimes } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import type { FastifyReply } from 'fastify'
import type { App } from '../../../platform/app.ts'
import type { Caller, Handlers } from '../../../platform/http/mount.ts'
import { setRefreshCookie } from '../session/refresh-cookie.ts'
import { finishLogIn, logIn, type SignedIn } from './login.service.ts'
import { askLoginCode, enterByLoginCode, registerByLoginCode } from './mail-code.service.ts'
import { register } from './register.service.ts'

const loggedIn: Localized = { 'pt-BR': 'Login realizado com sucesso.', 'en-US': 'Logged in.' }

const accountMade: Localized = {
  'pt-BR': 'Conta criada com sucesso.',
  'en-US': 'Account created.',
}

/** The ways of getting in; each ends in a session of this browser. */
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
    const secret = await askLoginCode(app, body.email, caller)
    reply.setCookie(codeCookie, secret, { ...codeCookieOptions(app), maxAge: lifetimes.mailCode })
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Enviamos um código para este e-mail.',
        'en-US': 'We sent a code to this email.',
      }),
    }
  },
  async enterByLoginCode(app, { body, caller, request, reply }) {
    const secret = request.cookies[codeCookie] ?? null
    const entered = await enterByLoginCode(app, { secret, code: body.code }, caller)
    const answer = signedIn(app, { caller, reply }, entered, loggedIn)
    reply.clearCookie(codeCookie, codeCookieOptions(app))
    return answer
  },
  async registerByLoginCode(app, { body, caller, request, reply }) {
    const secret = request.cookies[codeCookie] ?? null
    const made = await registerByLoginCode(app, { ...body, secret }, caller)
    const answer = signedIn(app, { caller, reply }, made, accountMade)
    reply.clearCookie(codeCookie, codeCookieOptions(app))
    return answer
  },
  async register(app, { body, caller, reply }) {
    return signedIn(app, { caller, reply }, await register(app, body, caller), accountMade)
  },
}

/** Binds a mailed code to the browser that asked for it. */
const codeCookie = 'loginCode'
const codeCookieOptions = (app: App) =>
  ({
    path: '/api/users/login',
    httpOnly: true,
    sameSite: 'strict',
    secure: app.config.secureCookies,
  }) as const

function signedIn(
  app: App,
  { caller, reply }: { caller: Caller; reply: FastifyReply },
  { user, tokens }: SignedIn,
  message: Localized,
) {
  setRefreshCookie(app, reply, tokens)
  return {
    success: true as const,
    message: inLanguage(caller.language, message),
    data: {
      tokens: { accessToken: tokens.accessToken },
      user: { id: user.id, _id: user.id, name: user.name, email: user.email, role: user.role },
    },
  }
}
