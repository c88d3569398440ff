import type { users } from '@chaveiro/contracts/admin/users'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of users. */
export const usersAdmin: Handlers<typeof users> = {}
