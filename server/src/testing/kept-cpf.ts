import { eq } from 'drizzle-orm'

import { keptCpfs } from '../db/tables/index.ts'
import type { Person } from './make.ts'
import { accepted, send, type Answer } from './shop.ts'
import type { TestShop } from './test-shop.ts'

// A buyer who lets the shop save a CPF.

/** Adds a unit to the buyer's cart, so that the next payment is for another purchase. */
export async function oneMore(testShop: TestShop, as: Person, productId: string): Promise<string> {
  const body = { productId, quantity: 1 }
  return accepted(await send(testShop, `POST /api/product/cart/${as.userId}/add`, { as, body })).id
}

/**
 * Starts a PIX payment. `customer` contains a CPF and whether to save it, or asks for the saved
 * CPF.
 */
export const payWith = (
  testShop: TestShop,
  as: Person,
  order: { cartId: string; customer: object; headers?: Record<string, string> },
): Promise<Answer> =>
  send(testShop, 'POST /api/payment/efybank/checkout', {
    as,
    headers: order.headers ?? {},
    body: {
      cartId: order.cartId,
      termsAccepted: true,
      customer: { name: as.name, email: as.email, ...order.customer },
    },
  })

/** Starts a payment for one unit, with which the shop saves the CPF. */
export async function remember(
  testShop: TestShop,
  as: Person,
  productId: string,
  cpf = '529.982.247-25',
): Promise<void> {
  const cartId = await oneMore(testShop, as, productId)
  const customer = { cpf, keepCpf: true }
  accepted(await payWith(testShop, as, { cartId, customer }))
}

export const keptRow = async (testShop: TestShop, { userId }: Person) =>
  (await testShop.app.db.select().from(keptCpfs).where(eq(keptCpfs.userId, userId)))[0]
