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
import { isShown, keepTotals, type Review } from './totals.service.ts'
import { countWrite, holdPurchase } from './writers.service.ts'

export type Written = { rating: number; body: string; showName: boolean }

/** Who writes of which product, and in which language. */
export type Writing = { userId: string; productId: string; language: Language }

/**
 * Review a product, once a person (L062). Throws product.not_found, review.not_buyer,
 * review.exists, rate.limited, and review.not_found where the shop takes no reviews.
 */
export function postReview(app: App, writing: Writing, input: Written): Promise<Review> {
  return inTransaction(app, async (tx) => {
    const text = await readText(tx, writing, input)
    await holdPurchase(tx, writing.userId, writing.productId)
    const now = tx.clock.now()
    const status = text.statusAfter(null)

    const [review] = await tx.db
      .insert(reviews)
      .values({
        id: newId(now.getTime()),
        productId: writing.productId,
        userId: writing.userId,
        ...text.fields,
        status,
        createdAt: now,
        publishedAt: status === 'published' ? now : null,
      })
      .onConflictDoNothing()
      .returning()

    if (!review) throw fail('review.exists')

    await keepTotals(tx, null, review)

    return review
  })
}

/**
 * Write one's review anew. What staff answered stays; the same words again change nothing. Throws
 * what postReview throws, and review.not_found where there is none.
 */
export function editReview(app: App, writing: Writing, input: Written): Promise<Review> {
  return inTransaction(app, async (tx) => {
    const text = await readText(tx, writing, input)
    await holdPurchase(tx, writing.userId, writing.productId)
    const before = await lockOwn(tx, writing)
    if (isSame(before, text.fields)) return before

    const now = tx.clock.now()
    const status = text.statusAfter(before.status)

    const [after] = await tx.db
      .update(reviews)
      .set({
        ...text.fields,
        status,
        rejectReason: null,
        // Two edits within a millisecond are two texts.
        editedAt: new Date(Math.max(now.getTime(), (before.editedAt?.getTime() ?? 0) + 1)),
        publishedAt: status === 'published' ? (before.publishedAt ?? now) : null,
      })
      .where(eq(reviews.id, before.id))
      .returning()

    await keepTotals(tx, before, after!)

    return after!
  })
}

/** Take one's review back, with its reports. Throws review.not_found and rate.limited. */
export function withdrawReview(app: App, writing: Omit<Writing, 'language'>): Promise<void> {
  return inTransaction(app, async (tx) => {
    await assertTaken(tx)
    await countWrite(tx, writing.userId)
    const before = await lockOwn(tx, writing)
    await tx.db.delete(reviews).where(eq(reviews.id, before.id))
    await keepTotals(tx, before, null)
  })
}

/** Tell staff what is wrong with a review that is shown; a person's second word changes nothing. */
export function reportReview(
  app: App,
  userId: string,
  reviewId: string,
  reason: string,
): Promise<void> {
  return inTransaction(app, async (tx) => {
    await assertTaken(tx)
    const [review] = await tx.db.select().from(reviews).where(eq(reviews.id, reviewId)).for('share')
    if (!review || !isShown(review)) throw fail('review.not_found')

    await tx.db
      .insert(reviewReports)
      .values({ reviewId, userId, reason, createdAt: tx.clock.now() })
      .onConflictDoNothing()
  })
}

/**
 * Take a person whose account is deleted out of reviews, in that transaction: what he said stays,
 * without account and name; what he reported goes (L066, Q114).
 */
export async function anonymiseReviews(tx: App, userId: string): Promise<void> {
  await tx.db.delete(reviewWrites).where(eq(reviewWrites.userId, userId))
  await tx.db.delete(reviewReports).where(eq(reviewReports.userId, userId))

  const left = await tx.db
    .update(reviews)
    .set({ userId: null, authorName: null })
    .where(eq(reviews.userId, userId))
    .returning()

  if (left.some(isShown)) await emptyPublicCache(tx.db)
}

/** The shop takes reviews, or there are none. Throws review.not_found (L063). */
export async function assertTaken(app: App): Promise<void> {
  if ((await siteSettings(app)).reviewsMode === 'off') throw fail('review.not_found')
}

/** What is kept of a text, and where it may stand, for a writer who is counted and held. */
async function readText(tx: App, { userId, language }: Writing, input: Written) {
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

const isSame = (
  review: Review,
  { rating, body, authorName }: Pick<Review, 'rating' | 'body' | 'authorName'>,
): boolean => review.rating === rating && review.body === body && review.authorName === authorName

async function lockOwn(tx: App, { userId, productId }: Omit<Writing, 'language'>): Promise<Review> {
  const [review] = await tx.db
    .select()
    .from(reviews)
    .where(and(eq(reviews.userId, userId), eq(reviews.productId, productId)))
    .for('update')

  if (!review) throw fail('review.not_found')

  return review
}
