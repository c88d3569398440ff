import type { Api } from '@chaveiro/contracts'
import { inLanguage } from '@chaveiro/contracts/localized'
import type { Handlers } from '../../../platform/http/mount.ts'
import { assertPassword } from '../password/password.service.ts'
import {
  confirmTwoFactor,
  assertStaffRole,
  disableTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  twoFactorState,
} from './two-factor.service.ts'

type TwoFactorCalls =
  | 'twoFactor'
  | 'startTwoFactor'
  | 'confirmTwoFactor'
  | 'renewRecoveryCodes'
  | 'disableTwoFactor'

export const twoFactorRoutes: Pick<Handlers<Api['accounts']>, TwoFactorCalls> = {
  async twoFactor(app, { principal }) {
    return { success: true as const, ...(await twoFactorState(app, principal)) }
  },
  async startTwoFactor(app, { body, principal, caller }) {
    assertStaffRole(principal)
    await assertPassword(app, principal, body.password, caller)
    return { success: true as const, ...(await startTwoFactor(app, principal)) }
  },
  async confirmTwoFactor(app, { body, principal, caller }) {
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Verificação em duas etapas ativada.',
        'en-US': 'Two-factor login is active.',
      }),
      recoveryCodes: await confirmTwoFactor(app, principal, body.code, caller),
    }
  },
  async renewRecoveryCodes(app, { body, principal, caller }) {
    await assertPassword(app, principal, body.password, caller)
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
    await assertPassword(app, principal, body.password, caller)
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
