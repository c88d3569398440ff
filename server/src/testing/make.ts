import type { Currency, Role } from '@chaveiro/contracts/limits'
import type { ProductProvider, ProductStatus } from '@chaveiro/contracts/states'
import { and, eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'

import {
  cartItems,
  carts,
  categories,
  coupons,
  pricePlans,
  products,
  productVariants,
  stockKeys,
  users,
} from '../db/tables/index.ts'
import { openSession } from '../domains/accounts/session/session.service.ts'
import { addKeys } from '../domains/stock/stock.service.ts'
import type { App } from '../platform/app.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { emptyPublicCache } from '../platform/load/public-cache.ts'
import { newId } from '../platform/secrets/ids.ts'
import { secondsAfter } from '../platform/time/clock.ts'

// Functions that create test data with defaults. A test passes every value that it depends on.

export type Person = {
  userId: string
  name: string
  email: string
  token: string
  headers: { authorization: string }
}

export async function person(
  app: App,
  given: { name?: string; email?: string; role?: Role } = {},
): Promise<Person> {
  const id = newId()
  const name = given.name ?? 'Ana Souza'
  const email = given.email ?? `ana-${randomBytes(5).toString('hex')}@exemplo.test`

  await app.db.insert(users).values({
    id,
    name,
    email,
    passwordHash: '-',
    role: given.role ?? 'client',
    createdAt: app.clock.now(),
  })

  const { accessToken: token } = await inTransaction(app, (tx) =>
    openSession(
      tx,
      { id, role: given.role ?? 'client' },
      { ip: '127.0.0.1', userAgent: 'test', language: 'pt-BR', origin: null },
    ),
  )

  return { userId: id, name, email, token, headers: { authorization: `Bearer ${token}` } }
}

export async function category(app: App, name: string): Promise<string> {
  const [existing] = await app.db
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.name, name))

  if (existing) return existing.id

  const id = newId()
  const now = app.clock.now()
  await app.db.insert(categories).values({ id, name, createdAt: now, updatedAt: now })
  await emptyPublicCache(app.db)

  return id
}

export async function product(
  app: App,
  given: {
    id?: string
    name?: string
    priceCents?: number
    currency?: Currency
    keys?: number | string[]
    category?: string
    provider?: ProductProvider
    status?: ProductStatus
    featured?: boolean
    expirationDays?: number
    role?: string
    maxPerOrder?: number
  } = {},
): Promise<{ id: string; name: string }> {
  const id = given.id ?? newId()
  const now = app.clock.now()
  const name = given.name ?? `Produto ${randomBytes(3).toString('hex')}`

  await app.db.insert(products).values({
    id,
    name,
    description: `Licença de ${name}`,
    currency: given.currency ?? 'BRL',
    categoryId: await category(app, given.category ?? 'general'),
    status: given.status ?? 'active',
    isFeatured: given.featured ?? false,
    createdAt: now,
    updatedAt: now,
  })

  await app.db.insert(productVariants).values({
    id,
    productId: id,
    position: 0,
    priceCents: given.priceCents ?? 1990,
    provider: given.provider ?? 'stock',
    validityDays: given.expirationDays ?? 30,
    discordRoleId: given.role,
    maxQuantity: given.maxPerOrder,
    createdAt: now,
    updatedAt: now,
  })

  await addStock(app, id, given.keys ?? 0)

  return { id, name }
}

/** A price plan of a product's first variant that begins next year. */
export async function pricePlan(app: App, productId: string): Promise<string> {
  const [id, now] = [newId(), app.clock.now()]
  const startsAt = secondsAfter(now, 31_536_000)
  const planTimes = { startsAt, createdAt: now, updatedAt: now }
  await app.db
    .insert(pricePlans)
    .values({ ...planTimes, id, productId, variantId: productId, priceCents: 1490 })

  return id
}

/** Adds a variant behind the existing ones of a product; the first variant gets a name too. */
export async function variant(
  app: App,
  productId: string,
  {
    keys,
    ...given
  }: Partial<typeof productVariants.$inferInsert> & { name: string; keys?: number | string[] },
): Promise<string> {
  const [id, now] = [newId(), app.clock.now()]

  await app.db
    .update(productVariants)
    .set({ name: 'Primeira' })
    .where(and(eq(productVariants.id, productId), eq(productVariants.name, '')))

  await app.db.insert(productVariants).values({
    id,
    productId,
    position: await app.db.$count(productVariants, eq(productVariants.productId, productId)),
    priceCents: 1990,
    validityDays: 30,
    createdAt: now,
    updatedAt: now,
    ...given,
  })

  await emptyPublicCache(app.db)
  await addStock(app, id, keys ?? 0)

  return id
}

/** Adds keys to a variant: the given ones, or a number of random ones. */
async function addStock(app: App, variantId: string, given: number | string[]): Promise<void> {
  const keys = Array.isArray(given)
    ? given
    : Array.from({ length: given }, () => `KEY-${randomBytes(10).toString('hex').toUpperCase()}`)
  if (keys.length) await inTransaction(app, (tx) => addKeys(tx, variantId, keys))
}

export async function cartOf(
  app: App,
  userId: string,
  /** Without a variantId, the product's first variant. */
  items: { productId: string; variantId?: string; quantity: number }[],
): Promise<string> {
  const id = newId()
  const now = app.clock.now()

  await app.db.insert(carts).values({
    id,
    userId,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + 7 * 86_400_000),
  })

  await app.db.insert(cartItems).values(
    items.map(({ productId, variantId = productId, quantity }) => ({
      id: newId(),
      cartId: id,
      variantId,
      quantity,
      addedAt: now,
    })),
  )

  return id
}

export async function coupon(
  app: App,
  given: Partial<typeof coupons.$inferInsert> & { code: string },
): Promise<string> {
  const id = newId()
  const now = app.clock.now()

  await app.db.insert(coupons).values({
    id,
    type: 'percentage',
    value: 1000,
    startDate: new Date(now.getTime() - 86_400_000),
    endDate: new Date(now.getTime() + 86_400_000),
    createdAt: now,
    updatedAt: now,
    ...given,
  })

  return id
}

export const keysOf = (app: App, variantId: string) =>
  app.db.select().from(stockKeys).where(eq(stockKeys.variantId, variantId))

export const validCpf = '529.982.247-25'
