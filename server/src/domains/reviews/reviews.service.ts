import type { Language } from '@chaveiro/contracts/limits'
import { and, eq } from 'drizzle-orm'

import { reviewReports, reviews, reviewWrites } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { emptyPublicCache } from '../../platform/load/public-cache.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { siteSettings } from '../settings/settings.service.ts'
import { isHeldBack, publicName, statusOfText } from './reviews.rules.ts'
import { isShown, updateTotals, type Review } from './totals.service.ts'
import { countWrite, holdPurchase } from './writers.service.ts'

export type ReviewText = { rating: number; body: string; showName: boolean }

/** The author, the product, and the language of the text. */
export type ReviewTarget = { userId: string; productId: string; language: Language }

/**
 * Review a product; a person can have one review of each product (L062). Throws product.not_found,
 * review.not_buyer, review.exists and rate.limited, and review.not_found where the shop takes no
 * reviews.
 */
export function postReview(app: App, writing: ReviewTarget, input: ReviewText): Promise<Review> {
  return inTransaction(app, async (tx) => {
    const prepared = await prepareText(tx, writing, input)
    await holdPurchase(tx, writing.userId, writing.productId)
    const now = tx.clock.now()
    const firstStatus = prepared.statusAfter(null)

    const [review] = await tx.db
      .insert(reviews)
      .values({
        id: newId(now.getTime()),
        productId: writing.productId,
        userId: writing.userId,
        ...prepared.fields,
        status: firstStatus,
        createdAt: now,
        publishedAt: firstStatus === 'published' ? now : null,
      })
      .onConflictDoNothing()
      .returning()

    if (!review) throw fail('review.exists')

    await updateTotals(tx, null, review)

    return review
  })
}

/**
 * Rewrite one's review. The answer of staff stays, and the same text again changes nothing. Throws
 * the errors of postReview, and review.not_found without a review.
 */
export function editReview(app: App, writing: ReviewTarget, input: ReviewText): Promise<Review> {
  return inTransaction(app, async (tx) => {
    const prepared = await prepareText(tx, writing, input)
    await holdPurchase(tx, writing.userId, writing.productId)
    const lockedReview = await lockOwnReview(tx, writing)
    if (isSameText(lockedReview, prepared.fields)) return lockedReview

    const now = tx.clock.now()
    const newStatus = prepared.statusAfter(lockedReview.status)

    const [after] = await tx.db
      .update(reviews)
      .set({
        ...prepared.fields,
        status: newStatus,
        rejectReason: null,
        // Staff name the version that they read by its `editedAt`, so two edits within one
        // millisecond must get different times.
        editedAt: new Date(Math.max(now.getTime(), (lockedReview.editedAt?.getTime() ?? 0) + 1)),
        publishedAt: newStatus === 'published' ? (lockedReview.publishedAt ?? now) : null,
      })
      .where(eq(reviews.id, lockedReview.id))
      .returning()

    await updateTotals(tx, lockedReview, after!)

    return after!
  })
}

/** Delete one's review with its reports. Throws review.not_found and rate.limited. */
export function withdrawReview(app: App, writing: Omit<ReviewTarget, 'language'>): Promise<void> {
  return inTransaction(app, async (tx) => {
    await assertReviewsOn(tx)
    await countWrite(tx, writing.userId)
    const lockedReview = await lockOwnReview(tx, writing)
    await tx.db.delete(reviews).where(eq(reviews.id, lockedReview.id))
    await updateTotals(tx, lockedReview, null)
  })
}

/**
 * Report a visible review to staff. A second report by the same person changes nothing. Throws
 * review.not_found.
 */
export function reportReview(
  app: App,
  userId: string,
  reviewId: string,
  reason: string,
): Promise<void> {
  return inTransaction(app, async (tx) => {
    await assertReviewsOn(tx)
    const [review] = await tx.db.select().from(reviews).where(eq(reviews.id, reviewId)).for('share')
    if (!review || !isShown(review)) throw fail('review.not_found')

    await tx.db
      .insert(reviewReports)
      .values({ reviewId, userId, reason, createdAt: tx.clock.now() })
      .onConflictDoNothing()
  })
}

/**
 * Remove an erased person from reviews, in the transaction of the erasure. The texts stay without
 * account and name; reports by the person are deleted (L066, Q114).
 */
export async function anonymiseReviews(tx: App, userId: string): Promise<void> {
  await tx.db.delete(reviewWrites).where(eq(reviewWrites.userId, userId))
  await tx.db.delete(reviewReports).where(eq(reviewReports.userId, userId))

  const anonymisedReviews = await tx.db
    .update(reviews)
    .set({ userId: null, authorName: null })
    .where(eq(reviews.userId, userId))
    .returning()

  if (anonymisedReviews.some(isShown)) await emptyPublicCache(tx.db)
}

/** Throws review.not_found where the shop takes no reviews (L063). */
export async function assertReviewsOn(app: App): Promise<void> {
  if ((await siteSettings(app)).reviewsMode === 'off') throw fail('review.not_found')
}

/**
 * Count a write and lock its author. Returns the fields to store and a function for the new status.
 */
async function prepareText(tx: App, { userId, language }: ReviewTarget, input: ReviewText) {
  const { reviewsMode, reviewsBlocked } = await siteSettings(tx)
  if (reviewsMode === 'off') throw fail('review.not_found')

  const author = await countWrite(tx, userId)
  if (!author) throw fail('review.not_buyer')

  const authorName = input.showName ? publicName(author.name) : null
  const heldBack = isHeldBack(`${authorName ?? ''} ${input.body}`, reviewsBlocked)

  return {
    fields: { rating: input.rating, body: input.body, authorName, language },
    statusAfter: (before: Review['status'] | null) =>
      statusOfText(reviewsMode, { heldBack, before }),
  }
}

const isSameText = (
  review: Review,
  { rating, body, authorName }: Pick<Review, 'rating' | 'body' | 'authorName'>,
): boolean => review.rating === rating && review.body === body && review.authorName === authorName

async function lockOwnReview(
  tx: App,
  { userId, productId }: Omit<ReviewTarget, 'language'>,
): Promise<Review> {
  const [review] = await tx.db
    .select()
    .from(reviews)
    .where(and(eq(reviews.userId, userId), eq(reviews.productId, productId)))
    .for('update')

  if (!review) throw fail('review.not_found')

  return review
}
