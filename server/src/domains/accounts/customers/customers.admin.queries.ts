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

// Everything about one customer. Each list is the newest of its kind along an index by person, so
// that it costs the same in a large shop, and all of them are asked for at once (P339).

const count = (of: SQL) => sql`(select count(*) ${of})`.mapWith(Number)

/** His tickets, those of the chat from before he linked his account too. */
const hisTickets = (userId: string) =>
  or(
    eq(tickets.userId, userId),
    and(
      isNull(tickets.userId),
      ne(tickets.userDiscordId, ''),
      sql`${tickets.userDiscordId} = (select ${users.discordId} from ${users}
        where ${users.id} = ${userId})`,
    ),
  )!

const hisOrders = (userId: string) => and(eq(orders.userId, userId), isNull(orders.deletedAt))!
const hisLicences = (userId: string) => and(eq(licences.userId, userId), isNull(licences.hiddenAt))!

const hisCoupons = (userId: string) =>
  and(eq(couponUses.userId, userId), eq(couponUses.state, 'consumed'))!

/**
 * What he paid and did not get back, in reais (Q49): of completed payments what was received, less
 * the refunds that arrived; money that came twice is nobody's purchase.
 */
const spentCents = (app: App, userId: string) =>
  sql`(select coalesce(sum(greatest(0, ${payments.receivedCents}
      - coalesce((select sum(${refunds.amountCents}) from ${refunds}
        where refunds.payment_id = payments.id and ${refunds.status} = 'succeeded'), 0))
      * case ${payments.currency} when 'BRL' then 1 else ${payments.usdRate} end), 0)::bigint
    from ${payments} where ${payments.userId} = ${userId} and ${payments.status} = 'completed'
      and ${isRealMoney(app)}
      and ${payments.reviewReason} is distinct from 'duplicate')`.mapWith(Number)

/** The account with its figures, and how many of each kind there are. */
const accountOf = (app: App, userId: string) =>
  app.db
    .select({
      user: users,
      twoFactor: sql<boolean>`exists (select from ${twoFactors}
        where ${twoFactors.userId} = ${userId} and ${twoFactors.confirmedAt} is not null)`,
      spentCents: spentCents(app, userId),
      paidOrders: count(sql`from ${orders} where ${hisOrders(userId)}
        and ${orders.status} in ('completed', 'refunded') and ${countsInBooks(app)}`),
      lastOrderAt: sql`(select max(${orders.createdAt}) from ${orders}
        where ${hisOrders(userId)})`.mapWith((given) => (given ? new Date(given) : null)),
      activeLicences: count(sql`from ${licences} where ${eq(licences.userId, userId)}
        and ${licences.status} = 'active'
        and (${licences.expiresAt} is null or ${licences.expiresAt} > ${app.clock.now()})`),
      orders: count(sql`from ${orders} where ${hisOrders(userId)}`),
      payments: count(sql`from ${payments} where ${payments.userId} = ${userId}`),
      licences: count(sql`from ${licences} where ${hisLicences(userId)}`),
      sessions: count(sql`from ${sessions} where ${sessions.userId} = ${userId}`),
      tickets: count(sql`from ${tickets} where ${hisTickets(userId)}`),
      reviews: count(sql`from ${reviews} where ${reviews.userId} = ${userId}`),
      coupons: count(sql`from ${couponUses} where ${hisCoupons(userId)}`),
      consents: count(sql`from ${consents} where ${consents.userId} = ${userId}`),
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
    .where(hisOrders(userId))
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
    .where(hisLicences(userId))
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
    .where(hisTickets(userId))
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
    .where(hisCoupons(userId))
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

/** What stands in the trail about the account; `did` says by whom or what. */
const trailOf = (app: App, userId: string, did: SQL) =>
  app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetType, 'user'), eq(auditLog.targetId, userId), did))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(shownOfEach)

/** The notes of a customer, the newest first; there are never more than may be kept. */
export const notesOf = (app: App, userId: string) =>
  app.db
    .select()
    .from(customerNotes)
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(customerNotes.createdAt), desc(customerNotes.id))

/** A customer with all that belongs to him, waited for once; null when there is no such account. */
export async function customerInFull(app: App, userId: string) {
  const bans = inArray(auditLog.action, ['user.banned', 'user.unbanned'])
  const byOthers = sql`${auditLog.actorId} is distinct from ${userId}`

  const all = await inTransaction(app, (tx) =>
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
      trailOf(tx, userId, bans),
      trailOf(tx, userId, byOthers),
      notesOf(tx, userId),
    ]),
  )

  const account = all[0][0]
  if (!account) return null

  return {
    account,
    orders: all[1],
    payments: all[2],
    licences: all[3],
    sessions: all[4],
    tickets: all[5],
    reviews: all[6],
    coupons: all[7],
    consents: all[8],
    bans: all[9],
    history: all[10],
    notes: all[11],
  }
}

export type CustomerInFull = NonNullable<Awaited<ReturnType<typeof customerInFull>>>
