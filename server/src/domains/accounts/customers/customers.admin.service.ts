import { and, eq } from 'drizzle-orm'

import { customerNotes, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'
import { userById } from '../people/people.queries.ts'
import { lockOther, type Staff } from '../people/staff-acts.service.ts'
import { endSessionsOf } from '../session/session.service.ts'
import { notesOf } from './customers.admin.queries.ts'

const mostNotes = 100

/** Who notes something of a customer holds his row, so that notes come one after the other. */
async function lockCustomer(tx: App, userId: string): Promise<void> {
  await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  if (!(await userById(tx, userId))) throw fail('account.not_found')
}

/**
 * Note something about a customer for staff alone, once a client id (P342). The trail says that it
 * was noted, never what. Throws account.not_found, account.notes_full.
 */
export function noteCustomer(
  app: App,
  userId: string,
  { clientId, text }: { clientId: string; text: string },
  actor: Actor,
) {
  return inTransaction(app, async (tx) => {
    await lockCustomer(tx, userId)
    const kept = await notesOf(tx, userId)
    if (kept.some((note) => note.clientId === clientId)) return kept
    if (kept.length >= mostNotes) throw fail('account.notes_full', { most: mostNotes })

    const now = tx.clock.now()
    const id = newId(now.getTime())

    await tx.db.insert(customerNotes).values({
      id,
      userId,
      authorId: actor.actorId,
      author: actor.actorName ?? '',
      text,
      clientId,
      createdAt: now,
    })

    await recordAudit(tx, {
      ...actor,
      ...about(userId),
      action: 'user.noted',
      details: { note: id },
    })

    return notesOf(tx, userId)
  })
}

/** Remove a note that one wrote oneself. Throws account.note_not_found. */
export function removeNote(app: App, userId: string, noteId: string, actor: Actor) {
  return inTransaction(app, async (tx) => {
    const gone = await tx.db
      .delete(customerNotes)
      .where(
        and(
          eq(customerNotes.id, noteId),
          eq(customerNotes.userId, userId),
          eq(customerNotes.authorId, actor.actorId ?? ''),
        ),
      )
      .returning({ id: customerNotes.id })

    if (!gone.length) throw fail('account.note_not_found')

    await recordAudit(tx, {
      ...actor,
      ...about(userId),
      action: 'user.note_removed',
      details: { note: noteId },
    })

    return notesOf(tx, userId)
  })
}

/**
 * Take somebody whose account is deleted out of the notes, in that transaction: those about him go,
 * those that he wrote as staff lose his name.
 */
export async function forgetNotes(tx: App, userId: string): Promise<void> {
  await tx.db.delete(customerNotes).where(eq(customerNotes.userId, userId))
  await tx.db
    .update(customerNotes)
    .set({ authorId: null, author: 'Equipe' })
    .where(eq(customerNotes.authorId, userId))
}

/** End all sessions of somebody else, and tell how many there were. */
export function endSessions(app: App, staff: Staff, userId: string): Promise<number> {
  return inTransaction(app, async (tx) => {
    await lockOther(tx, staff, userId, true)
    const ended = await endSessionsOf(tx, userId, 'ended by staff')

    if (ended)
      await recordAudit(tx, {
        ...staff.actor,
        ...about(userId),
        action: 'user.logged_out',
        details: { sessions: ended },
      })

    return ended
  })
}

const about = (userId: string) => ({ targetType: 'user', targetId: userId })
