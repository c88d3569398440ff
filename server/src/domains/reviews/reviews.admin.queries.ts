import type { reviews as contract } from '@chaveiro/contracts/admin/reviews'
import { and, asc, eq, exists, inArray, not, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { products, reviewReports, reviews, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { sortOrder } from '../../platform/lists/sort.ts'
import type { Review } from './totals.service.ts'

type Report = typeof reviewReports.$inferSelect

export type ListedReview = {
  review: Review
  productName: string
  userName: string | null
  reports: Report[]
}

type Query = z.infer<typeof contract.list.query>

function reviewFilter(
  app: App,
  { status, rating, product, reported, userId }: Query,
): SQL | undefined {
  const isReported = exists(
    app.db
      .select({ id: reviewReports.reviewId })
      .from(reviewReports)
      .where(eq(reviewReports.reviewId, reviews.id)),
  )

  return and(
    status ? eq(reviews.status, status) : undefined,
    rating ? eq(reviews.rating, Number(rating)) : undefined,
    userId ? eq(reviews.userId, userId) : undefined,
    product ? eq(reviews.productId, product) : undefined,
    reported === 'true' ? isReported : undefined,
    reported === 'false' ? not(isReported) : undefined,
  )
}

/**
 * A page of reviews as staff see them, newest first or sorted; `total` counts all that match,
 * `waiting` all that wait for staff.
 */
export async function listReviews(
  app: App,
  query: Query,
): Promise<{ rows: ListedReview[]; total: number; waiting: number }> {
  const condition = reviewFilter(app, query)

  const [reviewRows, total, waiting] = await Promise.all([
    selectReviews(app, condition)
      .orderBy(
        sortOrder(query.sort, { createdAt: reviews.createdAt, rating: reviews.rating }, reviews),
      )
      .limit(query.limit)
      .offset((query.page - 1) * query.limit),
    app.db.$count(reviews, condition),
    app.db.$count(reviews, eq(reviews.status, 'pending')),
  ])

  return { rows: await withReports(app, reviewRows), total, waiting }
}

/** One review as staff see it; null when it does not exist. */
export async function reviewForStaff(app: App, id: string): Promise<ListedReview | null> {
  const [firstReview] = await withReports(app, await selectReviews(app, eq(reviews.id, id)))
  return firstReview ?? null
}

const selectReviews = (app: App, where: SQL | undefined) =>
  app.db
    .select({ review: reviews, productName: products.name, userName: users.name })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .leftJoin(users, eq(users.id, reviews.userId))
    .where(where)
    .$dynamic()

async function withReports(
  app: App,
  rows: Omit<ListedReview, 'reports'>[],
): Promise<ListedReview[]> {
  if (!rows.length) return []

  const reportRows = await app.db
    .select()
    .from(reviewReports)
    .where(
      inArray(
        reviewReports.reviewId,
        rows.map(({ review }) => review.id),
      ),
    )
    .orderBy(asc(reviewReports.createdAt))

  return rows.map((row) => ({
    ...row,
    reports: reportRows.filter(({ reviewId }) => reviewId === row.review.id),
  }))
}
