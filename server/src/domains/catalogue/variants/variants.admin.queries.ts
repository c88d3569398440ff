import type { adminVariant } from '@chaveiro/contracts/admin/variants'
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../../db/rows.ts'
import { orderUnits, productVariants, stockCounts } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { toWire } from '../../../platform/text/money.ts'

export type AdminVariant = z.infer<typeof adminVariant>
export type Variant = typeof productVariants.$inferSelect

const variantColumns = columns({
  ...getTableColumns(productVariants),
  available: value(
    sql`coalesce((select sum(${stockCounts.n}) from ${stockCounts}
      where ${stockCounts.variantId} = ${productVariants.id}
        and ${stockCounts.status} = 'available'), 0)::int`,
    z.int(),
  ),
  waiting: value(
    sql`(select count(*) from ${orderUnits}
      where ${orderUnits.variantId} = ${productVariants.id} and ${orderUnits.status} = 'pending')`,
    z.int(),
  ),
})

const selectVariants = (app: App, where: SQL) =>
  rowsOf(
    app,
    variantColumns,
    sql`select ${variantColumns} from ${productVariants}
      where ${where} and ${productVariants.deletedAt} is null
      order by ${productVariants.position}, ${productVariants.id}`,
  )

/** All variants of a product that are not deleted, in the shop's order. */
export const variantRows = (app: App, productId: string) =>
  selectVariants(app, sql`${productVariants.productId} = ${productId}`)

/** All variants of a product with the fields for staff. */
export const adminVariants = async (app: App, productId: string): Promise<AdminVariant[]> =>
  (await variantRows(app, productId)).map(adminVariantView)

/** A variant with the fields for staff. */
export const adminVariantView = (
  row: Variant & { available: number; waiting: number },
): AdminVariant => ({
  id: row.id,
  _id: row.id,
  productId: row.productId,
  isFirst: row.id === row.productId,
  name: row.name,
  nameEn: row.nameEn,
  position: row.position,
  active: row.active,
  price: toWire(row.priceCents),
  compareAtPrice: row.compareAtCents === null ? null : toWire(row.compareAtCents),
  provider: row.provider,
  metadata: { sellerType: row.sellerType, level: row.level },
  validityDays: row.validityDays,
  discordRoleId: row.discordRoleId,
  minQuantity: row.minQuantity,
  maxQuantity: row.maxQuantity,
  perCustomer: row.perCustomer,
  available: row.available,
  waiting: row.waiting,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
