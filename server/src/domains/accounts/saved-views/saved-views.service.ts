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

/** Who keeps views, and how that is written into the trail. */
export type Keeper = { userId: string; actor: Actor }

/** The views that a person keeps, oldest first (P406). */
export const viewsOf = (app: App, userId: string): Promise<SavedView[]> =>
  app.db
    .select()
    .from(savedViews)
    .where(eq(savedViews.userId, userId))
    .orderBy(asc(savedViews.createdAt), asc(savedViews.id))

/** Keep a view. Throws view.name_taken, view.too_many. */
export function createView(
  app: App,
  { userId, actor }: Keeper,
  { section, ...fields }: Fields & { section: ViewSection },
): Promise<SavedView> {
  return named(() =>
    inTransaction(app, async (tx) => {
      // Of several windows of one person each counts what the others have kept.
      await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
      const ofSection = and(eq(savedViews.userId, userId), eq(savedViews.section, section))
      if ((await tx.db.$count(savedViews, ofSection)) >= viewLimits.each)
        throw fail('view.too_many', { most: viewLimits.each })

      const now = tx.clock.now()

      const [made] = await tx.db
        .insert(savedViews)
        .values({ ...fields, section, userId, id: newId(now.getTime()), createdAt: now })
        .returning()

      await told(tx, actor, 'view.saved', made!)

      return made!
    }),
  )
}

/** Rename a view, or keep other filters in it. Throws view.not_found, view.name_taken. */
export function updateView(
  app: App,
  { userId, actor }: Keeper,
  id: string,
  fields: { [K in keyof Fields]?: Fields[K] | undefined },
): Promise<SavedView> {
  return named(() =>
    inTransaction(app, async (tx) => {
      const [view] = await tx.db
        .update(savedViews)
        // A change of nothing still answers the view.
        .set({ userId, ...fields })
        .where(own(userId, id))
        .returning()

      if (!view) throw fail('view.not_found')

      await told(tx, actor, 'view.changed', view)

      return view
    }),
  )
}

/** Forget a view. Throws view.not_found. */
export function removeView(app: App, { userId, actor }: Keeper, id: string): Promise<void> {
  return inTransaction(app, async (tx) => {
    const [view] = await tx.db.delete(savedViews).where(own(userId, id)).returning()
    if (!view) throw fail('view.not_found')

    await told(tx, actor, 'view.removed', view)
  })
}

/** Forget what a deleted person kept. */
export async function forgetViews(tx: App, userId: string): Promise<void> {
  await tx.db.delete(savedViews).where(eq(savedViews.userId, userId))
}

const own = (userId: string, id: string) =>
  and(eq(savedViews.userId, userId), eq(savedViews.id, id))

/** What was searched for may name a customer: the trail has the section and the view's id alone. */
const told = (tx: App, actor: Actor, action: string, view: SavedView): Promise<void> =>
  recordAudit(tx, {
    ...actor,
    action,
    targetType: 'view',
    targetId: view.id,
    details: { section: view.section },
  })

/** Does it; a name that another view of the section has is refused. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isDuplicate(error)) throw fail('view.name_taken')
    throw error
  }
}
