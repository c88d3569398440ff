import { asc, desc, eq } from 'drizzle-orm'

import {
  notificationPreferences,
  notifications,
  productVariants,
  stockWaits,
  viewedNotifications,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

/**
 * An export has only the newest notices to all customers, because their number grows with the shop.
 */
const maxNotices = 1000

/** A list that is short enough for one read. */
async function* onePage(rows: PromiseLike<object[]>): AsyncGenerator<object[]> {
  const allRows = await rows
  if (allRows.length) yield allRows
}

/** The products for whose restock a person waits. */
export const waitsIn = (app: App, userId: string) =>
  onePage(
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

/** Notices to all customers, which this person was shown too. */
export const newsIn = (app: App) =>
  onePage(
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
      .limit(maxNotices),
  )

/** The notices that a person has seen, on any device. */
export const seenIn = (app: App, userId: string) =>
  onePage(
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
      .limit(maxNotices),
  )

/** The notices that a person chose to get; null when they never chose. */
export async function newsChoice(app: App, userId: string): Promise<object | null> {
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
