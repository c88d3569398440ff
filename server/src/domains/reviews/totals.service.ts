import { sql } from 'drizzle-orm'

import { reviews, reviewTotals } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { emptyPublicCache } from '../../platform/load/public-cache.ts'

export type Review = typeof reviews.$inferSelect

/** Whether visitors see a review. */
export const isShown = ({ status, counts }: Pick<Review, 'status' | 'counts'>): boolean =>
  status === 'published' && counts

/** The share of a review in its product's totals: zero while the review is hidden. */
const shareOf = (review: Review | null): { n: number; stars: number } =>
  review && isShown(review) ? { n: 1, stars: review.rating } : { n: 0, stars: 0 }

/**
 * Update the totals of a product after one review was created, changed or deleted (invariant I13),
 * and empty the public cache. Runs in the caller's transaction, under the lock of that review.
 * Locks are taken in one order everywhere: reviews, then totals by product.
 */
export async function updateTotals(
  tx: App,
  before: Review | null,
  after: Review | null,
): Promise<void> {
  const [was, is] = [shareOf(before), shareOf(after)]
  if (was.n === 0 && is.n === 0) return

  const { productId } = (after ?? before)!
  const [n, stars] = [is.n - was.n, is.stars - was.stars]

  if (n !== 0 || stars !== 0)
    await tx.db
      .insert(reviewTotals)
      .values({ productId, n, stars })
      .onConflictDoUpdate({
        target: reviewTotals.productId,
        set: {
          n: sql`${reviewTotals.n} + excluded.n`,
          stars: sql`${reviewTotals.stars} + excluded.stars`,
        },
      })

  await emptyPublicCache(tx.db)
}
