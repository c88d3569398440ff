import type { settings } from '@chaveiro/contracts/admin/settings'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { Handlers } from '../../platform/http/mount.ts'
import { actorOf } from '../audit/audit.service.ts'
import { firstSteps } from './first-steps.queries.ts'
import {
  resetSettings,
  saveSettings,
  storedSettings,
  type StoredSettings,
} from './settings.service.ts'

/** Back-office calls of settings. */
export const settingsAdmin: Handlers<typeof settings> = {
  async read(app) {
    return settingsReply(await storedSettings(app))
  },

  async save(app, input) {
    const { updatedAt, ...changes } = input.body
    return settingsReply(
      await saveSettings(
        app,
        Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
        updatedAt,
        actorOf(input),
      ),
      inLanguage(input.caller.language, {
        'pt-BR': 'Configurações salvas.',
        'en-US': 'Settings saved.',
      }),
    )
  },

  async firstSteps(app, { principal }) {
    return { success: true as const, ...(await firstSteps(app, principal)) }
  },

  async reset(app, input) {
    return settingsReply(
      await resetSettings(app, actorOf(input)),
      inLanguage(input.caller.language, {
        'pt-BR': 'Configurações restauradas.',
        'en-US': 'Settings reset.',
      }),
    )
  },
}

function settingsReply({ values, updatedAt }: StoredSettings, message?: string) {
  const settings = { ...values, updatedAt: updatedAt?.toISOString() ?? null }
  return {
    success: true as const,
    ...(message ? { message } : {}),
    ...settings,
    settings,
    data: settings,
  }
}
