import { mayMove, type ReviewStatus } from '@chaveiro/contracts/states'
import { eq } from 'drizzle-orm'

import { reviews } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { changeOf, recordAudit, type Actor } from '../audit/audit.service.ts'
import { isShown, updateTotals, type Review } from './totals.service.ts'

export type ReviewMove = {
  status: ReviewStatus
  reason?: string | undefined
  /**
   * The version of the text that staff read: its `editedAt`, null for the first version. When it is
   * undefined, the version is not checked.
   */
  editedAt?: string | null | undefined
}

/**
 * Publish or reject a review, or make it wait for staff again. Throws review.not_found. Throws
 * state.illegal for an illegal change of status, or when the author changed the text meanwhile
 * (L069).
 */
export async function setReviewStatus(
  app: App,
  id: string,
  move: ReviewMove,
  actor: Actor,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const lockedRow = await lockReview(tx, id)
    const { status } = move
    const illegalMove = fail('state.illegal', { from: lockedRow.status, to: status })
    if (move.editedAt !== undefined && !isSameVersion(lockedRow, move.editedAt)) throw illegalMove
    if (status === lockedRow.status) return
    if (!mayMove('review', lockedRow.status, status)) throw illegalMove

    const changedReview = await writeReview(tx, lockedRow, {
      status,
      rejectReason: status === 'rejected' ? move.reason || null : null,
      publishedAt: status === 'published' ? tx.clock.now() : null,
    })

    await recordAudit(tx, {
      ...actor,
      action: `review.${status}`,
      targetType: 'review',
      targetId: id,
      details: changeOf(auditView(lockedRow), auditView(changedReview)),
    })
  })
}

/** Answer a review publicly; an empty text removes the answer. Throws review.not_found. */
export async function replyToReview(
  app: App,
  id: string,
  text: string,
  actor: Actor,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const lockedRow = await lockReview(tx, id)
    if ((lockedRow.reply ?? '') === text) return

    const changedReview = await writeReview(
      tx,
      lockedRow,
      text
        ? { reply: text, replyBy: actor.actorId, repliedAt: tx.clock.now() }
        : { reply: null, replyBy: null, repliedAt: null },
    )

    await recordAudit(tx, {
      ...actor,
      action: 'review.replied',
      targetType: 'review',
      targetId: id,
      details: changeOf({ reply: lockedRow.reply }, { reply: changedReview.reply }),
    })
  })
}

/** Delete a review with its reports. The trail does not keep its text. Throws review.not_found. */
export async function deleteReview(app: App, id: string, actor: Actor): Promise<void> {
  await inTransaction(app, async (tx) => {
    const lockedRow = await lockReview(tx, id)
    await tx.db.delete(reviews).where(eq(reviews.id, id))
    await updateTotals(tx, lockedRow, null)

    await recordAudit(tx, {
      ...actor,
      action: 'review.deleted',
      targetType: 'review',
      targetId: id,
      details: changeOf(
        { productId: lockedRow.productId, rating: lockedRow.rating, status: lockedRow.status },
        null,
      ),
    })
  })
}

/**
 * Change a locked review and its totals. Only the first visible answer to a review is mailed to the
 * author.
 */
async function writeReview(
  tx: App,
  before: Review,
  change: Partial<typeof reviews.$inferInsert>,
): Promise<Review> {
  const nextReview = { ...before, ...change }
  const isNewAnswer =
    nextReview.reply !== null &&
    isShown(nextReview) &&
    nextReview.userId !== null &&
    !nextReview.replyTold

  const [after] = await tx.db
    .update(reviews)
    .set({ ...change, ...(isNewAnswer ? { replyTold: true } : {}) })
    .where(eq(reviews.id, before.id))
    .returning()

  await updateTotals(tx, before, after!)
  if (isNewAnswer) await enqueue(tx, 'mail.review-reply', { reviewId: before.id })

  return after!
}

const isSameVersion = ({ editedAt }: Review, seen: string | null): boolean =>
  (editedAt?.getTime() ?? null) === (seen === null ? null : Date.parse(seen))

const auditView = ({ status, rejectReason }: Review) => ({ status, rejectReason })

async function lockReview(tx: App, id: string): Promise<Review> {
  const [review] = await tx.db.select().from(reviews).where(eq(reviews.id, id)).for('update')
  if (!review) throw fail('review.not_found')

  return review
}
