import type { ReviewsMode } from '@chaveiro/contracts/states'
import { and, desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'

import { orders, orderUnits } from '../db/tables/index.ts'
import { reinstateOrder, revokeOrder } from '../domains/fulfilment/revocation.service.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { coupon, person, type Person } from './make.ts'
import { accepted, fill, send, startPix, type Answer } from './shop.ts'
import type { TestShop } from './test-shop.ts'

// Customers who have what they speak of, and what they and others do with reviews.

/** The coupon that pays all, which `buy` needs; once a shop. */
export const payAll = (testShop: TestShop) =>
  coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })

/** Have somebody buy some of a product for nothing; answers the order's id. */
export async function buy(
  testShop: TestShop,
  who: Person,
  productId: string,
  quantity = 1,
): Promise<string> {
  const cartId = await fill(testShop, who, productId, quantity)
  const body = accepted(await startPix(testShop, who, cartId, { coupon: 'TUDO' }))
  expect(body.status).toBe('completed')

  const [order] = await testShop.app.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderUnits, eq(orderUnits.orderId, orders.id))
    .where(and(eq(orders.userId, who.userId), eq(orderUnits.variantId, productId)))
    .orderBy(desc(orders.createdAt))
    .limit(1)

  return order!.id
}

/** Somebody who has a product. */
export async function owner(testShop: TestShop, productId: string, name?: string): Promise<Person> {
  const who = await person(testShop.app, name ? { name } : {})
  await buy(testShop, who, productId)

  return who
}

type Text = { rating?: unknown; body?: unknown; showName?: unknown }

/** Write a review, anew with PUT. */
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

/** What visitors see of a product's reviews. */
export const heard = (
  testShop: TestShop,
  productId: string,
  query = '',
  language = 'pt-BR',
): Promise<Answer> =>
  send(testShop, `GET /api/product/${productId}/reviews${query}`, {
    headers: { 'accept-language': language },
  })

/** Choose whether reviews wait for staff, and which words are held back. */
export async function chooseMode(
  testShop: TestShop,
  staff: Person,
  reviewsMode: ReviewsMode,
  more: object = {},
): Promise<void> {
  const body = { reviewsMode, ...more }
  accepted(await send(testShop, 'PUT /api/admin/system/site-settings', { as: staff, body }))
}

/** All money of an order goes back. */
export const refund = (testShop: TestShop, orderId: string) =>
  inTransaction(testShop.app, (tx) => revokeOrder(tx, orderId))

/** That refund failed after all. */
export const undoRefund = (testShop: TestShop, orderId: string) =>
  inTransaction(testShop.app, (tx) =>
    reinstateOrder(tx, orderId, { source: 'provider', reason: 'refund failed', disputed: false }),
  )
