import { cartStatuses, saleChannels } from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import { users } from './accounts.ts'
import { productVariants } from './catalogue.ts'
import { instant } from './columns.ts'

/**
 * A user has one open cart (active or abandoned) per channel; completed carts stay for the back
 * office.
 */
export const carts = pgTable(
  'carts',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Where the cart is filled: a purchase in the chat never changes the cart of the site. */
    channel: text('channel', { enum: saleChannels }).notNull().default('site'),
    status: text('status', { enum: cartStatuses }).notNull().default('active'),
    wasAbandoned: boolean('was_abandoned').notNull().default(false),
    termsAccepted: boolean('terms_accepted').notNull().default(false),
    couponCode: text('coupon_code'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('carts_open')
      .on(t.userId, t.channel)
      .where(sql`status in ('active', 'abandoned')`),
    index('carts_created').on(t.createdAt, t.id),
    index('carts_user').on(t.userId, t.createdAt),
    index('carts_updated')
      .on(t.updatedAt)
      .where(sql`status = 'active'`),
  ],
)

export const cartItems = pgTable(
  'cart_items',
  {
    id: uuid('id').primaryKey(),
    cartId: uuid('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    variantId: uuid('variant_id')
      .notNull()
      .references(() => productVariants.id),
    quantity: integer('quantity').notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (t) => [
    uniqueIndex('cart_items_line').on(t.cartId, t.variantId),
    index('cart_items_product').on(t.variantId),
  ],
)
