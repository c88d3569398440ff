import { eq, lt, inArray, sql } from 'drizzle-orm'

import {
  notificationPreferences,
  notifications,
  users,
  viewedNotifications,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { isId } from './notifications.queries.ts'
import { viewedSince } from './own.queries.ts'

// Each change is one statement that also locks the person, so a concurrent deletion of the account
// leaves no data behind. A deleted notification is skipped, like an unknown id.

/**
 * Marks notifications as seen by a person; repeats change nothing. Ids of unpublished or old
 * notifications are skipped, so that nobody can probe for them (P212).
 */
export async function markViewed(app: App, userId: string, ids: readonly string[]): Promise<void> {
  const validIds = ids.filter(isId)
  if (!validIds.length) return

  await app.db.execute(sql`
    insert into ${viewedNotifications} (user_id, notification_id, viewed_at)
    select ${users.id}, ${notifications.id}, ${app.clock.now().toISOString()}::timestamptz
    from ${users}, ${notifications}
    where ${users.id} = ${userId} and ${users.deletedAt} is null
      and ${inArray(notifications.id, validIds)}
      and ${notifications.publication} = 'sent'
      and ${notifications.sentAt} >= ${viewedSince(app).toISOString()}::timestamptz
    order by ${notifications.id}
    for share of ${users} for key share of ${notifications}
    on conflict do nothing`)
}

type NewsChoice = { email: boolean; chat: boolean; updates: boolean; secondsAgo: number }

/**
 * Stores which news a person wants. Of two choices the later one is kept, even if it arrives first
 * (P214).
 */
export async function chooseNews(
  app: App,
  userId: string,
  { email, chat, updates, secondsAgo }: NewsChoice,
): Promise<void> {
  const chosenAt = secondsAfter(app.clock.now(), -secondsAgo).toISOString()
  await app.db.execute(sql`
    insert into ${notificationPreferences} as kept (user_id, email, chat, updates, chosen_at)
    select ${users.id}, ${email}::boolean, ${chat}::boolean, ${updates}::boolean,
      ${chosenAt}::timestamptz
    from ${users} where ${users.id} = ${userId} and ${users.deletedAt} is null
    for share of ${users}
    on conflict (user_id) do update set email = excluded.email, chat = excluded.chat,
      updates = excluded.updates, chosen_at = excluded.chosen_at
      where kept.chosen_at <= excluded.chosen_at`)
}

/** Deletes the bell's data of a person whose account is deleted, in that transaction (P217). */
export async function forgetOwnNotifications(tx: App, userId: string): Promise<void> {
  await Promise.all([
    tx.db.delete(viewedNotifications).where(eq(viewedNotifications.userId, userId)),
    tx.db.delete(notificationPreferences).where(eq(notificationPreferences.userId, userId)),
  ])
}

/** Deletes the marks of notifications older than any device remembers (S187). */
export async function purgeViewed(app: App): Promise<void> {
  await app.db.delete(viewedNotifications).where(
    inArray(
      viewedNotifications.notificationId,
      app.db
        .select({ id: notifications.id })
        .from(notifications)
        .where(lt(notifications.sentAt, viewedSince(app))),
    ),
  )
}
