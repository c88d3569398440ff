import { currencies, languages } from '@chaveiro/contracts/limits'
import { chargedMethods, storedMethods } from '@chaveiro/contracts/payment-methods'
import type { RefundReason } from '@chaveiro/contracts/shop-reasons'
import {
  paymentReasons,
  paymentRemarks,
  defenceStates,
  depositStates,
  disputeStates,
  paymentStatuses,
  refundStatuses,
  reviewReasons,
} from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import type { ChargeData } from '../../ports/payments.ts'
import { users } from './accounts.ts'
import { bytes, cents, instant } from './columns.ts'
import { orders } from './orders.ts'

/** One attempt to pay one order; payment and transaction are the same record (Q67). */
export const payments = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    cartId: uuid('cart_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    method: text('method', { enum: storedMethods }).notNull(),
    testMode: boolean('test_mode').notNull().default(false),
    status: text('status', { enum: paymentStatuses }).notNull().default('pending'),
    reason: text('reason', { enum: paymentReasons }),
    reviewReason: text('attention', { enum: reviewReasons }),
    remark: text('remark', { enum: paymentRemarks }),
    /**
     * Free text of staff or of the provider. Rows of an older version may have the reason here
     * instead of in `reason`.
     */
    note: text('note'),
    /**
     * Whether staff must review the payment: set when its review reason or dispute changes, cleared
     * by staff.
     */
    needsReview: boolean('on_desk').notNull().default(false),
    /**
     * The most serious state of the payment's rows in `disputes` (chargeback, MED); null without a
     * dispute.
     */
    dispute: text('dispute', { enum: disputeStates }),
    currency: text('currency', { enum: currencies }).notNull(),
    amountCents: cents('amount_cents').notNull(),
    originalCents: cents('original_cents').notNull(),
    discountCents: cents('discount_cents').notNull(),
    receivedCents: cents('received_cents').notNull().default(0),
    /** Reais for one dollar when the payment was created (Q49). */
    usdRate: numeric('usd_rate').notNull(),
    couponCode: text('coupon_code'),
    productName: text('product_name').notNull(),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email').notNull(),
    language: text('language', { enum: languages }).notNull(),
    discordId: text('discord_id'),
    discordMessageId: text('discord_message_id'),
    discordChannelId: text('discord_channel_id'),
    cpfCipher: bytes('cpf_cipher'),
    /**
     * The payment's id at the provider: the PIX txid, chosen by the shop, or the card session id,
     * chosen by Stripe.
     */
    providerReference: text('provider_reference'),
    charge: jsonb('charge').$type<ChargeData>(),
    /**
     * Where the hosted page redirects the buyer. Stored, because a retry must repeat the request
     * unchanged.
     */
    successUrl: text('success_url').notNull(),
    cancelUrl: text('cancel_url').notNull(),
    coin: text('coin'),
    network: text('network'),
    /**
     * Crypto: the amount to pay, in the smallest unit of the coin that the shop accepts. Unique
     * among payments that may still receive money.
     */
    coinUnits: bigint('coin_units', { mode: 'number' }),
    refunded: boolean('refunded').notNull().default(false),
    attempt: integer('attempt').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    settledAt: instant('settled_at'),
    /** When a sweep asks the provider for the state again; null when the state is final. */
    nextCheckAt: instant('next_check_at'),
    checkedAt: instant('checked_at'),
  },
  (t) => [
    uniqueIndex('payments_one_pending')
      .on(t.cartId)
      .where(sql`status = 'pending'`),
    uniqueIndex('payments_reference').on(t.method, t.providerReference),
    uniqueIndex('payments_coin_amount')
      .on(t.coin, t.network, t.coinUnits)
      .where(sql`next_check_at is not null and coin_units is not null`),
    index('payments_due')
      .on(t.nextCheckAt)
      .where(sql`next_check_at is not null`),
    index('payments_order').on(t.orderId),
    index('payments_rate')
      .on(t.orderId, t.settledAt, t.id)
      .where(sql`status in ('completed', 'refunded')`),
    index('payments_user').on(t.userId, t.createdAt),
    index('payments_created').on(t.createdAt, t.id),
    index('payments_desk')
      .on(t.updatedAt, t.id)
      .where(sql`on_desk`),
    index('payments_dealt_with')
      .on(t.updatedAt, t.id)
      .where(sql`(attention is not null or dispute is not null) and not on_desk`),
  ],
)

/** Received money, one row for each receipt of the provider. */
export const receipts = pgTable(
  'receipts',
  {
    method: text('method', { enum: storedMethods }).notNull(),
    receiptId: text('receipt_id').notNull(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    receivedAt: instant('received_at').notNull(),
    /**
     * Whether staff confirmed this money without the provider; receiptId is then the reference that
     * staff entered.
     */
    byHand: boolean('by_hand').notNull().default(false),
    /**
     * The reference of money confirmed by hand, normalised by the database's reference_key(). A
     * reference can confirm only one payment.
     */
    referenceKey: text('reference_key'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.method, t.receiptId] }),
    index('receipts_payment').on(t.paymentId),
    uniqueIndex('receipts_reference')
      .on(t.referenceKey)
      .where(sql`reference_key is not null`),
    index('receipts_written').on(sql`reference_key(receipt_id)`),
  ],
)

/** Disputes at customers' banks, by the provider's id, in their last known state. */
export const disputes = pgTable(
  'disputes',
  {
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    disputeId: text('dispute_id').notNull(),
    receiptId: text('receipt_id'),
    state: text('state', { enum: disputeStates }).notNull(),
    contestedCents: cents('contested_cents').notNull(),
    /** Money that the provider withheld for the dispute and has not returned. */
    takenCents: cents('taken_cents').notNull(),
    /** The provider's reason code. */
    reason: text('reason'),
    /** The deadline for the shop's answer. */
    dueAt: instant('due_at'),
    /**
     * When the shop requested the state from the provider; answers to earlier requests are ignored.
     */
    readAt: instant('read_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.paymentId, t.disputeId] })],
)

/** Fraud reports of payers to their banks (MED) from the PIX provider, and the shop's defence. */
export const infractions = pgTable(
  'infractions',
  {
    /** The provider's id of the infraction. */
    id: text('id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    /** The endToEndId of the contested PIX. */
    receiptId: text('receipt_id').notNull(),
    /** The provider's status: ABERTA, EM_DEFESA, ACEITA, REJEITADA, CANCELADA or a new one. */
    status: text('status').notNull(),
    contestedCents: cents('contested_cents').notNull(),
    reason: text('reason'),
    /** The payer's reason, as the provider names it. */
    situation: text('situation'),
    openedAt: instant('opened_at').notNull(),
    /** The deadline for the defence. */
    dueAt: instant('due_at'),
    defence: text('defence'),
    defendedBy: text('defended_by'),
    /** `pending`: not sent yet; `sent`: accepted by the provider; `failed`: see defenceFailure. */
    defenceState: text('defence_state', { enum: defenceStates }),
    defenceFailure: text('defence_failure'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('infractions_payment').on(t.paymentId)],
)

/**
 * Periodic checks of providers, run by one process at a time: when the next check is due, and the
 * last result.
 */
export const providerChecks = pgTable('provider_checks', {
  name: text('name').primaryKey(),
  nextAt: instant('next_at').notNull(),
  checkedAt: instant('checked_at'),
  /** The result of the last check; `failed` when the provider did not answer. */
  found: text('found'),
  detail: text('detail'),
})

/**
 * Every deposit that the exchange reported, matched to a payment or waiting for a decision of
 * staff.
 */
export const deposits = pgTable(
  'deposits',
  {
    id: text('id').primaryKey(),
    coin: text('coin').notNull(),
    network: text('network').notNull(),
    coinUnits: bigint('coin_units', { mode: 'number' }).notNull(),
    amount: text('amount').notNull(),
    txId: text('tx_id').notNull(),
    status: integer('status').notNull(),
    confirmations: text('confirmations'),
    insertedAt: instant('inserted_at').notNull(),
    paymentId: text('payment_id').references(() => payments.id),
    state: text('state', { enum: depositStates }).notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('deposits_payment').on(t.paymentId),
    index('deposits_state').on(t.state, t.insertedAt),
    index('deposits_written').on(sql`reference_key(tx_id)`),
  ],
)

/**
 * Webhook events, each stored once. An event is only a hint: a job asks the provider for the state.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    provider: text('provider', { enum: chargedMethods }).notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    reference: text('reference'),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.eventId] }),
    index('webhook_events_received').on(t.receivedAt),
    index('webhook_events_reference').on(t.reference, t.receivedAt),
  ],
)

/**
 * A refund of one receipt. `id` is the idempotency key at the provider, so that a retry refunds
 * once.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    receiptId: text('receipt_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    reason: text('reason').$type<RefundReason>().notNull(),
    status: text('status', { enum: refundStatuses }).notNull().default('pending'),
    providerId: text('provider_id'),
    failure: text('failure'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('refunds_once').on(t.paymentId, t.receiptId, t.reason),
    index('refunds_payment').on(t.paymentId),
    index('refunds_open')
      .on(t.updatedAt)
      .where(sql`status = 'pending'`),
    index('refunds_done')
      .on(t.updatedAt)
      .where(sql`status = 'succeeded'`),
  ],
)
