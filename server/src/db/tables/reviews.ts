import { languages } from '@chaveiro/contracts/limits'
import { reviewStatuses } from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { users } from './accounts.ts'
import { products } from './catalogue.ts'
import { instant } from './columns.ts'
import { orders } from './orders.ts'

/** Reviews of buyers, one per person and product (L062). */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid('id').primaryKey(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    /** Null once the account was deleted (L066). */
    userId: uuid('user_id').references(() => users.id),
    /** First name and initial at the time of the review; null shows "verified customer". */
    authorName: text('author_name'),
    rating: smallint('rating').notNull(),
    body: text('body').notNull().default(''),
    status: text('status', { enum: reviewStatuses }).notNull(),
    /** False while all purchases of the product by the author are refunded (L064). */
    counts: boolean('counts').notNull().default(true),
    reply: text('reply'),
    replyBy: uuid('reply_by'),
    repliedAt: instant('replied_at'),
    /** Whether the author got a mail about the reply. */
    replyTold: boolean('reply_told').notNull().default(false),
    rejectReason: text('reject_reason'),
    language: text('language', { enum: languages }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the text last changed; null for the first text. Used as the version of the text. */
    editedAt: instant('edited_at'),
    publishedAt: instant('published_at'),
  },
  (t) => [
    uniqueIndex('reviews_once').on(t.productId, t.userId),
    index('reviews_user').on(t.userId),
    index('reviews_shown')
      .on(t.productId, t.createdAt, t.id)
      .where(sql`status = 'published' and counts`),
    index('reviews_praise')
      .on(t.createdAt, t.id)
      .where(sql`status = 'published' and counts and rating >= 4 and body <> ''`),
    index('reviews_created').on(t.createdAt, t.id),
    index('reviews_status').on(t.status, t.createdAt, t.id),
  ],
)

/** The number of shown reviews of each product, and the sum of their stars (invariant I13). */
export const reviewTotals = pgTable('review_totals', {
  productId: uuid('product_id')
    .primaryKey()
    .references(() => products.id),
  n: integer('n').notNull(),
  stars: integer('stars').notNull(),
})

/** Reports against a review, one per person. */
export const reviewReports = pgTable(
  'review_reports',
  {
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.reviewId, t.userId] }),
    index('review_reports_user').on(t.userId),
  ],
)

/**
 * How many reviews a person wrote since the first review of their day. A write locks the row, so
 * that writes of one person run one after the other.
 */
export const reviewWrites = pgTable('review_writes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  since: instant('since').notNull(),
  n: smallint('n').notNull(),
})

/** Orders whose buyer got the request for a review (L070). */
export const reviewInvites = pgTable('review_invites', {
  orderId: uuid('order_id')
    .primaryKey()
    .references(() => orders.id),
  createdAt: instant('created_at').notNull(),
})
