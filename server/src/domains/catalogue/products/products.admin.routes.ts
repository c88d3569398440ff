import type { products } from '@chaveiro/contracts/admin/products'

import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { csvFile, type Column } from '../../../platform/lists/csv.ts'
import { totalsOf } from '../../../platform/lists/filters.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { warningOfRole } from '../../discord-roles/role-permissions.queries.ts'
import { storePicture, pictureIn } from '../uploads/uploads.routes.ts'
import {
  adminProductOf,
  listProducts,
  productNumbers,
  productsAfter,
  type AdminProduct,
  type ListedProduct,
} from './products.admin.queries.ts'
import {
  createProduct,
  removeProduct,
  setCategories,
  setStatuses,
  toggleFeatured,
  updateProduct,
} from './products.service.ts'

const exportColumns: readonly Column<ListedProduct>[] = [
  ['id', (row) => row.id],
  ['name', (row) => row.name],
  ['description', (row) => row.description],
  ['price', (row) => row.price],
  ['currency', (row) => row.currency],
  ['category', (row) => row.category.name],
  ['provider', (row) => row.provider],
  ['status', (row) => row.status],
  ['isFeatured', (row) => row.isFeatured],
  ['discordRoleId', (row) => row.discordRoleId],
  ['image', (row) => row.image],
  ['sellerType', (row) => row.metadata.sellerType],
  ['level', (row) => row.metadata.level],
  ['expiration', (row) => row.metadata.expiration],
  ['maxPerOrder', (row) => row.maxPerOrder],
  ['freeKeys', (row) => row.freeKeys],
  ['soldLast30Days', (row) => row.soldLately],
  ['createdAt', (row) => row.createdAt],
  ['updatedAt', (row) => row.updatedAt],
]

/** Back-office calls of products. */
export const productsAdmin: Handlers<typeof products> = {
  async list(app, { query }) {
    const { products, total, distinctCategories } = await listProducts(app, query)
    return { success: true as const, products, ...totalsOf(total, query.limit), distinctCategories }
  },
  async stats(app) {
    const productFigures = await productNumbers(app)
    return { success: true as const, ...productFigures, data: productFigures }
  },
  async export(app, { query: { sort: _, ...filters } }) {
    return csvFile('products', exportColumns, (last, limit) =>
      productsAfter(app, filters, last, limit),
    )
  },
  async read(app, { params }) {
    const adminProduct = await adminProductOf(app, params.id)
    if (!adminProduct) throw fail('product.not_found')

    return productReply(adminProduct)
  },
  async create(app, input) {
    return savedReply(app, await createProduct(app, input.body, actorOf(input)))
  },

  async update(app, input) {
    return savedReply(
      app,
      await updateProduct(app, input.params.id, input.body, actorOf(input)),
      input.body.discordRoleId !== undefined,
    )
  },

  async bulkStatus(app, input) {
    return { success: true as const, ...(await setStatuses(app, input.body.rows, actorOf(input))) }
  },
  async bulkCategory(app, input) {
    const { rows } = input.body
    return { success: true as const, ...(await setCategories(app, rows, actorOf(input))) }
  },
  async status(app, input) {
    return productReply(await updateProduct(app, input.params.id, input.body, actorOf(input)))
  },
  async toggle(app, input) {
    return productReply(await toggleFeatured(app, input.params.id, actorOf(input)))
  },
  async remove(app, input) {
    await removeProduct(app, input.params.id, actorOf(input))
    return { success: true as const }
  },
  async upload(app, input) {
    const pictureBytes = await pictureIn(
      input.request.body,
      input.request.headers['content-type'] ?? '',
    )
    return { success: true as const, ...(await storePicture(app, pictureBytes, actorOf(input))) }
  },
}

/**
 * The reply after saving a product. The product's chat role is checked after the commit, so a
 * failed check cannot undo the change.
 */
async function savedReply(app: App, product: AdminProduct, roleGiven = true) {
  return {
    ...productReply(product),
    roleWarning:
      roleGiven && product.discordRoleId ? await warningOfRole(app, product.discordRoleId) : null,
  }
}

const productReply = (product: AdminProduct) => ({ success: true as const, product, data: product })
