import { bell } from '@chaveiro/contracts/limits'
import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, oneRow, value } from '../../db/rows.ts'
import {
  auditLog,
  notificationPreferences,
  notifications,
  users,
  viewedNotifications,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/time/clock.ts'

/** The shop stores who has seen a notification only when it was sent after this time (S187). */
export const viewedSince = (app: App): Date =>
  secondsAfter(app.clock.now(), -bell.keepViewedDays * 86_400)

const preferenceShape = z.object({ email: z.boolean(), chat: z.boolean(), updates: z.boolean() })
const viewedItem = z.object({ id: z.string(), sentAt: z.string() })

/**
 * An account's state of the bell, in one statement. `viewed`: the newest seen notifications, also
 * hidden ones. `preferences`: the choice of news; null before the first choice. `dropped`: the time
 * when the password was removed, while the account has no new one (P258).
 */
export async function ownState(app: App, userId: string) {
  const newestViewed = sql`
    select ${notifications.id} as id, ${notifications.sentAt} as "sentAt"
    from ${viewedNotifications}
    join ${notifications} on ${notifications.id} = ${viewedNotifications.notificationId}
    where ${viewedNotifications.userId} = ${userId}
      and ${notifications.sentAt} >= ${viewedSince(app).toISOString()}::timestamptz
    order by ${notifications.sentAt} desc, ${notifications.id} desc
    limit ${bell.viewedMost}`

  const stateColumns = columns({
    viewed: value(
      sql`(select coalesce(jsonb_agg(one order by one."sentAt" desc, one.id desc), '[]')
        from (${newestViewed}) one)`,
      z.array(viewedItem),
    ),

    preferences: value(
      sql`(select jsonb_build_object('email', email, 'chat', chat, 'updates', updates)
        from ${notificationPreferences}
        where ${notificationPreferences.userId} = ${users.id})`,
      preferenceShape.nullable(),
    ),

    dropped: value(
      sql`(select to_jsonb(max(${auditLog.createdAt})) from ${auditLog}
        where ${auditLog.targetType} = 'user' and ${auditLog.targetId} = ${users.id}::text
          and ${auditLog.action} = 'user.mailbox_proven'
          and ${auditLog.details} ->> 'passwordDropped' = 'true' and ${users.passwordHash} is null
          and ${auditLog.createdAt} >= ${viewedSince(app).toISOString()}::timestamptz)`,
      z.string().nullable(),
    ),
  })

  const { viewed, preferences, dropped } = await oneRow(
    app,
    stateColumns,
    sql`select ${stateColumns} from ${users} where ${users.id} = ${userId}`,
  )

  const toIsoTime = (text: string) => new Date(text).toISOString()

  return {
    viewed: viewed.map(({ id, sentAt }) => ({ id, sentAt: toIsoTime(sentAt) })),
    preferences,
    ...(dropped ? { passwordDropped: toIsoTime(dropped) } : {}),
  }
}
