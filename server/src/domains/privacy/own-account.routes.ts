import type { Api } from '@chaveiro/contracts'
import { staffRoles } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'

import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { deleteOwn } from '../accounts/deletion.service.ts'
import { keptCpfRoutes } from '../accounts/kept-cpf/kept-cpf.routes.ts'
import { useOwnMailCode } from '../accounts/mail-codes/own-code.service.ts'
import { mailChangeRoutes } from '../accounts/own-mail/mail-change.routes.ts'
import { assertPassword } from '../accounts/password/own-password.service.ts'
import { renameOwn } from '../accounts/profile.service.ts'
import { clearRefreshCookie } from '../accounts/session/refresh-cookie.ts'
import { assertOwnFactor, hasProven } from '../accounts/step-up/step-up.service.ts'
import { actorOf } from '../audit/audit.service.ts'
import { namesKeptUntil } from '../books/deleted-customers.queries.ts'
import { everythingOf } from './export.service.ts'
import { removeWithCharges } from './open-charges.service.ts'

/** A person's calls about their own account. */
export const ownAccountRoutes: Handlers<Api['ownAccount']> = {
  ...mailChangeRoutes,
  ...keptCpfRoutes,

  async rename(app, { body, principal, caller }) {
    const { id, name, email, role } = await renameOwn(
      app,
      actorOf({ principal, caller }),
      body.name,
    )

    return {
      success: true as const,
      message: inLanguage(caller.language, { 'pt-BR': 'Nome alterado.', 'en-US': 'Name changed.' }),
      user: { id, _id: id, name, email, role },
    }
  },

  async removal(app) {
    return { success: true as const, keptUntil: namesKeptUntil(app) }
  },

  async remove(app, { body, principal, caller, reply }) {
    if (staffRoles.includes(principal.role)) throw fail('account.staff_stays')

    if ('password' in body) await assertPassword(app, principal, body.password, caller)
    else if ('code' in body) await assertOwnFactor(app, principal.userId, body.code)
    else {
      const mailCode = { purpose: 'removal', code: body.mailCode } as const
      await useOwnMailCode(app, principal, mailCode, caller)
    }

    const { userId } = principal
    await removeWithCharges(app, userId, () => deleteOwn(app, userId, caller.ip))
    clearRefreshCookie(app, reply)

    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Sua conta foi excluída.',
        'en-US': 'Your account was deleted.',
      }),
    }
  },

  async exported(app, { principal }) {
    await app.limits.count('export', principal.userId)
    const exportDate = app.clock.now().toISOString().slice(0, 10)

    return {
      stream: everythingOf(app, principal.userId, { masked: !(await hasProven(app, principal)) }),
      fileName: `meus-dados-${exportDate}.json`,
    }
  },
}
