import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import type { FastifyReply } from 'fastify'

import type { App } from '../../../platform/app.ts'
import type { Caller } from '../../../platform/http/mount.ts'
import { setRefreshCookie } from '../session/refresh-cookie.ts'
import type { SignedIn } from './login.service.ts'

export const loggedIn: Localized = {
  'pt-BR': 'Login realizado com sucesso.',
  'en-US': 'Logged in.',
}

export const accountMade: Localized = {
  'pt-BR': 'Conta criada com sucesso.',
  'en-US': 'Account created.',
}

/** The reply to every successful login; sets the refresh cookie. */
export function signedIn(
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
