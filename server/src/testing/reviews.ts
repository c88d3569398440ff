import type { ReviewsMode } from '@chaveiro/contracts/states'
import { and, desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'

import { orders, orderUnits } from '../db/tables/index.ts'
import { reinstateOrder, revokeOrder } from '../domains/fulfilment/revocation.service.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { coupon, person, type Person } from './make.ts'
import { accepted, fill, send, startPix, type Answer } from './shop.ts'
import type { TestShop } from './test-shop.ts'

// Buyers of a product, and their reviews.

/** Creates the coupon for free orders that `buy` needs. Call it once per shop. */
export const payAll = (testShop: TestShop) =>
  coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })

/** Buys units of a product for free; returns the order's id. */
export async function buy(
  testShop: TestShop,
  buyer: Person,
  productId: string,
  quantity = 1,
): Promise<string> {
  const cartId = await fill(testShop, buyer, productId, quantity)
  const body = accepted(await startPix(testShop, buyer, cartId, { coupon: 'TUDO' }))
  expect(body.status).toBe('completed')

  const [order] = await testShop.app.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderUnits, eq(orderUnits.orderId, orders.id))
    .where(and(eq(orders.userId, buyer.userId), eq(orderUnits.variantId, productId)))
    .orderBy(desc(orders.createdAt))
    .limit(1)

  return order!.id
}

/** A person who has bought a product. */
export async function owner(testShop: TestShop, productId: string, name?: string): Promise<Person> {
  const buyer = await person(testShop.app, name ? { name } : {})
  await buy(testShop, buyer, productId)

  return buyer
}

type Text = { rating?: unknown; body?: unknown; showName?: unknown }

/** Writes a review, or replaces it by PUT. */
export const say = (
  testShop: TestShop,
  as: Person | null,
  productId: string,
  { method = 'POST', ...text }: Text & { method?: 'POST' | 'PUT' } = {},
): Promise<Answer> =>
  send(testShop, `${method} /api/product/${productId}/reviews`, {
    as,
    body: { rating: 5, ...text },
  })

/** The reviews of a product as visitors see them. */
export const heard = (
  testShop: TestShop,
  productId: string,
  query = '',
  language = 'pt-BR',
): Promise<Answer> =>
  send(testShop, `GET /api/product/${productId}/reviews${query}`, {
    headers: { 'accept-language': language },
  })

/** Sets the moderation mode of reviews, and further settings. */
export async function chooseMode(
  testShop: TestShop,
  staff: Person,
  reviewsMode: ReviewsMode,
  more: object = {},
): Promise<void> {
  const body = { reviewsMode, ...more }
  accepted(await send(testShop, 'PUT /api/admin/system/site-settings', { as: staff, body }))
}

export const refund = (testShop: TestShop, orderId: string) =>
  inTransaction(testShop.app, (tx) => revokeOrder(tx, orderId))

/** Undoes the refund, as the shop does when a refund fails later. */
export const undoRefund = (testShop: TestShop, orderId: string) =>
  inTransaction(testShop.app, (tx) =>
    reinstateOrder(tx, orderId, { source: 'provider', reason: 'refund failed', disputed: false }),
  )
