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
import { notesOfCustomer } from './customers.admin.queries.ts'

const maxNotes = 100

/**
 * Lock the customer's row, so that concurrent calls cannot exceed the limit of notes or store one
 * note twice. Throws account.not_found.
 */
async function lockCustomer(tx: App, userId: string): Promise<void> {
  await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  if (!(await userById(tx, userId))) throw fail('account.not_found')
}

/**
 * Add an internal note about a customer, once for each client id (P342). The audit trail records
 * that a note was added, never its text. Throws account.not_found and account.notes_full.
 */
export function noteCustomer(
  app: App,
  userId: string,
  { clientId, text }: { clientId: string; text: string },
  actor: Actor,
) {
  return inTransaction(app, async (tx) => {
    await lockCustomer(tx, userId)
    const existingNotes = await notesOfCustomer(tx, userId)
    if (existingNotes.some((note) => note.clientId === clientId)) return existingNotes
    if (existingNotes.length >= maxNotes) throw fail('account.notes_full', { most: maxNotes })

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
      ...auditTarget(userId),
      action: 'user.noted',
      details: { note: id },
    })

    return notesOfCustomer(tx, userId)
  })
}

/** Remove a note that the caller wrote. Throws account.note_not_found. */
export function removeNote(app: App, userId: string, noteId: string, actor: Actor) {
  return inTransaction(app, async (tx) => {
    const deletedRows = await tx.db
      .delete(customerNotes)
      .where(
        and(
          eq(customerNotes.id, noteId),
          eq(customerNotes.userId, userId),
          eq(customerNotes.authorId, actor.actorId ?? ''),
        ),
      )
      .returning({ id: customerNotes.id })

    if (!deletedRows.length) throw fail('account.note_not_found')

    await recordAudit(tx, {
      ...actor,
      ...auditTarget(userId),
      action: 'user.note_removed',
      details: { note: noteId },
    })

    return notesOfCustomer(tx, userId)
  })
}

/**
 * Remove an erased person from the notes, in the transaction of the erasure. Notes about the person
 * are deleted; notes that the person wrote as staff lose the name.
 */
export async function eraseNotes(tx: App, userId: string): Promise<void> {
  await tx.db.delete(customerNotes).where(eq(customerNotes.userId, userId))
  await tx.db
    .update(customerNotes)
    .set({ authorId: null, author: 'Equipe' })
    .where(eq(customerNotes.authorId, userId))
}

/** End all sessions of another user; returns how many were open. */
export function endSessions(app: App, staff: Staff, userId: string): Promise<number> {
  return inTransaction(app, async (tx) => {
    await lockOther(tx, staff, userId, true)
    const endedSessions = await endSessionsOf(tx, userId, 'ended by staff')

    if (endedSessions)
      await recordAudit(tx, {
        ...staff.actor,
        ...auditTarget(userId),
        action: 'user.logged_out',
        details: { sessions: endedSessions },
      })

    return endedSessions
  })
}

const auditTarget = (userId: string) => ({ targetType: 'user', targetId: userId })
