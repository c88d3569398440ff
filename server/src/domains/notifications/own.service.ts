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

// Each change is one statement, so that two devices at once need no lock but that of their rows.
// It holds the person too: one who is deleted meanwhile leaves nothing behind; and a notification that
// is deleted meanwhile is passed over like one that never was.

/**
 * Note notifications as seen by somebody; again is no difference. Ids of none that is shown, or of
 * one that is too old, are passed over: nobody learns by them what is not published (P212).
 */
export async function markViewed(app: App, userId: string, ids: readonly string[]): Promise<void> {
  const known = ids.filter(isId)
  if (!known.length) return

  await app.db.execute(sql`
    insert into ${viewedNotifications} (user_id, notification_id, viewed_at)
    select ${users.id}, ${notifications.id}, ${app.clock.now().toISOString()}::timestamptz
    from ${users}, ${notifications}
    where ${users.id} = ${userId} and ${users.deletedAt} is null
      and ${inArray(notifications.id, known)}
      and ${notifications.publication} = 'sent'
      and ${notifications.sentAt} >= ${viewedSince(app).toISOString()}::timestamptz
    order by ${notifications.id}
    for share of ${users} for key share of ${notifications}
    on conflict do nothing`)
}

type Choice = { email: boolean; chat: boolean; updates: boolean; secondsAgo: number }

/**
 * Keep which news somebody wants. Of two choices the one that was made later holds, whichever
 * arrives first (P214).
 */
export async function chooseNews(
  app: App,
  userId: string,
  { email, chat, updates, secondsAgo }: Choice,
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

/** Take a person whose account is deleted out of the bell, in that transaction (P217). */
export async function forgetOwnNotifications(tx: App, userId: string): Promise<void> {
  await Promise.all([
    tx.db.delete(viewedNotifications).where(eq(viewedNotifications.userId, userId)),
    tx.db.delete(notificationPreferences).where(eq(notificationPreferences.userId, userId)),
  ])
}

/** Forget who has seen notifications that are older than any device remembers (S187). */
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
