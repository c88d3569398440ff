import type { adminCategory } from '@chaveiro/contracts/admin/categories'
import type {
  adminProduct,
  ProductNumbers,
  products as contract,
} from '@chaveiro/contracts/admin/products'
import { defaultCategory } from '@chaveiro/contracts/limits'
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { App } from '../../../platform/app.ts'
import { allOf, contains } from '../../../platform/list-filters.ts'
import { toWire } from '../../../platform/money.ts'

// What staff read of products and categories; the shop's own reads are in products.queries.ts.

export type AdminProduct = z.infer<typeof adminProduct>
export type AdminCategory = z.infer<typeof adminCategory>
type Query = z.infer<typeof contract.list.query>
export type ProductFilters = Omit<Query, 'page' | 'limit' | 'sort'>
type Row = {
  id: string
  name: string
  description: string
  price_cents: string
  currency: 'BRL' | 'USD'
  image: string | null
  provider: AdminProduct['provider']
  status: AdminProduct['status']
  discord_role_id: string | null
  is_featured: boolean
  seller_type: string
  level: number
  expiration_days: number
  max_per_order: number
  version: number
  created_at: string
  updated_at: string
  category_id: string
  category_name: string
  category_color: string
}

const orders: Record<Query['sort'], SQL> = {
  name: sql`p.name collate "pt-BR-x-icu", p.id`,
  '-name': sql`p.name collate "pt-BR-x-icu" desc, p.id desc`,
  price: sql`p.price_cents, p.id`,
  '-price': sql`p.price_cents desc, p.id desc`,
  createdAt: sql`p.created_at, p.id`,
  '-createdAt': sql`p.created_at desc, p.id desc`,
  updatedAt: sql`p.updated_at, p.id`,
  '-updatedAt': sql`p.updated_at desc, p.id desc`,
}

const matching = (filters: ProductFilters): SQL =>
  allOf([
    sql`p.deleted_at is null`,
    filters.search &&
      sql`(${contains(sql`p.name`, filters.search)} or ${contains(sql`p.description`, filters.search)})`,
    filters.status && sql`p.status = ${filters.status}`,
    filters.provider && sql`p.provider = ${filters.provider}`,
    filters.category && sql`(c.id::text = ${filters.category} or c.name = ${filters.category})`,
  ])

async function select(app: App, where: SQL, order: SQL, page: SQL): Promise<AdminProduct[]> {
  const { rows } = await app.db.execute<Row>(sql`
    select p.*, c.name as category_name, c.color as category_color from products p join categories c on c.id = p.category_id where ${where} order by ${order} ${page}`)
  return rows.map(shown)
}

const shown = (row: Row): AdminProduct => ({
  id: row.id,
  _id: row.id,
  name: row.name,
  description: row.description,
  price: toWire(Number(row.price_cents)),
  currency: row.currency,
  provider: row.provider,
  status: row.status,
  category: {
    id: row.category_id,
    _id: row.category_id,
    name: row.category_name,
    color: row.category_color,
  },
  discordRoleId: row.discord_role_id,
  isFeatured: row.is_featured,
  image: row.image,
  metadata: { sellerType: row.seller_type, level: row.level, expiration: row.expiration_days },
  maxPerOrder: row.max_per_order,
  version: row.version,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
})

/** A page of products with the number of all that match, and of the distinct categories in use in the whole store (Q84). */
export async function listProducts(
  app: App,
  { page, limit, sort, ...filters }: Query,
): Promise<{ products: AdminProduct[]; total: number; distinctCategories: number }> {
  const {
    rows: [counts],
  } = await app.db.execute<{ total: number; categories: number }>(sql`
    select (select count(*)::int from products p join categories c on c.id = p.category_id where ${matching(filters)}) as total,
      (select count(distinct category_id)::int from products where deleted_at is null) as categories`)
  return {
    products: await select(
      app,
      matching(filters),
      orders[sort],
      sql`limit ${limit} offset ${(page - 1) * limit}`,
    ),
    total: counts!.total,
    distinctCategories: counts!.categories,
  }
}

/** The next products after one, for the export. */
export const productsAfter = (
  app: App,
  filters: ProductFilters,
  last: AdminProduct | null,
  limit: number,
): Promise<AdminProduct[]> =>
  select(
    app,
    allOf([matching(filters), last && sql`p.id > ${last.id}`]),
    sql`p.id`,
    sql`limit ${limit}`,
  )

/** A product as staff see it; null when there is none or it was deleted. */
export const adminProductOf = async (app: App, id: string): Promise<AdminProduct | null> =>
  (await select(app, sql`p.id = ${id} and p.deleted_at is null`, sql`p.id`, sql``))[0] ?? null

type CategoryRow = {
  id: string
  name: string
  description: string
  image: string | null
  color: string
  active: boolean
  created_at: string
  updated_at: string
  n: number
}

/** All categories, or one, with how many products each has; general first, then by name. */
export async function listCategories(app: App, id: string | null = null): Promise<AdminCategory[]> {
  const { rows } = await app.db.execute<CategoryRow>(sql`
    select c.*, (select count(*)::int from products p where p.category_id = c.id and p.deleted_at is null) as n from categories c ${id ? sql`where c.id = ${id}` : sql``} order by c.name <> ${defaultCategory}, c.name collate "pt-BR-x-icu"`)
  return rows.map((row) => ({
    id: row.id,
    _id: row.id,
    name: row.name,
    description: row.description,
    image: row.image,
    color: row.color,
    active: row.active,
    productCount: row.n,
    isDefault: row.name === defaultCategory,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }))
}

/** How many products the store has, by status, and how many categories they are in. */
export async function productNumbers(app: App): Promise<ProductNumbers> {
  const { rows } = await app.db.execute<ProductNumbers>(sql`
    select count(*)::int as "totalProducts",
      count(*) filter (where status = 'active')::int as "activeProducts",
      count(*) filter (where status = 'maintenance')::int as "maintenanceProducts",
      count(*) filter (where status = 'discontinued')::int as "discontinuedProducts",
      count(*) filter (where status = 'inactive')::int as "inactiveProducts",
      count(*) filter (where is_featured)::int as "featuredProducts",
      count(distinct category_id)::int as "totalCategories"
    from products where deleted_at is null`)
  return rows[0]!
}
