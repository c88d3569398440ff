import type { settings } from '@chaveiro/contracts/admin/settings'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of settings. */
export const settingsAdmin: Handlers<typeof settings> = {}
