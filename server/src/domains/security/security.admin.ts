import type { security } from '@chaveiro/contracts/admin/security'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of security. */
export const securityAdmin: Handlers<typeof security> = {}
