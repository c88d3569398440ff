import type { statistics } from '@chaveiro/contracts/admin/statistics'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of statistics. */
export const statisticsAdmin: Handlers<typeof statistics> = {}
