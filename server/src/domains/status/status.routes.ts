import { sql } from 'drizzle-orm'
import type { Api } from '@chaveiro/contracts'
import type { ProductStatus } from '@chaveiro/contracts/states'
import type { App } from '../../platform/app.ts'
import { Ready, type Handlers } from '../../platform/mount.ts'

export const statusRoutes: Handlers<Api['status']> = {
  async products(app) { return new Ready(await app.pages.get('status', () => statusOfProducts(app))) },
}

/** All products of active categories with their status, whatever it is (Q41). */
async function statusOfProducts(app: App) {
  const { rows } = await app.db.execute<{ category: string; name: string | null; status: ProductStatus | null }>(sql`
    select c.name as category, p.name, p.status from categories c left join products p on p.category_id = c.id and p.deleted_at is null
    where c.active order by c.name collate "pt-BR-x-icu", p.name collate "pt-BR-x-icu"`)
  const categories = Map.groupBy(rows, (row) => row.category)
  return [...categories].map(([categoryName, of]) => ({ categoryName, products: of.flatMap((row) => (row.name && row.status ? [{ name: row.name, status: row.status }] : [])) }))
}
