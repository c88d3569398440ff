import { asc, desc, eq } from 'drizzle-orm'

import {
  notificationPreferences,
  notifications,
  productVariants,
  stockWaits,
  viewedNotifications,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

/** Of what everybody is told, the newest are kept in an export: it grows with the shop. */
const newest = 1000

/** One list that is short by itself. */
async function* whole(rows: PromiseLike<object[]>): AsyncGenerator<object[]> {
  const all = await rows
  if (all.length) yield all
}

/** What somebody wants to hear of when it is back. */
export const waitsIn = (app: App, userId: string) =>
  whole(
    app.db
      .select({
        productId: productVariants.productId,
        variantId: stockWaits.variantId,
        since: stockWaits.createdAt,
      })
      .from(stockWaits)
      .innerJoin(productVariants, eq(productVariants.id, stockWaits.variantId))
      .where(eq(stockWaits.userId, userId))
      .orderBy(asc(stockWaits.createdAt)),
  )

/** What everybody was told; it is part of what this person was shown. */
export const newsIn = (app: App) =>
  whole(
    app.db
      .select({
        type: notifications.type,
        title: notifications.title,
        content: notifications.content,
        sentAt: notifications.sentAt,
      })
      .from(notifications)
      .where(eq(notifications.publication, 'sent'))
      .orderBy(desc(notifications.sentAt), desc(notifications.id))
      .limit(newest),
  )

/** What he has seen of it, on whichever device. */
export const seenIn = (app: App, userId: string) =>
  whole(
    app.db
      .select({
        title: notifications.title,
        content: notifications.content,
        sentAt: notifications.sentAt,
        viewedAt: viewedNotifications.viewedAt,
      })
      .from(viewedNotifications)
      .innerJoin(notifications, eq(notifications.id, viewedNotifications.notificationId))
      .where(eq(viewedNotifications.userId, userId))
      .orderBy(desc(viewedNotifications.viewedAt), desc(notifications.sentAt))
      .limit(newest),
  )

/** Which news he wants; null where he never chose. */
export async function wantedBy(app: App, userId: string): Promise<object | null> {
  const [choice] = await app.db
    .select({
      email: notificationPreferences.email,
      chat: notificationPreferences.chat,
      updates: notificationPreferences.updates,
      chosenAt: notificationPreferences.chosenAt,
    })
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId))
  return choice ?? null
}
