import { sql } from 'drizzle-orm'

import { reviews, reviewTotals } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { emptyPublicCache } from '../../platform/load/public-cache.ts'

export type Review = typeof reviews.$inferSelect

/** Whether everybody sees a review. */
export const isShown = ({ status, counts }: Pick<Review, 'status' | 'counts'>): boolean =>
  status === 'published' && counts

/** What a review adds to the totals of its product. */
const shareOf = (review: Review | null): { n: number; stars: number } =>
  review && isShown(review) ? { n: 1, stars: review.rating } : { n: 0, stars: 0 }

/**
 * Keep the totals of a product in step with one review that the caller made, changed or deleted
 * under its lock, in the caller's transaction (law I13), and empty what the shop keeps of it.
 * Reviews are locked before totals everywhere, totals in the order of their products.
 */
export async function keepTotals(
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
