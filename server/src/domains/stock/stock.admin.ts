import type { stock } from '@chaveiro/contracts/admin/stock'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of stock. */
export const stockAdmin: Handlers<typeof stock> = {}
