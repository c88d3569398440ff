import type { PublicationStatus } from '@chaveiro/contracts/states'
import { and, count, desc, asc, eq, gte, sql, type SQL } from 'drizzle-orm'

import { notifications } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

export type Notification = typeof notifications.$inferSelect
type Page = { page: number; limit: number }
export const isId = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)

// A literal, not a parameter: the partial indices of published notifications need this exact text.
const isPublished = sql`publication = 'sent'`

/** Published notifications, of one author or of all, newest or oldest first. */
export async function publishedNotifications(
  app: App,
  { page, limit, authorId, oldestFirst }: Page & { authorId?: string; oldestFirst?: boolean },
): Promise<{ rows: Notification[]; total: number }> {
  const order = oldestFirst ? asc : desc

  const condition = and(
    isPublished,
    authorId === undefined ? undefined : eq(notifications.authorId, authorId),
  )

  return selectPage(app, condition, [order(notifications.sentAt), order(notifications.id)], {
    page,
    limit,
  })
}

/** All notifications for staff, of one state or of all, newest first. */
export const managedNotifications = (
  app: App,
  { page, limit, status }: Page & { status?: PublicationStatus | undefined },
): Promise<{ rows: Notification[]; total: number }> =>
  selectPage(
    app,
    status && eq(notifications.publication, status),
    [desc(notifications.createdAt), desc(notifications.id)],
    { page, limit },
  )

async function selectPage(
  app: App,
  condition: SQL | undefined,
  order: SQL[],
  { page, limit }: Page,
): Promise<{ rows: Notification[]; total: number }> {
  const [countRow] = await app.db.select({ n: count() }).from(notifications).where(condition)
  const totalCount = countRow!.n
  const firstRow = (page - 1) * limit

  return {
    total: totalCount,
    rows:
      firstRow < totalCount
        ? await app.db
            .select()
            .from(notifications)
            .where(condition)
            .orderBy(...order)
            .limit(limit)
            .offset(firstRow)
        : [],
  }
}

/** A notification by its id, in any state; null for an unknown id. */
export async function notificationById(
  app: App,
  id: string,
  locked?: 'locked',
): Promise<Notification | null> {
  if (!isId(id)) return null

  const notificationQuery = app.db.select().from(notifications).where(eq(notifications.id, id))

  return (locked ? await notificationQuery.for('update') : await notificationQuery)[0] ?? null
}

export type Tally = Pick<Notification, 'type' | 'priority' | 'delivery' | 'publication'> & {
  n: number
}

/**
 * Counts notifications by type, priority and states: all notifications (null), or those published
 * since an instant.
 */
export function tallyNotifications(app: App, publishedSince: Date | null): Promise<Tally[]> {
  const { type, priority, delivery, publication } = notifications
  return app.db
    .select({ type, priority, delivery, publication, n: count() })
    .from(notifications)
    .where(publishedSince ? and(isPublished, gte(notifications.sentAt, publishedSince)) : undefined)
    .groupBy(type, priority, delivery, publication)
}
