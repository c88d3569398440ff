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
import { enqueue } from '../../platform/queue/jobs.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { sendMail } from '../mails/mails.service.ts'
import { siteSettings } from '../settings/settings.service.ts'
import { isShown } from './totals.service.ts'

// Mails about reviews: an invitation a week after an order was delivered, where the owner wants
// that, and one to its author when staff answered a review.

const day = 86_400
const afterDays = 7

// Who turns invitations on asks nobody about what was delivered long ago.
const untilDays = 14

// How far back units are looked through, which bounds the work: what waited longer is not asked.
const paidDays = 60
const batch = 200

/**
 * Find orders whose last delivery was a week ago and queue one invitation each. Once an order: who
 * notes it first queues it, however many processes look (L070).
 */
export async function inviteReviewers(app: App): Promise<void> {
  if (!(await wantsInvites(app))) return
  for (;;) {
    const invited = await inTransaction(app, async (tx) => {
      const now = tx.clock.now()
      const before = (days: number) => secondsAfter(now, -days * day)
      const row = columns({ orderId: readAs(reviewInvites.orderId, sql`order_id`) })

      const rows = await rowsOf(
        tx,
        row,
        sql`insert into ${reviewInvites} (order_id, created_at)
          select ${orders.id}, ${now}::timestamptz from ${orderUnits}
            join ${orders} on ${orders.id} = ${orderUnits.orderId}
          where ${orderUnits.createdAt} between ${before(paidDays)} and ${before(afterDays)}
            and ${orderUnits.status} = 'delivered' and ${orders.status} = 'completed'
            and ${orders.suspendedAt} is null
            and not exists (select 1 from ${reviewInvites} i where i.order_id = ${orders.id})
          group by ${orders.id}
          having max(${orderUnits.deliveredAt}) between ${before(untilDays)} and ${before(afterDays)}
          order by ${orders.id} limit ${batch}
          on conflict do nothing returning ${row}`,
      )

      for (const { orderId } of rows) await enqueue(tx, 'mail.review-invite', { orderId })

      return rows.length
    })
    if (invited < batch) return
  }
}

/**
 * Ask a buyer what he thinks of what an order brought him: not of what is refunded, sold no more or
 * reviewed meanwhile; nothing where nothing is left to ask.
 */
export async function sendReviewInvite(app: App, orderId: string): Promise<void> {
  if (!(await wantsInvites(app))) return

  const rows = await app.db
    .select({
      product: products.name,
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
        // Their box for news by mail (S113) decides as well as the owner's switch (F222).
        sql`coalesce(${notificationPreferences.email}, true)`,
      ),
    )
    .groupBy(products.id, users.id)
    .orderBy(asc(min(orderLines.position)))

  const [first] = rows

  if (first)
    await sendMail(app, 'reviewInvite', {
      id: `review-invite-${orderId}`,
      to: first,
      values: { products: rows.map(({ product }) => product) },
    })
}

/** Tell the author of a review that staff answered it, while the answer shows. */
export async function sendReviewReply(app: App, reviewId: string): Promise<void> {
  const [row] = await app.db
    .select({
      review: reviews,
      product: products.name,
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
      values: { product: row.product, reply: row.review.reply },
    })
}

async function wantsInvites(app: App): Promise<boolean> {
  const { reviewInvites: isOn, reviewsMode } = await siteSettings(app)
  return isOn && reviewsMode !== 'off'
}
