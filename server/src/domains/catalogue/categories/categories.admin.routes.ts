import type { categories } from '@chaveiro/contracts/admin/categories'

import type { Handlers } from '../../../platform/http/mount.ts'
import { csvFile, type Column } from '../../../platform/lists/csv.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { listCategories, type AdminCategory } from '../products/products.admin.queries.ts'
import { createCategory, removeCategory, updateCategory } from './categories.service.ts'

const exportColumns: readonly Column<AdminCategory>[] = [
  ['id', (row) => row.id],
  ['name', (row) => row.name],
  ['nameEn', (row) => row.nameEn],
  ['description', (row) => row.description],
  ['image', (row) => row.image],
  ['color', (row) => row.color],
  ['active', (row) => row.active],
  ['productCount', (row) => row.productCount],
  ['createdAt', (row) => row.createdAt],
  ['updatedAt', (row) => row.updatedAt],
]

/** Back-office calls of categories. */
export const categoriesAdmin: Handlers<typeof categories> = {
  async list(app) {
    return listCategories(app)
  },
  // The API never pages categories (Q84), so the export reads all of them at once.
  async export(app) {
    return csvFile('categories', exportColumns, async (last) => (last ? [] : listCategories(app)))
  },
  async create(app, input) {
    return categoryReply(await createCategory(app, input.body, actorOf(input)))
  },
  async update(app, input) {
    return categoryReply(await updateCategory(app, input.params.id, input.body, actorOf(input)))
  },

  async remove(app, input) {
    return {
      success: true as const,
      movedProducts: await removeCategory(app, input.params.id, actorOf(input)),
    }
  },
}

const categoryReply = (category: AdminCategory) => ({
  success: true as const,
  category,
  data: category,
})
