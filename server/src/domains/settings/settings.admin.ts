import type { settings } from '@chaveiro/contracts/admin/settings'
import { say, type Handlers } from '../../platform/mount.ts'
import { resetSettings, saveSettings, storedSettings, type StoredSettings } from './settings.service.ts'

/** Back-office calls of settings. */
export const settingsAdmin: Handlers<typeof settings> = {
  async read(app) { return shown(await storedSettings(app)) },
  async save(app, { body: { updatedAt, ...given }, who, caller }) {
    return shown(await saveSettings(app, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)), updatedAt, who, caller), say(caller, 'Configurações salvas.', 'Settings saved.'))
  },
  async reset(app, { who, caller }) { return shown(await resetSettings(app, who, caller), say(caller, 'Configurações restauradas.', 'Settings reset.')) },
}

function shown({ values, updatedAt }: StoredSettings, message?: string) {
  const settings = { ...values, updatedAt: updatedAt?.toISOString() ?? null }
  return { success: true as const, ...(message ? { message } : {}), ...settings, settings, data: settings }
}
