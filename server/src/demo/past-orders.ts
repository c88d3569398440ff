import { discountOf } from '../domains/coupons/coupons.rules.ts'
import { fingerprintOf } from '../domains/orders/purchase.rules.ts'
import { newId } from '../platform/secrets/ids.ts'
import { secondsAfter } from '../platform/time/clock.ts'
import { demoSources } from './data/visits.ts'
import type { ShelfCoupon } from './demo-catalogue.ts'
import { deliver } from './past-deliveries.ts'
import { recordPayments } from './past-payments.ts'
import { chooseCoupon, isPaid, type CouponBook, type PastPurchase } from './past-purchases.ts'
import type { PastRows, PastWriter } from './past-rows.ts'
import type { Draw } from './random.ts'

type OpenCart = { row: PastRows['carts'][number]; items: PastRows['cartItems'] }

/** What is carried from one purchase to the next. */
export type Books = CouponBook & { openCarts: Map<string, OpenCart> }

/**
 * Write one past purchase as the shop would have kept it: cart, order, payments and, if it was
 * paid, units, keys and licences.
 */
export function recordPurchase(writer: PastWriter, books: Books, purchase: PastPurchase): void {
  const { draw, past } = writer
  const { buyer } = purchase
  const cart = takeCart(books, draw, purchase)
  const coupon = chooseCoupon(draw, books, purchase)
  const { order, lines } = recordOrder(past, purchase, { cartId: cart.row.id, coupon })
  const paid = recordPayments(writer, { purchase, order, coupon })
  if (!paid) return

  order.completedAt = paid.settledAt

  deliver(writer, purchase, {
    orderId: order.id,
    paymentId: paid.paymentId,
    paidAt: paid.settledAt,
    lines: lines.map((line, i) => ({
      lineId: line.id,
      product: purchase.lines[i]!.product,
      quantity: line.quantity,
    })),
  })

  if (coupon) coupon.usageCount++
  books.paidOrders.set(buyer.id, (books.paidOrders.get(buyer.id) ?? 0) + 1)
  closeCart(past, books, cart, paid.settledAt)
}

type OrderRow = PastRows['orders'][number] & { id: string }
type LineRow = PastRows['orderLines'][number] & { id: string; quantity: number }

/** The order of a purchase with its lines, at the prices of its products. */
function recordOrder(
  past: PastRows,
  purchase: PastPurchase,
  { cartId, coupon }: { cartId: string; coupon: ShelfCoupon | null },
): { order: OrderRow; lines: LineRow[] } {
  const { buyer, at } = purchase
  const bought = purchase.lines.map(orderedLine)
  const subtotalCents = bought.reduce((sum, line) => sum + line.unitCents * line.quantity, 0)
  const discountCents = coupon ? discountOf(asRule(coupon), coupon.linked, bought) : 0

  const totals = {
    currency: purchase.currency,
    subtotalCents,
    discountCents,
    totalCents: subtotalCents - discountCents,
    couponCode: coupon?.code ?? null,
  }

  const orderId = newId(at.getTime())

  const order: OrderRow = {
    ...totals,
    id: orderId,
    userId: buyer.id,
    cartId,
    fingerprint: fingerprintOf({ ...totals, lines: bought }),
    status: orderStatus(purchase),
    paymentMethod: purchase.method,
    origin: 'site',
    source: demoSources[past.orders.length % demoSources.length]!.source,
    customerName: buyer.name,
    customerEmail: buyer.email,
    createdAt: at,
  }

  past.orders.push(order)

  const lines = bought.map((line, position) => ({
    ...line,
    id: newId(at.getTime()),
    orderId,
    position,
  }))

  past.orderLines.push(...lines)

  return { order, lines }
}

const orderedLine = ({ product, quantity }: PastPurchase['lines'][number]) => ({
  productId: product.id,
  variantId: product.id,
  name: product.name,
  variantName: '',
  image: product.image,
  unitCents: product.priceCents,
  quantity,
  provider: product.provider ?? ('stock' as const),
  sellerType: 'multiloader',
  level: product.level,
  validityDays: product.expirationDays,
})

function orderStatus(purchase: PastPurchase): 'completed' | 'refunded' | 'cancelled' {
  if (!isPaid(purchase)) return 'cancelled'
  return purchase.outcome === 'refunded' ? 'refunded' : 'completed'
}

const asRule = (coupon: ShelfCoupon) => ({
  minPurchaseCents: 0,
  maxDiscountCents: 0,
  usageLimit: 0,
  reservedCount: 0,
  active: true,
  ...coupon,
})

/**
 * The open cart that an unpaid purchase left, filled anew, or a new one; a day of idling made it
 * abandoned (Q51).
 */
function takeCart(books: Books, draw: Draw, purchase: PastPurchase): OpenCart {
  const { buyer, at } = purchase
  const before = secondsAfter(at, -draw.between(60, 1500))

  const cart = books.openCarts.get(buyer.id) ?? {
    row: {
      id: newId(before.getTime()),
      userId: buyer.id,
      createdAt: before,
      updatedAt: before,
      expiresAt: before,
    },
    items: [],
  }

  if (at.getTime() - cart.row.updatedAt.getTime() > 86_400_000) {
    cart.row.wasAbandoned = true
    books.abandoned.add(buyer.id)
  }

  Object.assign(cart.row, {
    updatedAt: at,
    expiresAt: secondsAfter(at, 7 * 86_400),
    termsAccepted: true,
  })

  cart.items = purchase.lines.map(({ product, quantity }) => ({
    id: newId(before.getTime()),
    cartId: cart.row.id,
    variantId: product.id,
    quantity,
    addedAt: before,
  }))

  books.openCarts.set(buyer.id, cart)

  return cart
}

function closeCart(past: PastRows, books: Books, cart: OpenCart, at: Date): void {
  past.carts.push({ ...cart.row, status: 'completed', updatedAt: at })
  past.cartItems.push(...cart.items)
  books.openCarts.delete(cart.row.userId)
}

/**
 * Carts that nobody paid: those that unpaid purchases left and a few of people who only looked,
 * some of them a moment ago.
 */
export function leaveOpenCarts(
  { app, draw, past }: PastWriter,
  books: Books,
  lookers: readonly PastPurchase[],
): void {
  for (const looker of lookers)
    if (!books.openCarts.has(looker.buyer.id))
      takeCart(books, draw, looker).row.termsAccepted = false

  for (const { row, items } of books.openCarts.values()) {
    const idle = app.clock.now().getTime() - row.updatedAt.getTime() > 86_400_000

    past.carts.push({
      ...row,
      status: idle ? 'abandoned' : 'active',
      wasAbandoned: idle || row.wasAbandoned,
    })

    past.cartItems.push(...items)
  }
}
