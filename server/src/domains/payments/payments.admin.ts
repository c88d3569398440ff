import type { transactions } from '@chaveiro/contracts/admin/transactions'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of transactions. */
export const transactionsAdmin: Handlers<typeof transactions> = {}
