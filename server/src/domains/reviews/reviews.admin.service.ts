import { mayMove, type ReviewStatus } from '@chaveiro/contracts/states'
import { eq } from 'drizzle-orm'

import { reviews } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { changeOf, recordAudit, type Actor } from '../audit/audit.service.ts'
import { isShown, keepTotals, type Review } from './totals.service.ts'

export type Move = {
  status: ReviewStatus
  reason?: string | undefined
  /** The text that staff read: when it was edited, null for the first one; not given, any. */
  editedAt?: string | null | undefined
}

/**
 * Publish or reject a review, or let it wait. Throws review.not_found, and state.illegal for a move
 * that is none or when its author changed the text meanwhile (L069).
 */
export async function moveReview(app: App, id: string, move: Move, actor: Actor): Promise<void> {
  await inTransaction(app, async (tx) => {
    const before = await lockReview(tx, id)
    const { status } = move
    const illegal = fail('state.illegal', { from: before.status, to: status })
    if (move.editedAt !== undefined && !isText(before, move.editedAt)) throw illegal
    if (status === before.status) return
    if (!mayMove('review', before.status, status)) throw illegal

    const after = await write(tx, before, {
      status,
      rejectReason: status === 'rejected' ? move.reason || null : null,
      publishedAt: status === 'published' ? tx.clock.now() : null,
    })

    await recordAudit(tx, {
      ...actor,
      action: `review.${status}`,
      targetType: 'review',
      targetId: id,
      details: changeOf(auditView(before), auditView(after)),
    })
  })
}

/** Answer a review for all to read; an empty text takes the answer away. Throws review.not_found. */
export async function replyToReview(
  app: App,
  id: string,
  text: string,
  actor: Actor,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const before = await lockReview(tx, id)
    if ((before.reply ?? '') === text) return

    const after = await write(
      tx,
      before,
      text
        ? { reply: text, replyBy: actor.actorId, repliedAt: tx.clock.now() }
        : { reply: null, replyBy: null, repliedAt: null },
    )

    await recordAudit(tx, {
      ...actor,
      action: 'review.replied',
      targetType: 'review',
      targetId: id,
      details: changeOf({ reply: before.reply }, { reply: after.reply }),
    })
  })
}

/** Delete a review with its reports. The trail does not tell what it said. Throws review.not_found. */
export async function deleteReview(app: App, id: string, actor: Actor): Promise<void> {
  await inTransaction(app, async (tx) => {
    const before = await lockReview(tx, id)
    await tx.db.delete(reviews).where(eq(reviews.id, id))
    await keepTotals(tx, before, null)

    await recordAudit(tx, {
      ...actor,
      action: 'review.deleted',
      targetType: 'review',
      targetId: id,
      details: changeOf(
        { productId: before.productId, rating: before.rating, status: before.status },
        null,
      ),
    })
  })
}

/** Change a locked review with its totals; an answer that shows is mailed to its author, once. */
async function write(
  tx: App,
  before: Review,
  change: Partial<typeof reviews.$inferInsert>,
): Promise<Review> {
  const next = { ...before, ...change }
  const isNews = next.reply !== null && isShown(next) && next.userId !== null && !next.replyTold

  const [after] = await tx.db
    .update(reviews)
    .set({ ...change, ...(isNews ? { replyTold: true } : {}) })
    .where(eq(reviews.id, before.id))
    .returning()

  await keepTotals(tx, before, after!)
  if (isNews) await enqueue(tx, 'mail.review-reply', { reviewId: before.id })

  return after!
}

const isText = ({ editedAt }: Review, seen: string | null): boolean =>
  (editedAt?.getTime() ?? null) === (seen === null ? null : Date.parse(seen))

const auditView = ({ status, rejectReason }: Review) => ({ status, rejectReason })

async function lockReview(tx: App, id: string): Promise<Review> {
  const [review] = await tx.db.select().from(reviews).where(eq(reviews.id, id)).for('update')
  if (!review) throw fail('review.not_found')

  return review
}
