import { defaultLanguage, type Language } from '@chaveiro/contracts/limits'
import type { ReviewSort } from '@chaveiro/contracts/states'
import { and, asc, count, desc, eq, isNull, sql, sum } from 'drizzle-orm'

import {
  orderLines,
  orders,
  orderUnits,
  products,
  productSlugs,
  productTexts,
  reviews,
  reviewTotals,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Review } from './totals.service.ts'

const isVisible = and(eq(reviews.status, 'published'), eq(reviews.counts, true))
const newestFirst = [desc(reviews.createdAt), desc(reviews.id)]

const orderColumns = {
  newest: newestFirst,
  highest: [desc(reviews.rating), ...newestFirst],
  lowest: [asc(reviews.rating), ...newestFirst],
} satisfies Record<ReviewSort, unknown>

type Page = { page: number; limit: number; sort: ReviewSort }

/**
 * A page of a product's visible reviews, its totals, and the count of each star; null for an
 * unknown or deleted product.
 */
export async function visibleReviews(app: App, productId: string, { page, limit, sort }: Page) {
  const condition = and(eq(reviews.productId, productId), isVisible)

  const [[product], rows, stars] = await Promise.all([
    app.db
      .select({ n: reviewTotals.n, stars: reviewTotals.stars })
      .from(products)
      .leftJoin(reviewTotals, eq(reviewTotals.productId, products.id))
      .where(and(eq(products.id, productId), isNull(products.deletedAt))),
    app.db
      .select()
      .from(reviews)
      .where(condition)
      .orderBy(...orderColumns[sort])
      .limit(limit)
      .offset((page - 1) * limit),
    app.db
      .select({ rating: reviews.rating, n: count() })
      .from(reviews)
      .where(condition)
      .groupBy(reviews.rating),
  ])

  if (!product) return null

  return {
    rows,
    n: product.n ?? 0,
    stars: product.stars ?? 0,
    counts: (star: number) => stars.find(({ rating }) => rating === star)?.n ?? 0,
  }
}

/**
 * The three newest reviews of the shop with four or five stars and a text, each with its product's
 * name in a language. Also the totals of all products.
 */
export async function latestPraise(app: App, language: Language) {
  const isPresent = isNull(products.deletedAt)

  const nameColumn =
    language === defaultLanguage
      ? sql<string>`${products.name}`
      : sql<string>`coalesce(${productTexts.name}, ${products.name})`

  const [rows, [totals]] = await Promise.all([
    app.db
      .select({ review: reviews, name: nameColumn, slug: productSlugs.slug })
      .from(reviews)
      .innerJoin(products, eq(products.id, reviews.productId))
      .innerJoin(productSlugs, and(eq(productSlugs.productId, products.id), productSlugs.isCurrent))
      .leftJoin(
        productTexts,
        and(eq(productTexts.productId, products.id), eq(productTexts.language, language)),
      )
      .where(and(isVisible, sql`${reviews.rating} >= 4 and ${reviews.body} <> ''`, isPresent))
      .orderBy(...newestFirst)
      .limit(3),
    app.db
      .select({
        n: sum(reviewTotals.n).mapWith(Number),
        stars: sum(reviewTotals.stars).mapWith(Number),
      })
      .from(reviewTotals)
      .innerJoin(products, eq(products.id, reviewTotals.productId))
      .where(isPresent),
  ])

  return { rows, n: totals?.n ?? 0, stars: totals?.stars ?? 0 }
}

export type NamedReview = { review: Review; productName: string }

/** All reviews that a person wrote, newest first. */
export const reviewsOf = (app: App, userId: string): Promise<NamedReview[]> =>
  app.db
    .select({ review: reviews, productName: products.name })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(eq(reviews.userId, userId))
    .orderBy(...newestFirst)

/** Products that a person owns and has not reviewed, the last bought first; at most a hundred. */
export const reviewable = (app: App, userId: string) =>
  app.db
    .select({
      id: products.id,
      name: products.name,
      image: products.image,
      boughtAt: sql<Date>`max(${orderUnits.createdAt})`.mapWith(orderUnits.createdAt),
    })
    .from(orders)
    .innerJoin(orderUnits, eq(orderUnits.orderId, orders.id))
    .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .innerJoin(products, eq(products.id, orderLines.productId))
    .leftJoin(reviews, and(eq(reviews.productId, products.id), eq(reviews.userId, userId)))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orderUnits.status, 'delivered'),
        isNull(products.deletedAt),
        isNull(reviews.id),
      ),
    )
    .groupBy(products.id)
    .orderBy(desc(sql`max(${orderUnits.createdAt})`), asc(products.id))
    .limit(100)

/** The name of a product; empty when it does not exist. */
export async function productNameOf(app: App, productId: string): Promise<string> {
  const [product] = await app.db
    .select({ name: products.name })
    .from(products)
    .where(eq(products.id, productId))
  return product?.name ?? ''
}
