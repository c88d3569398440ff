import type { tickets } from '@chaveiro/contracts/admin/tickets'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of tickets. */
export const ticketsAdmin: Handlers<typeof tickets> = {}
