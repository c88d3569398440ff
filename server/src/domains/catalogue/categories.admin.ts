import type { categories } from '@chaveiro/contracts/admin/categories'
import type { Handlers } from '../../platform/mount.ts'

/** Back-office calls of categories. */
export const categoriesAdmin: Handlers<typeof categories> = {}
