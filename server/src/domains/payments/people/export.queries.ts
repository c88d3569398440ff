import { asc, eq, inArray } from 'drizzle-orm'
import {
  consents,
  licences,
  notificationPreferences,
  notifications,
  orderLines,
  orders,
  orderWithdrawals,
  payments,
  productVariants,
  reviews,
  sessions,
  stockWaits,
  tickets,
  users,
  viewedNotifications,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { toWire } from '../../../platform/money.ts'
import { keptCpfOf } from '../../accounts/kept-cpf/kept-cpf.service.ts'

/**
 * Everything that the shop holds of a person, for that person (LGPD, art. 18): keys in the clear,
 * since they are his, and nothing of anybody else.
 */
export async function everythingOf(app: App, userId: string): Promise<object> {
  const [[person], bought, paid, owned, said, seats, agreed, waits, asked, news, bell, kept] =
    await Promise.all([
      app.db
        .select({
          id: users.id,
          name: users.name,
          email: users.email,
          role: users.role,
          language: users.language,
          discordId: users.discordId,
          discordName: users.discordName,
          createdAt: users.createdAt,
          lastLoginAt: users.lastLoginAt,
        })
        .from(users)
        .where(eq(users.id, userId)),
      ordersIn(app, userId),
      paymentsIn(app, userId),
      licencesIn(app, userId),
      reviewsIn(app, userId),
      sessionsIn(app, userId),
      consentsIn(app, userId),
      app.db
        .select({
          productId: productVariants.productId,
          variantId: stockWaits.variantId,
          since: stockWaits.createdAt,
        })
        .from(stockWaits)
        .innerJoin(productVariants, eq(productVariants.id, stockWaits.variantId))
        .where(eq(stockWaits.userId, userId)),
      ticketsIn(app, userId),
      newsIn(app),
      bellOf(app, userId),
      keptCpfOf(app, userId),
    ])
  return {
    exportedAt: app.clock.now(),
    profile: person,
    keptCpf: kept,
    orders: bought,
    payments: paid,
    licences: owned,
    reviews: said,
    sessions: seats,
    consents: agreed,
    stockAlerts: waits,
    tickets: asked,
    notifications: news,
    ...bell,
  }
}

async function ordersIn(app: App, userId: string): Promise<object[]> {
  const rows = await app.db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(asc(orders.createdAt))
  const lines = rows.length
    ? await app.db
        .select()
        .from(orderLines)
        .where(
          inArray(
            orderLines.orderId,
            rows.map(({ id }) => id),
          ),
        )
        .orderBy(asc(orderLines.position))
    : []
  const taken = await app.db
    .select()
    .from(orderWithdrawals)
    .where(eq(orderWithdrawals.userId, userId))
  return rows.map((order) => {
    const withdrawal = taken.find(({ orderId }) => orderId === order.id)
    return {
      number: order.number,
      status: order.status,
      createdAt: order.createdAt,
      paidAt: order.completedAt,
      currency: order.currency,
      total: toWire(order.totalCents),
      discount: toWire(order.discountCents),
      coupon: order.couponCode,
      paymentMethod: order.paymentMethod,
      customerName: order.customerName,
      customerEmail: order.customerEmail,
      receiptName: order.receiptName,
      receiptEmail: order.receiptEmail,
      products: lines
        .filter(({ orderId }) => orderId === order.id)
        .map(({ name, quantity, unitCents }) => ({ name, quantity, price: toWire(unitCents) })),
      withdrawal: withdrawal
        ? {
            askedAt: withdrawal.createdAt,
            reason: withdrawal.reason,
            declinedAt: withdrawal.declinedAt,
            answer: withdrawal.answer,
          }
        : null,
    }
  })
}

async function paymentsIn(app: App, userId: string): Promise<object[]> {
  const rows = await app.db
    .select()
    .from(payments)
    .where(eq(payments.userId, userId))
    .orderBy(asc(payments.createdAt))
  return rows.map((payment) => ({
    id: payment.id,
    method: payment.method,
    status: payment.status,
    amount: toWire(payment.amountCents),
    received: toWire(payment.receivedCents),
    currency: payment.currency,
    product: payment.productName,
    cpf: payment.cpfCipher ? app.vault.open(payment.cpfCipher, 'payments', payment.id) : null,
    createdAt: payment.createdAt,
    paidAt: payment.paidAt,
  }))
}

async function licencesIn(app: App, userId: string): Promise<object[]> {
  const rows = await app.db
    .select()
    .from(licences)
    .where(eq(licences.userId, userId))
    .orderBy(asc(licences.createdAt))
  return rows.map((licence) => ({
    product: licence.productName,
    status: licence.status,
    key:
      licence.status === 'revoked'
        ? null
        : app.vault.open(licence.keyCipher, 'licences', licence.id),
    createdAt: licence.createdAt,
    expiresAt: licence.expiresAt,
  }))
}

const reviewsIn = (app: App, userId: string): Promise<object[]> =>
  app.db
    .select({
      productId: reviews.productId,
      shownAs: reviews.authorName,
      rating: reviews.rating,
      body: reviews.body,
      status: reviews.status,
      reply: reviews.reply,
      rejectReason: reviews.rejectReason,
      createdAt: reviews.createdAt,
    })
    .from(reviews)
    .where(eq(reviews.userId, userId))

const sessionsIn = (app: App, userId: string): Promise<object[]> =>
  app.db
    .select({
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      endedAt: sessions.revokedAt,
      ip: sessions.ip,
      lastIp: sessions.lastIp,
      device: sessions.userAgent,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt))

const consentsIn = (app: App, userId: string): Promise<object[]> =>
  app.db
    .select({
      kind: consents.kind,
      version: consents.version,
      channel: consents.channel,
      ip: consents.ip,
      device: consents.userAgent,
      createdAt: consents.createdAt,
    })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(asc(consents.createdAt))

const ticketsIn = (app: App, userId: string): Promise<object[]> =>
  app.db
    .select({
      ticketId: tickets.ticketId,
      subject: tickets.subject,
      status: tickets.status,
      createdAt: tickets.createdAt,
      closedAt: tickets.closedAt,
    })
    .from(tickets)
    .where(eq(tickets.userId, userId))

/** What everybody was told; it is part of what this person was shown. */
const newsIn = (app: App): Promise<object[]> =>
  app.db
    .select({
      type: notifications.type,
      title: notifications.title,
      content: notifications.content,
      sentAt: notifications.sentAt,
    })
    .from(notifications)
    .where(eq(notifications.publication, 'sent'))
    .orderBy(asc(notifications.sentAt))
    .limit(1000)

/** What he has seen of it on whichever device, and which news he wants. */
async function bellOf(app: App, userId: string): Promise<object> {
  const [seen, [choice]] = await Promise.all([
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
      .orderBy(asc(viewedNotifications.viewedAt), asc(notifications.sentAt))
      .limit(1000),
    app.db
      .select({
        email: notificationPreferences.email,
        chat: notificationPreferences.chat,
        updates: notificationPreferences.updates,
        chosenAt: notificationPreferences.chosenAt,
      })
      .from(notificationPreferences)
      .where(eq(notificationPreferences.userId, userId)),
  ])
  return { viewedNotifications: seen, notificationPreferences: choice ?? null }
}
