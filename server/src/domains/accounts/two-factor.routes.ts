import type { Api } from '@chaveiro/contracts'
import { inLanguage } from '@chaveiro/contracts/localized'

import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { userById } from './people/people.queries.ts'
import { assertProven, neededProof } from './step-up/step-up.service.ts'
import { confirmTwoFactor, startTwoFactor } from './two-factor/set-up.service.ts'
import {
  disableTwoFactor,
  renewRecoveryCodes,
  twoFactorState,
} from './two-factor/two-factor.service.ts'

type TwoFactorCalls =
  | 'twoFactor'
  | 'startTwoFactor'
  | 'confirmTwoFactor'
  | 'renewRecoveryCodes'
  | 'disableTwoFactor'

export const twoFactorRoutes: Pick<Handlers<Api['accounts']>, TwoFactorCalls> = {
  async twoFactor(app, { principal }) {
    const [state, user] = await Promise.all([
      twoFactorState(app, principal),
      userById(app, principal.userId),
    ])

    if (!user) throw fail('auth.required')

    // Users with a password must enter it here, even after a recent proof of identity.
    const asksProof =
      user.passwordHash === null ? await neededProof(app, principal, user) : 'password'

    return { success: true as const, ...state, proof: asksProof }
  },

  async startTwoFactor(app, { body, principal, caller }) {
    await assertProven(app, principal, body.password, caller)
    return { success: true as const, ...(await startTwoFactor(app, principal)) }
  },

  async confirmTwoFactor(app, { body, principal, caller }) {
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Verificação em duas etapas ativada.',
        'en-US': 'Two-factor login is active.',
      }),
      recoveryCodes: await confirmTwoFactor(app, principal, body, caller),
    }
  },

  async renewRecoveryCodes(app, { body, principal, caller }) {
    await assertProven(app, principal, body.password, caller)
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Novos códigos de recuperação criados.',
        'en-US': 'New recovery codes made.',
      }),
      recoveryCodes: await renewRecoveryCodes(app, principal, caller),
    }
  },

  async disableTwoFactor(app, { body, principal, caller }) {
    await assertProven(app, principal, body.password, caller)
    await disableTwoFactor(app, principal, caller)

    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Verificação em duas etapas desativada.',
        'en-US': 'Two-factor login is off.',
      }),
    }
  },
}
