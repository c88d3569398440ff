import { currencies, languages } from '@chaveiro/contracts/limits'
import { storedMethods } from '@chaveiro/contracts/payment-methods'
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
    /** Free text of staff or of the provider; older copies keep the remark here. */
    note: text('note'),
    /** Waits for staff to look at it: set when what is odd about it changes, taken off by them. */
    needsReview: boolean('on_desk').notNull().default(false),
    /**
     * The gravest state of its disputes (chargeback, MED), the table below sums up to it; null when
     * nobody contested it.
     */
    dispute: text('dispute', { enum: disputeStates }),
    currency: text('currency', { enum: currencies }).notNull(),
    amountCents: cents('amount_cents').notNull(),
    originalCents: cents('original_cents').notNull(),
    discountCents: cents('discount_cents').notNull(),
    receivedCents: cents('received_cents').notNull().default(0),
    /** Reais for one dollar when the payment was made (Q49). */
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
    /** Our identity at the provider: PIX txid (chosen by us), card session id (given by them). */
    providerReference: text('provider_reference'),
    charge: jsonb('charge').$type<ChargeData>(),
    /**
     * Where the hosted page sends the buyer; part of the request, so that repeating it stays the
     * same request.
     */
    successUrl: text('success_url').notNull(),
    cancelUrl: text('cancel_url').notNull(),
    coin: text('coin'),
    network: text('network'),
    /**
     * Crypto: what must arrive, in the coin's smallest accepted unit; unique among payments that
     * may still receive it.
     */
    coinUnits: bigint('coin_units', { mode: 'number' }),
    refunded: boolean('refunded').notNull().default(false),
    attempt: integer('attempt').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    settledAt: instant('settled_at'),
    /** When a sweep asks the provider again; null when there is nothing more to learn. */
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

/** Money that came in, once for each thing the provider calls a receipt. */
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
    /** Staff saw this money, no provider told of it; receiptId is the reference they gave. */
    byHand: boolean('by_hand').notNull().default(false),
    /**
     * The reference of money confirmed by hand, folded by the database's reference_key(): one
     * confirms one payment.
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

/**
 * What a customer's bank contests of a payment, each by the provider's own id, as the provider told
 * of it last.
 */
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
    /** What the provider took away for it and has not given back. */
    takenCents: cents('taken_cents').notNull(),
    /** Why it was raised, in the provider's own word. */
    reason: text('reason'),
    /** Until when the shop can answer. */
    dueAt: instant('due_at'),
    /** When the provider was asked for it: what was asked for earlier changes nothing. */
    readAt: instant('read_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.paymentId, t.disputeId] })],
)

/**
 * What payers reported as fraud to their banks (MED), as the PIX provider tells of it, and how the
 * shop defended itself.
 */
export const infractions = pgTable(
  'infractions',
  {
    /** The provider's own id of it. */
    id: text('id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    /** The endToEndId of the money that is contested. */
    receiptId: text('receipt_id').notNull(),
    /** The provider's own word: ABERTA, EM_DEFESA, ACEITA, REJEITADA, CANCELADA or a new one. */
    status: text('status').notNull(),
    contestedCents: cents('contested_cents').notNull(),
    reason: text('reason'),
    /** What happened to the payer, in the provider's own word. */
    situation: text('situation'),
    openedAt: instant('opened_at').notNull(),
    /** Until when it can be defended. */
    dueAt: instant('due_at'),
    defence: text('defence'),
    defendedBy: text('defended_by'),
    /**
     * pending: on its way; sent: the provider has it; failed: it refused it, with its word in
     * defenceFailure.
     */
    defenceState: text('defence_state', { enum: defenceStates }),
    defenceFailure: text('defence_failure'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('infractions_payment').on(t.paymentId)],
)

/** What one process at a time asks of providers: when next, and what was found last. */
export const providerChecks = pgTable('provider_checks', {
  name: text('name').primaryKey(),
  nextAt: instant('next_at').notNull(),
  checkedAt: instant('checked_at'),
  /** A word for what was found; failed when the provider did not answer. */
  found: text('found'),
  detail: text('detail'),
})

/** Every deposit the exchange told of, matched to a payment or waiting for staff. */
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

/** Raw hints of providers, each event once; a job reads them and asks the provider. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    provider: text('provider').notNull(),
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
 * Money we send back, of one receipt; id is our identity at the provider, so that asking twice
 * refunds once.
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
    reason: text('reason').notNull(),
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
