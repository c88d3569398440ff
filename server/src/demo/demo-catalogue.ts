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
import { demoProducts } from './data/products.ts'
import { insertRows } from './insert-rows.ts'
import { day, storeInstant } from './purchase-times.ts'

export type ShelfProduct = DemoProduct & { id: string; image: string }

export type ShelfCoupon = typeof coupons.$inferInsert & {
  usageCount: number
  linked: ReadonlySet<string>
}

/** Where a drawing of ours is served. */
const imageOf = (slug: string): string => `/demo/${slug}.svg`

/** Put categories and products on the shelf, a hundred days ago, in the order of their lists. */
export async function fillShelf(tx: App): Promise<ShelfProduct[]> {
  const opened = tx.clock.now().getTime() - 100 * day

  const at = (step: number) => ({
    createdAt: new Date(opened + step * 60_000),
    updatedAt: new Date(opened + step * 60_000),
  })

  const ids = new Map(demoCategories.map(({ slug }, i) => [slug, newId(opened + i * 60_000)]))

  await insertRows(
    tx,
    categories,
    demoCategories.map(({ slug, ...row }, i) => ({
      ...row,
      id: ids.get(slug)!,
      image: imageOf(`categoria-${slug}`),
      ...at(i),
    })),
  )

  await tx.db
    .update(categories)
    .set({
      image: imageOf('categoria-geral'),
      description: 'O que ainda não tem uma categoria sua.',
    })
    .where(eq(categories.name, defaultCategory))

  const shelf = demoProducts.map((product, i) => ({
    ...product,
    id: newId(opened + (30 + i) * 60_000),
    image: imageOf(product.slug),
  }))

  await storeProducts(tx, shelf, { ids, at })

  return shelf
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
    shelf.map((product, i) => ({
      id: product.id,
      productId: product.id,
      position: 0,
      priceCents: product.priceCents,
      provider: product.provider ?? 'stock',
      level: product.level,
      validityDays: product.expirationDays,
      discordRoleId: product.role ? demoRoles[product.role] : null,
      ...at(30 + i),
    })),
  )
}

/**
 * The coupons with nothing used yet; days begin and end in the store's zone. They are stored when
 * the past orders have counted them.
 */
export function prepareCoupons(app: App, shelf: readonly ShelfProduct[]): ShelfCoupon[] {
  const now = app.clock.now()
  const made = new Date(now.getTime() - 96 * day)

  return demoCoupons.map(({ startsIn, endsIn, inactive, category, ...coupon }, i) => ({
    ...coupon,
    id: newId(made.getTime() + i),
    usageCount: 0,
    active: !inactive,
    createdAt: made,
    updatedAt: made,
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
