import type { orders } from '@chaveiro/contracts/admin/orders'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of orders. */
export const ordersAdmin: Handlers<typeof orders> = {}
