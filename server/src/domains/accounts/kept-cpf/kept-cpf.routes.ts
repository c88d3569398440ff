import type { Api } from '@chaveiro/contracts'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { Handlers } from '../../../platform/http/mount.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { maskCpf } from './kept-cpf.rules.ts'
import { forgetOwnCpf, keptCpfOf } from './kept-cpf.service.ts'

/** Show and remove the CPF that the caller's account keeps. */
export const keptCpfRoutes: Handlers<Pick<Api['ownAccount'], 'keptCpf' | 'forgetCpf'>> = {
  async keptCpf(app, { principal }) {
    const keptCpf = await keptCpfOf(app, principal.userId)
    return {
      success: true as const,
      kept: keptCpf && {
        masked: keptCpf.cpf && maskCpf(keptCpf.cpf),
        since: keptCpf.keptAt.toISOString(),
      },
    }
  },

  async forgetCpf(app, { principal, caller }) {
    await forgetOwnCpf(app, actorOf({ principal, caller }))
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'CPF esquecido.',
        'en-US': 'CPF forgotten.',
      }),
    }
  },
}
