import { defaultCategory } from '@chaveiro/contracts/limits'
import type { ProductStatus } from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'

/** All products of active categories with their status, whatever it is (Q41); the category for what has no other shows only with products. */
export async function statusOfProducts(app: App) {
  const { rows } = await app.db.execute<{
    category: string
    name: string | null
    status: ProductStatus | null
  }>(sql`
    select c.name as category, p.name, p.status from categories c left join products p on p.category_id = c.id and p.deleted_at is null
    where c.active and (p.id is not null or c.name <> ${defaultCategory}) order by c.name collate "pt-BR-x-icu", p.name collate "pt-BR-x-icu"`)
  const categories = Map.groupBy(rows, (row) => row.category)
  return [...categories].map(([categoryName, of]) => ({
    categoryName,
    products: of.flatMap((row) =>
      row.name && row.status ? [{ name: row.name, status: row.status }] : [],
    ),
  }))
}
