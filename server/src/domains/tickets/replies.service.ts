import { supportLimits } from '@chaveiro/contracts/support-limits'
import { asc, eq, sql } from 'drizzle-orm'

import { savedReplies } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction, isDuplicate } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { changeOf, recordAudit, type Actor } from '../audit/audit.service.ts'

export type SavedReply = typeof savedReplies.$inferSelect
export type ReplyFields = Pick<SavedReply, 'title' | 'texts'>

/** The saved replies of staff, by title (P333). */
export const savedReplyList = (app: App): Promise<SavedReply[]> =>
  app.db
    .select()
    .from(savedReplies)
    .orderBy(asc(sql`lower(${savedReplies.title})`), asc(savedReplies.id))

/** Save a reply. Throws reply.title_taken and reply.too_many. */
export function createReply(app: App, fields: ReplyFields, actor: Actor): Promise<SavedReply> {
  return withUniqueTitle(() =>
    inTransaction(app, async (tx) => {
      if ((await tx.db.$count(savedReplies)) >= supportLimits.savedReplies)
        throw fail('reply.too_many', { most: supportLimits.savedReplies })

      const now = tx.clock.now()

      const [createdReply] = await tx.db
        .insert(savedReplies)
        .values({ ...fields, id: newId(now.getTime()), createdAt: now, updatedAt: now })
        .returning()

      await recordReplyAudit(tx, actor, {
        action: 'reply.created',
        targetId: createdReply!.id,
        details: changeOf(null, fields),
      })

      return createdReply!
    }),
  )
}

/** Change a saved reply. Throws reply.not_found and reply.title_taken. */
export function updateReply(
  app: App,
  id: string,
  fields: ReplyFields,
  actor: Actor,
): Promise<SavedReply> {
  return withUniqueTitle(() =>
    inTransaction(app, async (tx) => {
      const lockedReply = await lockReply(tx, id)

      const [after] = await tx.db
        .update(savedReplies)
        .set({ ...fields, updatedAt: tx.clock.now() })
        .where(eq(savedReplies.id, id))
        .returning()

      await recordReplyAudit(tx, actor, {
        action: 'reply.changed',
        targetId: id,
        details: changeOf(replyFields(lockedReply), fields),
      })

      return after!
    }),
  )
}

/** Delete a saved reply. Throws reply.not_found. */
export function removeReply(app: App, id: string, actor: Actor): Promise<void> {
  return inTransaction(app, async (tx) => {
    const lockedReply = await lockReply(tx, id)
    await tx.db.delete(savedReplies).where(eq(savedReplies.id, id))

    await recordReplyAudit(tx, actor, {
      action: 'reply.deleted',
      targetId: id,
      details: changeOf(replyFields(lockedReply), null),
    })
  })
}

const replyFields = ({ title, texts }: SavedReply): ReplyFields => ({ title, texts })

async function lockReply(tx: App, id: string): Promise<SavedReply> {
  const [reply] = await tx.db
    .select()
    .from(savedReplies)
    .where(eq(savedReplies.id, id))
    .for('update')

  if (!reply) throw fail('reply.not_found')

  return reply
}

const recordReplyAudit = (
  tx: App,
  actor: Actor,
  auditEntry: { action: string; targetId: string; details: object },
): Promise<void> => recordAudit(tx, { ...actor, targetType: 'reply', ...auditEntry })

/** Runs the work; throws reply.title_taken when another reply has this title. */
async function withUniqueTitle<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isDuplicate(error)) throw fail('reply.title_taken')
    throw error
  }
}
