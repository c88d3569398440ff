import type { coupons } from '@chaveiro/contracts/admin/coupons'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of coupons. */
export const couponsAdmin: Handlers<typeof coupons> = {}
