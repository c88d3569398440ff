import { defaultCategory } from '@chaveiro/contracts/product-limits'
import { eq } from 'drizzle-orm'

import {
  categories,
  couponProducts,
  coupons,
  products,
  productVariants,
} from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { newId } from '../platform/secrets/ids.ts'
import { demoCategories } from './data/categories.ts'
import { demoCoupons } from './data/coupons.ts'
import { demoRoles, type DemoProduct } from './data/demo-product.ts'
import { demoOptions, type DemoOption } from './data/product-options.ts'
import { demoProducts } from './data/products.ts'
import { insertRows } from './insert-rows.ts'
import { day, storeInstant } from './purchase-times.ts'

/** One option of a demo product; an option with the name '' is the product's only option. */
type ShelfOption = Omit<DemoOption, 'nameEn'> & { id: string; nameEn: string | null }

export type ShelfProduct = DemoProduct & {
  id: string
  image: string
  /** The first option has the id, the price and the keys of the product. */
  options: readonly [ShelfOption, ...ShelfOption[]]
}

export type ShelfCoupon = typeof coupons.$inferInsert & {
  usageCount: number
  linked: ReadonlySet<string>
}

const imageAddress = (slug: string): string => `/demo/${slug}.svg`

/**
 * Stores categories and products as if they were created a hundred days ago, in the order of their
 * lists.
 */
export async function fillShelf(tx: App): Promise<ShelfProduct[]> {
  const openedMs = tx.clock.now().getTime() - 100 * day

  const timesOfStep = (step: number) => ({
    createdAt: new Date(openedMs + step * 60_000),
    updatedAt: new Date(openedMs + step * 60_000),
  })

  const categoryIds = new Map(
    demoCategories.map(({ slug }, i) => [slug, newId(openedMs + i * 60_000)]),
  )

  await insertRows(
    tx,
    categories,
    demoCategories.map(({ slug, ...row }, i) => ({
      ...row,
      id: categoryIds.get(slug)!,
      image: imageAddress(`categoria-${slug}`),
      ...timesOfStep(i),
    })),
  )

  await tx.db
    .update(categories)
    .set({
      image: imageAddress('categoria-geral'),
      description: 'O que ainda não tem uma categoria sua.',
    })
    .where(eq(categories.name, defaultCategory))

  const shelfProducts = demoProducts.map((product, i) => {
    const createdMs = openedMs + (30 + i) * 60_000
    const id = newId(createdMs)

    return {
      ...product,
      id,
      image: imageAddress(product.slug),
      options: optionsOf(product, id, createdMs),
    }
  })

  await storeProducts(tx, shelfProducts, { ids: categoryIds, at: timesOfStep })

  return shelfProducts
}

function optionsOf(product: DemoProduct, id: string, createdMs: number): ShelfProduct['options'] {
  const { priceCents, expirationDays, level, keys } = product
  const [first = { name: '', nameEn: null }, ...more] = demoOptions[product.slug] ?? []

  return [
    { ...first, id, priceCents, expirationDays, level, keys },
    ...more.map((option) => ({ ...option, id: newId(createdMs) })),
  ]
}

type Times = (step: number) => { createdAt: Date; updatedAt: Date }

async function storeProducts(
  tx: App,
  shelf: readonly ShelfProduct[],
  { ids, at }: { ids: ReadonlyMap<string, string>; at: Times },
): Promise<void> {
  await insertRows(
    tx,
    products,
    shelf.map((product, i) => ({
      id: product.id,
      name: product.name,
      description: product.description,
      currency: product.currency ?? 'BRL',
      image: product.image,
      categoryId: ids.get(product.category)!,
      status: product.status ?? 'active',
      isFeatured: product.featured ?? false,
      ...at(30 + i),
    })),
  )

  await insertRows(
    tx,
    productVariants,
    shelf.flatMap((product, i) =>
      product.options.map((option, position) => ({
        id: option.id,
        productId: product.id,
        name: option.name,
        nameEn: option.nameEn,
        position,
        priceCents: option.priceCents,
        compareAtCents: option.compareAtCents ?? null,
        provider: product.provider ?? 'stock',
        level: option.level,
        validityDays: option.expirationDays,
        discordRoleId: product.role ? demoRoles[product.role] : null,
        ...at(30 + i),
      })),
    ),
  )
}

/**
 * The coupons before any use, with start and end in the shop's time zone. The coupons are stored
 * after the past was simulated, because the simulation counts their uses.
 */
export function prepareCoupons(app: App, shelf: readonly ShelfProduct[]): ShelfCoupon[] {
  const now = app.clock.now()
  const createdAt = new Date(now.getTime() - 96 * day)

  return demoCoupons.map(({ startsIn, endsIn, inactive, category, ...coupon }, i) => ({
    ...coupon,
    id: newId(createdAt.getTime() + i),
    usageCount: 0,
    active: !inactive,
    createdAt,
    updatedAt: createdAt,
    minPurchaseCents: coupon.minPurchaseCents ?? 0,
    maxDiscountCents: coupon.maxDiscountCents ?? 0,
    usageLimit: coupon.usageLimit ?? 0,
    startDate: storeInstant(app.config.timeZone, now, -startsIn, 0),
    endDate: new Date(storeInstant(app.config.timeZone, now, -endsIn - 1, 0).getTime() - 1),
    linked: new Set(
      category
        ? shelf.filter((product) => product.category === category).map((product) => product.id)
        : [],
    ),
  }))
}

export async function storeCoupons(tx: App, prepared: readonly ShelfCoupon[]): Promise<void> {
  await insertRows(tx, coupons, prepared)
  await insertRows(
    tx,
    couponProducts,
    prepared.flatMap((coupon) =>
      [...coupon.linked].map((productId) => ({ couponId: coupon.id, productId })),
    ),
  )
}
