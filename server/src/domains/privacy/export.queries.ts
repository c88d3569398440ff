import { and, asc, eq, inArray, ne } from 'drizzle-orm'

import {
  cartItems,
  carts,
  consents,
  licences,
  orderLines,
  orders,
  orderWithdrawals,
  payments,
  products,
  productVariants,
  reviews,
  sessions,
  users,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { toWire } from '../../platform/text/money.ts'
import { after, inPages } from './export.pages.ts'

/** The account's fields in the export of a person's data; undefined without such an account. */
export async function profileOf(app: App, userId: string): Promise<object | undefined> {
  const [person] = await app.db
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
    .where(eq(users.id, userId))
  return person
}

/** The items in a person's carts, on the site and in the chat; bought items are in the orders. */
export async function cartsOfUser(app: App, userId: string): Promise<object[]> {
  const cartRows = await app.db
    .select({
      cart: {
        id: carts.id,
        channel: carts.channel,
        coupon: carts.couponCode,
        createdAt: carts.createdAt,
        updatedAt: carts.updatedAt,
      },
      product: products.name,
      variant: productVariants.name,
      quantity: cartItems.quantity,
      addedAt: cartItems.addedAt,
    })
    .from(carts)
    .innerJoin(cartItems, eq(cartItems.cartId, carts.id))
    .innerJoin(productVariants, eq(productVariants.id, cartItems.variantId))
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(and(eq(carts.userId, userId), ne(carts.status, 'completed')))
    .orderBy(asc(carts.createdAt), asc(cartItems.addedAt), asc(cartItems.id))

  return [...Map.groupBy(cartRows, ({ cart }) => cart.id).values()].map((of) => {
    const { id: _, ...cart } = of[0]!.cart
    return { ...cart, products: of.map(({ cart: _of, ...line }) => line) }
  })
}

type Order = typeof orders.$inferSelect

/** The orders of a person with their lines and withdrawals. */
export const ordersIn = (app: App, userId: string) =>
  inPages(
    (last: Order | null, limit) =>
      app.db
        .select()
        .from(orders)
        .where(and(eq(orders.userId, userId), after(orders, last)))
        .orderBy(asc(orders.createdAt), asc(orders.id))
        .limit(limit),
    (rows) => withGoods(app, rows),
  )

async function withGoods(app: App, rows: readonly Order[]): Promise<object[]> {
  const ids = rows.map(({ id }) => id)

  const [lines, withdrawals] = await Promise.all([
    app.db
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, ids))
      .orderBy(asc(orderLines.position)),
    app.db.select().from(orderWithdrawals).where(inArray(orderWithdrawals.orderId, ids)),
  ])

  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  const withdrawalByOrder = new Map(withdrawals.map((one) => [one.orderId, one]))

  return rows.map((order) => {
    const withdrawal = withdrawalByOrder.get(order.id)
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
      products: (linesByOrder.get(order.id) ?? []).map(({ name, quantity, unitCents }) => ({
        name,
        quantity,
        price: toWire(unitCents),
      })),

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

/**
 * The decrypted value; null when no key of this vault opens it, so that the rest of the export is
 * still complete.
 */
function openSealed(app: App, sealed: Buffer | null, table: string, id: string): string | null {
  if (!sealed) return null
  try {
    return app.vault.open(sealed, table, id)
  } catch {
    app.log.warn({ table, id, vaultKey: sealed[0] }, 'an export leaves out what cannot be opened')
    return null
  }
}

export const paymentsIn = (app: App, userId: string) =>
  inPages(
    (last: typeof payments.$inferSelect | null, limit) =>
      app.db
        .select()
        .from(payments)
        .where(and(eq(payments.userId, userId), after(payments, last)))
        .orderBy(asc(payments.createdAt), asc(payments.id))
        .limit(limit),
    (rows) =>
      rows.map((payment) => ({
        id: payment.id,
        method: payment.method,
        status: payment.status,
        amount: toWire(payment.amountCents),
        received: toWire(payment.receivedCents),
        currency: payment.currency,
        product: payment.productName,
        cpf: openSealed(app, payment.cpfCipher, 'payments', payment.id),
        createdAt: payment.createdAt,
        paidAt: payment.paidAt,
      })),
  )

export const licencesIn = (app: App, userId: string) =>
  inPages(
    (last: typeof licences.$inferSelect | null, limit) =>
      app.db
        .select()
        .from(licences)
        .where(and(eq(licences.userId, userId), after(licences, last)))
        .orderBy(asc(licences.createdAt), asc(licences.id))
        .limit(limit),
    (rows) =>
      rows.map((licence) => ({
        product: licence.productName,
        status: licence.status,
        key:
          licence.status === 'revoked'
            ? null
            : openSealed(app, licence.keyCipher, 'licences', licence.id),
        createdAt: licence.createdAt,
        expiresAt: licence.expiresAt,
      })),
  )

/** Rows without the id, which only orders the list. */
const withoutId = <Row extends { id: string }>(rows: Row[]) => rows.map(({ id: _, ...row }) => row)

export const reviewsIn = (app: App, userId: string) => {
  const readPage = (last: { createdAt: Date; id: string } | null, limit: number) =>
    app.db
      .select({
        id: reviews.id,
        productId: reviews.productId,
        product: products.name,
        shownAs: reviews.authorName,
        rating: reviews.rating,
        body: reviews.body,
        status: reviews.status,
        reply: reviews.reply,
        rejectReason: reviews.rejectReason,
        createdAt: reviews.createdAt,
      })
      .from(reviews)
      .innerJoin(products, eq(products.id, reviews.productId))
      .where(and(eq(reviews.userId, userId), after(reviews, last)))
      .orderBy(asc(reviews.createdAt), asc(reviews.id))
      .limit(limit)
      .execute()
  return inPages(readPage, withoutId)
}

export const sessionsIn = (app: App, userId: string) => {
  const readPage = (last: { createdAt: Date; id: string } | null, limit: number) =>
    app.db
      .select({
        id: sessions.id,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        expiresAt: sessions.expiresAt,
        endedAt: sessions.revokedAt,
        ip: sessions.ip,
        lastIp: sessions.lastIp,
        device: sessions.userAgent,
      })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), after(sessions, last)))
      .orderBy(asc(sessions.createdAt), asc(sessions.id))
      .limit(limit)
      .execute()
  return inPages(readPage, withoutId)
}

export const consentsIn = (app: App, userId: string) => {
  const readPage = (last: { createdAt: Date; id: string } | null, limit: number) =>
    app.db
      .select({
        id: consents.id,
        kind: consents.kind,
        version: consents.version,
        channel: consents.channel,
        ip: consents.ip,
        device: consents.userAgent,
        createdAt: consents.createdAt,
      })
      .from(consents)
      .where(and(eq(consents.userId, userId), after(consents, last)))
      .orderBy(asc(consents.createdAt), asc(consents.id))
      .limit(limit)
      .execute()
  return inPages(readPage, withoutId)
}
