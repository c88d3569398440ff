import type { PublicationStatus } from '@chaveiro/contracts/states'
import { and, count, desc, asc, eq, gte, sql, type SQL } from 'drizzle-orm'

import { notifications } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

export type Notification = typeof notifications.$inferSelect
type Page = { page: number; limit: number }
export const isId = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)

// Written out, not as a parameter: the indices of what the shop shows are chosen by this very text.
const shown = sql`publication = 'sent'`

/** Published notifications, of one author or of all, newest or oldest first. */
export async function publishedNotifications(
  app: App,
  { page, limit, authorId, oldestFirst }: Page & { authorId?: string; oldestFirst?: boolean },
): Promise<{ rows: Notification[]; total: number }> {
  const order = oldestFirst ? asc : desc

  const where = and(
    shown,
    authorId === undefined ? undefined : eq(notifications.authorId, authorId),
  )

  return pageOf(app, where, [order(notifications.sentAt), order(notifications.id)], { page, limit })
}

/** All notifications for staff, of one state or of all, newest first. */
export const managedNotifications = (
  app: App,
  { page, limit, status }: Page & { status?: PublicationStatus | undefined },
): Promise<{ rows: Notification[]; total: number }> =>
  pageOf(
    app,
    status && eq(notifications.publication, status),
    [desc(notifications.createdAt), desc(notifications.id)],
    { page, limit },
  )

async function pageOf(
  app: App,
  where: SQL | undefined,
  order: SQL[],
  { page, limit }: Page,
): Promise<{ rows: Notification[]; total: number }> {
  const [counted] = await app.db.select({ n: count() }).from(notifications).where(where)
  const total = counted!.n
  const first = (page - 1) * limit

  return {
    total,
    rows:
      first < total
        ? await app.db
            .select()
            .from(notifications)
            .where(where)
            .orderBy(...order)
            .limit(limit)
            .offset(first)
        : [],
  }
}

/** A notification by its id, whatever its state; null when there is none. */
export async function notificationById(
  app: App,
  id: string,
  locked?: 'locked',
): Promise<Notification | null> {
  if (!isId(id)) return null

  const query = app.db.select().from(notifications).where(eq(notifications.id, id))

  return (locked ? await query.for('update') : await query)[0] ?? null
}

export type Tally = Pick<Notification, 'type' | 'priority' | 'delivery' | 'publication'> & {
  n: number
}

/**
 * How many notifications there are of each kind: all of them for staff, those published since an
 * instant for everybody.
 */
export function tallyNotifications(app: App, publishedSince: Date | null): Promise<Tally[]> {
  const { type, priority, delivery, publication } = notifications
  return app.db
    .select({ type, priority, delivery, publication, n: count() })
    .from(notifications)
    .where(publishedSince ? and(shown, gte(notifications.sentAt, publishedSince)) : undefined)
    .groupBy(type, priority, delivery, publication)
}
