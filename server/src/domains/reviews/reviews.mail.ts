import { and, asc, eq, isNull, min, sql } from 'drizzle-orm'

import { columns, readAs, rowsOf } from '../../db/rows.ts'
import {
  notificationPreferences,
  orderLines,
  orders,
  orderUnits,
  products,
  reviewInvites,
  reviews,
  users,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { motifPath } from '../../platform/drawing/motif-paths.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { sendMail } from '../mails/mails.service.ts'
import { siteSettings } from '../settings/settings.service.ts'
import { isShown } from './totals.service.ts'

// Mails about reviews: an invitation a week after delivery, if the owner wants invitations, and a
// mail to the author when staff answered.

const daySeconds = 86_400
const inviteAfterDays = 7

// When an owner turns invitations on, buyers of older deliveries are not asked.
const inviteUntilDays = 14

// Only units of the last 60 days are searched, which bounds the query. An older unit leads to no
// invitation, even if it was delivered late.
const searchedDays = 60
const batchSize = 200

/**
 * Find orders whose last delivery was at least a week ago and queue one invitation each. The insert
 * is unique, so any number of processes sends one invitation for an order (L070).
 */
export async function inviteReviewers(app: App): Promise<void> {
  if (!(await wantsInvites(app))) return
  for (;;) {
    const invited = await inTransaction(app, async (tx) => {
      const now = tx.clock.now()
      const daysAgo = (days: number) => secondsAfter(now, -days * daySeconds)
      const inviteColumns = columns({ orderId: readAs(reviewInvites.orderId, sql`order_id`) })

      const invitedRows = await rowsOf(
        tx,
        inviteColumns,
        sql`insert into ${reviewInvites} (order_id, created_at)
          select ${orders.id}, ${now}::timestamptz from ${orderUnits}
            join ${orders} on ${orders.id} = ${orderUnits.orderId}
          where ${orderUnits.createdAt} between ${daysAgo(searchedDays)} and ${daysAgo(inviteAfterDays)}
            and ${orderUnits.status} = 'delivered' and ${orders.status} = 'completed'
            and ${orders.suspendedAt} is null
            and not exists (select 1 from ${reviewInvites} i where i.order_id = ${orders.id})
          group by ${orders.id}
          having max(${orderUnits.deliveredAt}) between ${daysAgo(inviteUntilDays)} and ${daysAgo(inviteAfterDays)}
          order by ${orders.id} limit ${batchSize}
          on conflict do nothing returning ${inviteColumns}`,
      )

      for (const { orderId } of invitedRows) await enqueue(tx, 'mail.review-invite', { orderId })

      return invitedRows.length
    })
    if (invited < batchSize) return
  }
}

/**
 * Ask a buyer for reviews of an order's products. Skips products that are refunded, deleted or
 * already reviewed, and sends no mail when no product is left.
 */
export async function sendReviewInvite(app: App, orderId: string): Promise<void> {
  if (!(await wantsInvites(app))) return

  const productRows = await app.db
    .select({
      product: products.name,
      image: products.image,
      name: users.name,
      email: users.email,
      language: users.language,
    })
    .from(orderUnits)
    .innerJoin(orders, eq(orders.id, orderUnits.orderId))
    .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(products, eq(products.id, orderLines.productId))
    .leftJoin(notificationPreferences, eq(notificationPreferences.userId, users.id))
    .leftJoin(reviews, and(eq(reviews.productId, products.id), eq(reviews.userId, users.id)))
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.status, 'completed'),
        isNull(orders.suspendedAt),
        eq(orderUnits.status, 'delivered'),
        isNull(products.deletedAt),
        isNull(reviews.id),
        isNull(users.deletedAt),
        eq(users.isBanned, false),
        // Besides the owner's switch (F222), the buyer's own preference for news by mail (S113)
        // decides.
        sql`coalesce(${notificationPreferences.email}, true)`,
      ),
    )
    .groupBy(products.id, users.id)
    .orderBy(asc(min(orderLines.position)))

  const [firstRow] = productRows

  if (firstRow)
    await sendMail(app, 'reviewInvite', {
      id: `review-invite-${orderId}`,
      to: firstRow,
      values: {
        products: productRows.map(({ product, image }) => ({
          name: product,
          picture: motifPath(image),
        })),
      },
    })
}

/** Mail the author of a review that staff answered, if review and answer are still visible. */
export async function sendReviewReply(app: App, reviewId: string): Promise<void> {
  const [row] = await app.db
    .select({
      review: reviews,
      product: products.name,
      image: products.image,
      name: users.name,
      email: users.email,
      language: users.language,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(and(eq(reviews.id, reviewId), isNull(users.deletedAt), eq(users.isBanned, false)))

  if (row?.review.reply && isShown(row.review))
    await sendMail(app, 'reviewReply', {
      id: `review-reply-${reviewId}`,
      to: row,
      values: { product: row.product, picture: motifPath(row.image), reply: row.review.reply },
    })
}

async function wantsInvites(app: App): Promise<boolean> {
  const { reviewInvites: isOn, reviewsMode } = await siteSettings(app)
  return isOn && reviewsMode !== 'off'
}
