import type { products } from '@chaveiro/contracts/admin/products'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of products. */
export const productsAdmin: Handlers<typeof products> = {}
