import type { notifications } from '@chaveiro/contracts/admin/notifications'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of notifications. */
export const notificationsAdmin: Handlers<typeof notifications> = {}
