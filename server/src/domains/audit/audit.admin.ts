import type { audit } from '@chaveiro/contracts/admin/audit'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of audit. */
export const auditAdmin: Handlers<typeof audit> = {}
