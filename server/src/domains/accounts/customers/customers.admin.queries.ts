import { shownOfEach } from '@chaveiro/contracts/admin/customers'
import { and, desc, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'

import {
  auditLog,
  consents,
  coupons,
  couponUses,
  customerNotes,
  licences,
  orderLines,
  orders,
  payments,
  products,
  refunds,
  reviews,
  sessions,
  tickets,
  twoFactors,
  users,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { backOfOrder, backOfPayment, disputeOfOrder } from '../../books/money-back.queries.ts'
import { countsInBooks, isRealMoney } from '../../books/test-money.queries.ts'

// All data about one customer (P339). Each list reads its newest rows through an index by customer,
// so the page is as fast in a large shop.

const countRows = (of: SQL) => sql`(select count(*) ${of})`.mapWith(Number)

/**
 * The customer's tickets, including those opened in the chat before the customer linked a chat
 * account.
 */
const customerTickets = (userId: string) =>
  or(
    eq(tickets.userId, userId),
    and(
      isNull(tickets.userId),
      ne(tickets.userDiscordId, ''),
      sql`${tickets.userDiscordId} = (select ${users.discordId} from ${users}
        where ${users.id} = ${userId})`,
    ),
  )!

const customerOrders = (userId: string) => and(eq(orders.userId, userId), isNull(orders.deletedAt))!
const customerLicences = (userId: string) =>
  and(eq(licences.userId, userId), isNull(licences.hiddenAt))!

const customerCoupons = (userId: string) =>
  and(eq(couponUses.userId, userId), eq(couponUses.state, 'consumed'))!

/**
 * The net amount that a customer paid, in centavos (Q49): money received for completed payments
 * minus completed refunds. Dollars are converted at the rate of their payment. Duplicate payments
 * do not count.
 */
const spentCents = (app: App, userId: string) =>
  sql`(select coalesce(sum(greatest(0, ${payments.receivedCents}
      - coalesce((select sum(${refunds.amountCents}) from ${refunds}
        where refunds.payment_id = payments.id and ${refunds.status} = 'succeeded'), 0))
      * case ${payments.currency} when 'BRL' then 1 else ${payments.usdRate} end), 0)::bigint
    from ${payments} where ${payments.userId} = ${userId} and ${payments.status} = 'completed'
      and ${isRealMoney(app)}
      and ${payments.reviewReason} is distinct from 'duplicate')`.mapWith(Number)

/** The account with its totals, and the full length of each list. */
const accountOf = (app: App, userId: string) =>
  app.db
    .select({
      user: users,
      twoFactor: sql<boolean>`exists (select from ${twoFactors}
        where ${twoFactors.userId} = ${userId} and ${twoFactors.confirmedAt} is not null)`,
      spentCents: spentCents(app, userId),
      paidOrders: countRows(sql`from ${orders} where ${customerOrders(userId)}
        and ${orders.status} in ('completed', 'refunded') and ${countsInBooks(app)}`),
      lastOrderAt: sql`(select max(${orders.createdAt}) from ${orders}
        where ${customerOrders(userId)})`.mapWith((given) => (given ? new Date(given) : null)),
      activeLicences: countRows(sql`from ${licences} where ${eq(licences.userId, userId)}
        and ${licences.status} = 'active'
        and (${licences.expiresAt} is null or ${licences.expiresAt} > ${app.clock.now()})`),
      orders: countRows(sql`from ${orders} where ${customerOrders(userId)}`),
      payments: countRows(sql`from ${payments} where ${payments.userId} = ${userId}`),
      licences: countRows(sql`from ${licences} where ${customerLicences(userId)}`),
      sessions: countRows(sql`from ${sessions} where ${sessions.userId} = ${userId}`),
      tickets: countRows(sql`from ${tickets} where ${customerTickets(userId)}`),
      reviews: countRows(sql`from ${reviews} where ${reviews.userId} = ${userId}`),
      coupons: countRows(sql`from ${couponUses} where ${customerCoupons(userId)}`),
      consents: countRows(sql`from ${consents} where ${consents.userId} = ${userId}`),
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))

const ordersOf = (app: App, userId: string) =>
  app.db
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      testMode: orders.testMode,
      products: sql<string[]>`array(select ${orderLines.name} from ${orderLines}
        where order_lines.order_id = orders.id order by ${orderLines.position})`,
      totalCents: orders.totalCents,
      backCents: backOfOrder,
      dispute: disputeOfOrder,
      currency: orders.currency,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(customerOrders(userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(shownOfEach)

const paymentsOf = (app: App, userId: string) =>
  app.db
    .select({
      id: payments.id,
      orderNumber: orders.number,
      method: payments.method,
      status: payments.status,
      testMode: payments.testMode,
      attention: payments.reviewReason,
      dispute: payments.dispute,
      backCents: backOfPayment,
      amountCents: payments.amountCents,
      currency: payments.currency,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.userId, userId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(shownOfEach)

const licencesOf = (app: App, userId: string) =>
  app.db
    .select({
      id: licences.id,
      productName: licences.productName,
      keyCipher: licences.keyCipher,
      last4: licences.last4,
      status: licences.status,
      expiresAt: licences.expiresAt,
      createdAt: licences.createdAt,
    })
    .from(licences)
    .where(customerLicences(userId))
    .orderBy(desc(licences.createdAt), desc(licences.id))
    .limit(shownOfEach)

const sessionsOf = (app: App, userId: string) =>
  app.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(shownOfEach)

const ticketsOf = (app: App, userId: string) =>
  app.db
    .select({
      id: tickets.id,
      ticketId: tickets.ticketId,
      subject: tickets.subject,
      status: tickets.status,
      createdAt: tickets.createdAt,
      lastAt: tickets.lastAt,
    })
    .from(tickets)
    .where(customerTickets(userId))
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(shownOfEach)

const reviewsOf = (app: App, userId: string) =>
  app.db
    .select({
      id: reviews.id,
      productName: products.name,
      rating: reviews.rating,
      body: reviews.body,
      status: reviews.status,
      createdAt: reviews.createdAt,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(eq(reviews.userId, userId))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(shownOfEach)

const couponsOf = (app: App, userId: string) =>
  app.db
    .select({
      id: couponUses.paymentId,
      code: coupons.code,
      orderId: orders.id,
      orderNumber: orders.number,
      discountCents: payments.discountCents,
      currency: payments.currency,
      createdAt: couponUses.createdAt,
    })
    .from(couponUses)
    .innerJoin(coupons, eq(coupons.id, couponUses.couponId))
    .innerJoin(payments, eq(payments.id, couponUses.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(customerCoupons(userId))
    .orderBy(desc(couponUses.createdAt))
    .limit(shownOfEach)

const consentsOf = (app: App, userId: string) =>
  app.db
    .select({
      id: consents.id,
      kind: consents.kind,
      version: consents.version,
      channel: consents.channel,
      ip: consents.ip,
      language: consents.language,
      orderNumber: orders.number,
      createdAt: consents.createdAt,
    })
    .from(consents)
    .leftJoin(orders, eq(orders.id, consents.orderId))
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.createdAt), desc(consents.id))
    .limit(shownOfEach)

/** Entries of the audit trail about the account; `did` filters them by actor or action. */
const trailOfUser = (app: App, userId: string, did: SQL) =>
  app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetType, 'user'), eq(auditLog.targetId, userId), did))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(shownOfEach)

/**
 * All notes about a customer, newest first. No limit is needed: noteCustomer restricts their
 * number.
 */
export const notesOfCustomer = (app: App, userId: string) =>
  app.db
    .select()
    .from(customerNotes)
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(customerNotes.createdAt), desc(customerNotes.id))

/**
 * A customer with all data that staff may see; null when the account does not exist. The queries
 * are sent together on the connection of one transaction, so they cost one round trip.
 */
export async function customerInFull(app: App, userId: string) {
  const banActions = inArray(auditLog.action, ['user.banned', 'user.unbanned'])
  const byOthers = sql`${auditLog.actorId} is distinct from ${userId}`

  const queryResults = await inTransaction(app, (tx) =>
    Promise.all([
      accountOf(tx, userId),
      ordersOf(tx, userId),
      paymentsOf(tx, userId),
      licencesOf(tx, userId),
      sessionsOf(tx, userId),
      ticketsOf(tx, userId),
      reviewsOf(tx, userId),
      couponsOf(tx, userId),
      consentsOf(tx, userId),
      trailOfUser(tx, userId, banActions),
      trailOfUser(tx, userId, byOthers),
      notesOfCustomer(tx, userId),
    ]),
  )

  const accountRow = queryResults[0][0]
  if (!accountRow) return null

  return {
    account: accountRow,
    orders: queryResults[1],
    payments: queryResults[2],
    licences: queryResults[3],
    sessions: queryResults[4],
    tickets: queryResults[5],
    reviews: queryResults[6],
    coupons: queryResults[7],
    consents: queryResults[8],
    bans: queryResults[9],
    history: queryResults[10],
    notes: queryResults[11],
  }
}

export type CustomerInFull = NonNullable<Awaited<ReturnType<typeof customerInFull>>>
