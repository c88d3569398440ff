import type { ReviewSort } from '@chaveiro/contracts/states'
import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import {
  orderLines,
  orderUnits,
  orders,
  products,
  reviewTotals,
  reviews,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Review } from './totals.service.ts'

const shown = and(eq(reviews.status, 'published'), eq(reviews.counts, true))
const newest = [desc(reviews.createdAt), desc(reviews.id)]
const orderOf = {
  newest,
  highest: [desc(reviews.rating), ...newest],
  lowest: [asc(reviews.rating), ...newest],
} satisfies Record<ReviewSort, unknown>

type Page = { page: number; limit: number; sort: ReviewSort }

/**
 * A page of the reviews of a product that are shown, its totals, and how many gave each star; null
 * for a product that is not there.
 */
export async function shownReviews(app: App, productId: string, { page, limit, sort }: Page) {
  const where = and(eq(reviews.productId, productId), shown)
  const [[product], rows, stars] = await Promise.all([
    app.db
      .select({ n: reviewTotals.n, stars: reviewTotals.stars })
      .from(products)
      .leftJoin(reviewTotals, eq(reviewTotals.productId, products.id))
      .where(and(eq(products.id, productId), isNull(products.deletedAt))),
    app.db
      .select()
      .from(reviews)
      .where(where)
      .orderBy(...orderOf[sort])
      .limit(limit)
      .offset((page - 1) * limit),
    app.db
      .select({ rating: reviews.rating, n: count() })
      .from(reviews)
      .where(where)
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

export type NamedReview = { review: Review; productName: string }

/** The reviews that a person wrote, newest first. */
export const reviewsOf = (app: App, userId: string): Promise<NamedReview[]> =>
  app.db
    .select({ review: reviews, productName: products.name })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(eq(reviews.userId, userId))
    .orderBy(...newest)

/** Products that a person has and has not reviewed, the last bought first; at most a hundred. */
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

/** What a product is called. */
export async function productNameOf(app: App, productId: string): Promise<string> {
  const [product] = await app.db
    .select({ name: products.name })
    .from(products)
    .where(eq(products.id, productId))
  return product?.name ?? ''
}
