import { discountOf } from '../domains/coupons/coupons.rules.ts'
import { fingerprintOf } from '../domains/orders/purchase.rules.ts'
import { newId } from '../platform/secrets/ids.ts'
import { secondsAfter } from '../platform/time/clock.ts'
import { demoSources } from './data/visits.ts'
import type { ShelfCoupon } from './demo-catalogue.ts'
import { recordDelivery } from './past-deliveries.ts'
import { recordPayments } from './past-payments.ts'
import { chooseCoupon, isPaid, type CouponBook, type PastPurchase } from './past-purchases.ts'
import type { PastRows, PastWriter } from './past-rows.ts'
import type { Draw } from './random.ts'

type OpenCart = { row: PastRows['carts'][number]; items: PastRows['cartItems'] }

/** State that one purchase passes on to the next. */
export type Books = CouponBook & { openCarts: Map<string, OpenCart> }

/**
 * Records a past purchase with the rows that the shop would have stored: cart, order and payments.
 * A paid purchase also has units, keys and licences.
 */
export function recordPurchase(writer: PastWriter, books: Books, purchase: PastPurchase): void {
  const { draw, past } = writer
  const { buyer } = purchase
  const cart = takeOpenCart(books, draw, purchase)
  const coupon = chooseCoupon(draw, books, purchase)
  const { order, lines } = recordOrder(past, purchase, { cartId: cart.row.id, coupon })
  const paidPayment = recordPayments(writer, { purchase, order, coupon })
  if (!paidPayment) return

  order.completedAt = paidPayment.settledAt

  recordDelivery(writer, purchase, {
    orderId: order.id,
    paymentId: paidPayment.paymentId,
    paidAt: paidPayment.settledAt,
    lines: lines.map((line, i) => ({
      lineId: line.id,
      product: purchase.lines[i]!.product,
      quantity: line.quantity,
    })),
  })

  if (coupon) coupon.usageCount++
  books.paidOrders.set(buyer.id, (books.paidOrders.get(buyer.id) ?? 0) + 1)
  closeCart(past, books, cart, paidPayment.settledAt)
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
  const orderedLines = purchase.lines.map(toOrderedLine)
  const subtotalCents = orderedLines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0)
  const discountCents = coupon ? discountOf(withDefaults(coupon), coupon.linked, orderedLines) : 0

  const orderTotals = {
    currency: purchase.currency,
    subtotalCents,
    discountCents,
    totalCents: subtotalCents - discountCents,
    couponCode: coupon?.code ?? null,
  }

  const orderId = newId(at.getTime())

  const order: OrderRow = {
    ...orderTotals,
    id: orderId,
    userId: buyer.id,
    cartId,
    fingerprint: fingerprintOf({ ...orderTotals, lines: orderedLines }),
    status: orderStatus(purchase),
    paymentMethod: purchase.method,
    origin: 'site',
    source: demoSources[past.orders.length % demoSources.length]!.source,
    customerName: buyer.name,
    customerEmail: buyer.email,
    createdAt: at,
  }

  past.orders.push(order)

  const lineRows = orderedLines.map((line, position) => ({
    ...line,
    id: newId(at.getTime()),
    orderId,
    position,
  }))

  past.orderLines.push(...lineRows)

  return { order, lines: lineRows }
}

const toOrderedLine = ({ product, quantity }: PastPurchase['lines'][number]) => ({
  productId: product.id,
  variantId: product.id,
  name: product.name,
  variantName: product.options[0].name,
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

const withDefaults = (coupon: ShelfCoupon) => ({
  minPurchaseCents: 0,
  maxDiscountCents: 0,
  usageLimit: 0,
  reservedCount: 0,
  active: true,
  ...coupon,
})

/**
 * The buyer's open cart of an unpaid purchase, or a new cart, with the lines of this purchase. A
 * cart that is idle for a day counts as abandoned (Q51).
 */
function takeOpenCart(books: Books, draw: Draw, purchase: PastPurchase): OpenCart {
  const { buyer, at } = purchase
  const filledAt = secondsAfter(at, -draw.between(60, 1500))

  const cart = books.openCarts.get(buyer.id) ?? {
    row: {
      id: newId(filledAt.getTime()),
      userId: buyer.id,
      createdAt: filledAt,
      updatedAt: filledAt,
      expiresAt: filledAt,
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
    id: newId(filledAt.getTime()),
    cartId: cart.row.id,
    variantId: product.id,
    quantity,
    addedAt: filledAt,
  }))

  books.openCarts.set(buyer.id, cart)

  return cart
}

function closeCart(past: PastRows, books: Books, cart: OpenCart, at: Date): void {
  past.carts.push({ ...cart.row, status: 'completed', updatedAt: at })
  past.cartItems.push(...cart.items)
  books.openCarts.delete(cart.row.userId)
}

/** Records the open carts: carts of unpaid purchases, and carts of a few more people. */
export function leaveOpenCarts(
  { app, draw, past }: PastWriter,
  books: Books,
  cartOwners: readonly PastPurchase[],
): void {
  for (const cartOwner of cartOwners)
    if (!books.openCarts.has(cartOwner.buyer.id))
      takeOpenCart(books, draw, cartOwner).row.termsAccepted = false

  for (const { row, items } of books.openCarts.values()) {
    const isIdle = app.clock.now().getTime() - row.updatedAt.getTime() > 86_400_000

    past.carts.push({
      ...row,
      status: isIdle ? 'abandoned' : 'active',
      wasAbandoned: isIdle || row.wasAbandoned,
    })

    past.cartItems.push(...items)
  }
}
