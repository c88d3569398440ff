import { viewLimits, type ViewSection } from '@chaveiro/contracts/admin/saved-views'
import { and, asc, eq } from 'drizzle-orm'

import { savedViews, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction, isDuplicate } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'

export type SavedView = typeof savedViews.$inferSelect
type Fields = Pick<SavedView, 'name' | 'filters' | 'hidden'>

/** The owner of saved views, and the actor that the audit trail names. */
export type Keeper = { userId: string; actor: Actor }

/** The views that a person saved, oldest first (P406). */
export const viewsOf = (app: App, userId: string): Promise<SavedView[]> =>
  app.db
    .select()
    .from(savedViews)
    .where(eq(savedViews.userId, userId))
    .orderBy(asc(savedViews.createdAt), asc(savedViews.id))

/** Save a view. Throws view.name_taken and view.too_many. */
export function createView(
  app: App,
  { userId, actor }: Keeper,
  { section, ...fields }: Fields & { section: ViewSection },
): Promise<SavedView> {
  return withUniqueName(() =>
    inTransaction(app, async (tx) => {
      // Lock the user's row, so that requests from two windows of the same user cannot exceed the
      // limit together.
      await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
      const isOfSection = and(eq(savedViews.userId, userId), eq(savedViews.section, section))
      if ((await tx.db.$count(savedViews, isOfSection)) >= viewLimits.each)
        throw fail('view.too_many', { most: viewLimits.each })

      const now = tx.clock.now()

      const [made] = await tx.db
        .insert(savedViews)
        .values({ ...fields, section, userId, id: newId(now.getTime()), createdAt: now })
        .returning()

      await recordViewAudit(tx, actor, 'view.saved', made!)

      return made!
    }),
  )
}

/** Rename a view, or save other filters in it. Throws view.not_found and view.name_taken. */
export function updateView(
  app: App,
  { userId, actor }: Keeper,
  id: string,
  fields: { [K in keyof Fields]?: Fields[K] | undefined },
): Promise<SavedView> {
  return withUniqueName(() =>
    inTransaction(app, async (tx) => {
      const [view] = await tx.db
        .update(savedViews)
        // `userId` repeats the stored value: the query builder refuses an update without columns.
        .set({ userId, ...fields })
        .where(isOwnView(userId, id))
        .returning()

      if (!view) throw fail('view.not_found')

      await recordViewAudit(tx, actor, 'view.changed', view)

      return view
    }),
  )
}

/** Delete a view. Throws view.not_found. */
export function removeView(app: App, { userId, actor }: Keeper, id: string): Promise<void> {
  return inTransaction(app, async (tx) => {
    const [view] = await tx.db.delete(savedViews).where(isOwnView(userId, id)).returning()
    if (!view) throw fail('view.not_found')

    await recordViewAudit(tx, actor, 'view.removed', view)
  })
}

/** Delete the views of an erased person. */
export async function eraseViews(tx: App, userId: string): Promise<void> {
  await tx.db.delete(savedViews).where(eq(savedViews.userId, userId))
}

const isOwnView = (userId: string, id: string) =>
  and(eq(savedViews.userId, userId), eq(savedViews.id, id))

/** Record an act on a view without its name and filters, which may contain a customer's name. */
const recordViewAudit = (tx: App, actor: Actor, action: string, view: SavedView): Promise<void> =>
  recordAudit(tx, {
    ...actor,
    action,
    targetType: 'view',
    targetId: view.id,
    details: { section: view.section },
  })

/** Run the work; throws view.name_taken when another view of the section already has this name. */
async function withUniqueName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isDuplicate(error)) throw fail('view.name_taken')
    throw error
  }
}
