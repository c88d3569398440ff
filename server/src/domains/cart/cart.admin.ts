import type { carts } from '@chaveiro/contracts/admin/carts'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of carts. */
export const cartsAdmin: Handlers<typeof carts> = {}
