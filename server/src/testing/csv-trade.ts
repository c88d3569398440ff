import {
  cartItems,
  carts,
  orderLines,
  orders,
  orderUnits,
  payments,
  refunds,
} from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'

// Carts, order and payments of the CSV sample (csv-sample.ts).

export const idOf = (last: number): string =>
  `0190a000-0000-7000-8000-${String(last).padStart(12, '0')}`

/**
 * An instant in May 2026 that is on this day in UTC, but still on the previous day in São Paulo.
 */
export const day = (dayOfMonth: number): string =>
  `2026-05-${String(dayOfMonth).padStart(2, '0')}T01:30:00.123Z`
export const on = (dayOfMonth: number): Date => new Date(day(dayOfMonth))

export const id = {
  person: idOf(1),
  category: idOf(2),
  product: idOf(3),
  otherProduct: idOf(4),
  paidCart: idOf(5),
  openCart: idOf(6),
  order: idOf(7),
  line: idOf(8),
  otherLine: idOf(9),
  unit: idOf(10),
  coupon: idOf(11),
  licence: idOf(12),
  stockKey: idOf(13),
  ticket: idOf(14),
  entry: idOf(15),
}

export const sold = { productId: id.product, variantId: id.product }

export async function createTrade(db: App['db']): Promise<void> {
  await createCarts(db)
  await createOrder(db)
  await createPayments(db)
  await createRefund(db)
}

async function createCarts(db: App['db']): Promise<void> {
  const cartFields = { userId: id.person, couponCode: 'CUPOMCARRINHO' }

  await db.insert(carts).values([
    {
      ...cartFields,
      id: id.paidCart,
      status: 'completed',
      termsAccepted: true,
      createdAt: on(12),
      updatedAt: on(13),
      expiresAt: on(14),
    },
    {
      ...cartFields,
      id: id.openCart,
      status: 'abandoned',
      wasAbandoned: true,
      createdAt: on(15),
      updatedAt: on(16),
      expiresAt: on(17),
    },
  ])

  const item = { cartId: id.openCart, quantity: 3, addedAt: on(18) }
  await db.insert(cartItems).values({ ...item, id: id.openCart, variantId: id.product })
}

async function createOrder(db: App['db']): Promise<void> {
  await db.insert(orders).values({
    id: id.order,
    number: 'ORD-770077',
    userId: id.person,
    cartId: id.paidCart,
    fingerprint: 'impressão',
    status: 'refunded',
    currency: 'USD',
    subtotalCents: 30_111,
    discountCents: 3222,
    totalCents: 26_889,
    couponCode: 'CUPOMPEDIDO',
    paymentMethod: 'stripe',
    origin: 'discord',
    source: 'panfleto',
    customerName: 'Nome no Pedido',
    customerEmail: 'pedido@arquivo.test',
    receiptName: 'Nome no Recibo',
    receiptEmail: 'recibo@arquivo.test',
    createdAt: on(19),
    completedAt: on(20),
  })

  const line = {
    ...sold,
    orderId: id.order,
    variantName: 'Opção do Pedido',
    provider: 'manual' as const,
    sellerType: 'vendedor da linha',
    level: 5,
    unitCents: 4301,
  }

  await db.insert(orderLines).values([
    { ...line, id: id.line, position: 0, name: 'Linha Um', quantity: 3 },
    { ...line, id: id.otherLine, position: 1, name: 'Linha Dois', quantity: 4 },
  ])

  await db.insert(orderUnits).values({
    id: id.unit,
    orderId: id.order,
    lineId: id.line,
    unitIndex: 0,
    variantId: id.product,
    provider: 'manual',
    status: 'delivered',
    createdAt: on(21),
    deliveredAt: on(22),
  })
}

const payment = {
  orderId: id.order,
  cartId: id.paidCart,
  userId: id.person,
  currency: 'USD' as const,
  usdRate: '5',
  language: 'en-US' as const,
  successUrl: 'https://arquivo.test/foi',
  cancelUrl: 'https://arquivo.test/volta',
  productName: 'Nome no Pagamento',
  customerName: 'Nome do Pagador',
  customerEmail: 'pagador@arquivo.test',
  discordId: '333333333333333333',
  discordMessageId: '444444444444444444',
  expiresAt: on(23),
}

async function createPayments(db: App['db']): Promise<void> {
  await db.insert(payments).values([
    {
      ...payment,
      id: 'pagamento-um',
      method: 'crypto',
      status: 'completed',
      reason: 'declined',
      reviewReason: 'late',
      amountCents: 26_890,
      originalCents: 30_112,
      discountCents: 3223,
      receivedCents: 26_891,
      couponCode: 'CUPOMPAGO',
      providerReference: 'referência-um',
      createdAt: on(24),
      updatedAt: on(25),
      settledAt: on(26),
    },
    {
      ...payment,
      id: 'pagamento-dois',
      method: 'pix',
      status: 'rejected',
      reason: 'refused',
      reviewReason: 'over',
      amountCents: 1001,
      originalCents: 2002,
      discountCents: 3003,
      couponCode: 'CUPOMNEGADO',
      providerReference: 'referência-dois',
      refunded: true,
      dispute: 'inquiry',
      createdAt: on(27),
      updatedAt: on(28),
    },
  ])
}

async function createRefund(db: App['db']): Promise<void> {
  await db.insert(refunds).values({
    id: 'volta',
    paymentId: 'pagamento-um',
    receiptId: 'recebimento',
    amountCents: 1000,
    reason: 'requested',
    status: 'succeeded',
    createdAt: on(29),
    updatedAt: on(30),
  })
}
