import type { licences } from '@chaveiro/contracts/admin/licences'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of licences. */
export const licencesAdmin: Handlers<typeof licences> = {}
