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
  async twoFactor(app, { who }) {
    return { success: true as const, ...(await twoFactorState(app, who)) }
  },
  async startTwoFactor(app, { body, who, caller }) {
    assertStaffRole(who)
    await assertPassword(app, who, body.password, caller)
    return { success: true as const, ...(await startTwoFactor(app, who)) }
  },
  async confirmTwoFactor(app, { body, who, caller }) {
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Verificação em duas etapas ativada.',
        'en-US': 'Two-factor login is active.',
      }),
      recoveryCodes: await confirmTwoFactor(app, who, body.code, caller),
    }
  },
  async renewRecoveryCodes(app, { body, who, caller }) {
    await assertPassword(app, who, body.password, caller)
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Novos códigos de recuperação criados.',
        'en-US': 'New recovery codes made.',
      }),
      recoveryCodes: await renewRecoveryCodes(app, who, caller),
    }
  },
  async disableTwoFactor(app, { body, who, caller }) {
    await assertPassword(app, who, body.password, caller)
    await disableTwoFactor(app, who, caller)
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Verificação em duas etapas desativada.',
        'en-US': 'Two-factor login is off.',
      }),
    }
  },
}
