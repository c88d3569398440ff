import type { system } from '@chaveiro/contracts/admin/system'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of system. */
export const systemAdmin: Handlers<typeof system> = {}
