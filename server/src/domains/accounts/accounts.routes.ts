import type { Api } from '@chaveiro/contracts'
import { inLanguage } from '@chaveiro/contracts/localized'

import { fail } from '../../platform/errors.ts'
import { assertOwnOrStaff, seesAsStaff, type Handlers } from '../../platform/http/mount.ts'
import { actorOf, historyOf } from '../audit/audit.service.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { loginRoutes } from './login/login.routes.ts'
import { endOwnSession, logOut } from './login/login.service.ts'
import { askOwnCode } from './mail-codes/own-code.service.ts'
import { changePassword } from './new-password/password-change.service.ts'
import { forgotPassword, resetPassword } from './new-password/recovery.service.ts'
import { hasPassword, isOwnPassword } from './password/own-password.service.ts'
import { bannedUsers, userById } from './people/people.queries.ts'
import { ownSessionView, userView } from './people/people.views.ts'
import { clearRefreshCookie, refreshCookie, setRefreshCookie } from './session/refresh-cookie.ts'
import { refreshSession } from './session/session.service.ts'
import { stepUp } from './step-up/step-up.service.ts'
import { twoFactorRoutes } from './two-factor.routes.ts'
import { openSessions } from './users.admin.queries.ts'
import { banUser } from './users.admin.service.ts'

export const accountsRoutes: Handlers<Api['accounts']> = {
  ...loginRoutes,
  ...twoFactorRoutes,

  async logout(app, { principal, caller, request, reply }) {
    await logOut(app, principal, refreshCookie(app, request), caller)
    clearRefreshCookie(app, reply)

    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Você saiu da conta.',
        'en-US': 'You are logged out.',
      }),
    }
  },

  async refresh(app, { caller, request, reply }) {
    await app.limits.count('refresh', caller.ip)
    const refreshToken = refreshCookie(app, request)
    if (!refreshToken) throw fail('auth.refresh_invalid')

    const newTokens = await refreshSession(app, refreshToken, caller).catch((error) => {
      clearRefreshCookie(app, reply)
      throw error
    })

    setRefreshCookie(app, reply, newTokens, request)

    return {
      success: true as const,
      accessToken: newTokens.accessToken,
      data: { accessToken: newTokens.accessToken },
    }
  },

  async forgotPassword(app, { body, caller, captchaSolved }) {
    await forgotPassword(app, body.email, caller, captchaSolved)
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Se houver uma conta com este e-mail, enviamos um link de recuperação.',
        'en-US': 'If there is an account with this email, we sent a recovery link.',
      }),
    }
  },

  async resetPassword(app, { body, caller }) {
    await resetPassword(app, body, caller)
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Senha redefinida com sucesso.',
        'en-US': 'Your password has been reset.',
      }),
    }
  },

  async changePassword(app, { body, principal, caller, reply }) {
    const newTokens = await changePassword(app, principal, body, caller)
    setRefreshCookie(app, reply, newTokens)

    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Senha alterada com sucesso.',
        'en-US': 'Your password has been changed.',
      }),
      accessToken: newTokens.accessToken,
      data: { accessToken: newTokens.accessToken },
    }
  },

  async ownPassword(app, { principal }) {
    return { success: true as const, hasPassword: await hasPassword(app, principal.userId) }
  },

  async validatePassword(app, { body, principal, caller }) {
    return {
      success: true as const,
      valid: await isOwnPassword(app, principal, body.password, caller),
    }
  },

  async stepUp(app, { body, principal, caller }) {
    const provenUntil = await stepUp(app, principal, body, caller)
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Identidade confirmada.',
        'en-US': 'Your identity is confirmed.',
      }),
      until: provenUntil.toISOString(),
    }
  },

  async askOwnCode(app, { body, principal, caller }) {
    await askOwnCode(app, principal, body.for, caller)
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Enviamos um código ao seu e-mail.',
        'en-US': 'We sent a code to your email.',
      }),
    }
  },

  async sessions(app, { principal }) {
    const openRows = await openSessions(app, principal.userId)
    return {
      success: true as const,
      sessions: openRows.map((row) => ownSessionView(row, principal)),
    }
  },

  async endSession(app, { params, principal, caller }) {
    await endOwnSession(app, principal, params.id, caller)
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Sessão encerrada.',
        'en-US': 'Session ended.',
      }),
    }
  },

  ...dashboardRoutes,

  async history(app, { params, principal }) {
    assertOwnOrStaff(app, params.id, principal)
    const asksAsStaff = seesAsStaff(app, principal)
    // A customer sees which member of staff acted on their account, but not that person's IP
    // address.
    const maySeeAddress = (actorId: string | null) =>
      asksAsStaff || actorId === null || actorId === principal.userId

    const historyEntries = (await historyOf(app, params.id)).map((row) => ({
      id: row.id,
      _id: row.id,
      action: row.action,
      details: row.details,
      createdAt: row.createdAt.toISOString(),
      ip: maySeeAddress(row.actorId) ? row.ip : null,
      performedBy: row.actorId
        ? { id: row.actorId, _id: row.actorId, name: row.actorName ?? '' }
        : null,
    }))

    if (!historyEntries.length && !(await userById(app, params.id))) throw fail('account.not_found')

    return { success: true as const, history: historyEntries, data: historyEntries }
  },

  async bans(app) {
    const bannedViews = (await bannedUsers(app)).map(userView)
    return { success: true as const, bans: bannedViews, total: bannedViews.length }
  },

  async ban(app, { body, principal, caller }) {
    const user = await banUser(
      app,
      { principal, actor: actorOf({ principal, caller }) },
      body.userId,
      body.reason,
    )

    return {
      success: true as const,
      message: inLanguage(caller.language, { 'pt-BR': 'Usuário banido.', 'en-US': 'User banned.' }),
      user: userView(user),
    }
  },
}
