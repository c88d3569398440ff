import type { carts } from '@chaveiro/contracts/admin/carts'
import { defaultCurrency, type Currency } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { csvFile, type Column } from '../../platform/lists/csv.ts'
import { pagesOf } from '../../platform/lists/pagination.ts'
import { toWire } from '../../platform/text/money.ts'
import { actorOf } from '../audit/audit.service.ts'
import { priceCart } from '../coupons/coupons.service.ts'
import {
  cartWithDetails,
  cartsAfter,
  cartsMatching,
  countCarts,
  type AdminLine,
  type ListedCart,
} from './cart.admin.queries.ts'
import { deleteCart, setCartStatus } from './cart.admin.service.ts'
import { linesOfCart } from './cart.queries.ts'

/** Back-office calls of carts. */
export const cartsAdmin: Handlers<typeof carts> = {
  async list(app, { query }) {
    const { total, rows } = await cartsMatching(app, query, query)
    const cartViews = await Promise.all(rows.map((row) => cartView(app, row)))

    return {
      success: true as const,
      carts: cartViews,
      data: cartViews,
      total,
      pagination: pagesOf(total, query),
    }
  },

  async stats(app) {
    const statusCounts = await countCarts(app)
    const countWith = (status: string) =>
      statusCounts.find((count) => count.status === status)?.n ?? 0

    const cartFigures = {
      totalCarts: statusCounts.reduce((sum, count) => sum + count.n, 0),
      activeCarts: countWith('active'),
      completedCarts: countWith('completed'),
      abandonedCarts: countWith('abandoned'),
      expiredCarts: statusCounts.reduce((sum, count) => sum + count.expired, 0),
    }

    return { success: true as const, ...cartFigures, data: cartFigures }
  },

  async export(app, { query }) {
    return csvFile('carts', cartColumns, (last, limit) =>
      cartsAfter(app, query, last?.cart ?? null, limit),
    )
  },
  async read(app, { params }) {
    const cartDetail = await cartDetails(app, params.id)
    return { success: true as const, ...cartDetail, cart: cartDetail, data: cartDetail }
  },
  async setStatus(app, { params, body, principal, caller }) {
    await setCartStatus(app, params.id, body.status, actorOf({ principal, caller }))
    const cartDetail = await cartDetails(app, params.id)

    return { success: true as const, ...cartDetail, cart: cartDetail, data: cartDetail }
  },

  async remove(app, { params, principal, caller }) {
    await deleteCart(app, params.id, actorOf({ principal, caller }))
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Carrinho excluído.',
        'en-US': 'Cart deleted.',
      }),
    }
  },
}

// A deleted product leaves every cart (Q43). Staff still see its line, but totals ignore it, as in
// the customer's own cart.
const existingLines = (lines: readonly AdminLine[]): AdminLine[] =>
  lines.filter((line) => line.product)

const countUnits = (row: ListedCart): number =>
  existingLines(row.lines).reduce((sum, line) => sum + line.quantity, 0)

const subtotalOf = (row: ListedCart): number =>
  row.agreed?.subtotalCents ??
  existingLines(row.lines).reduce((sum, line) => sum + line.unitCents * line.quantity, 0)

const currencyOf = (row: ListedCart): Currency =>
  row.agreed?.currency ?? existingLines(row.lines)[0]?.currency ?? defaultCurrency

async function cartView(app: App, row: ListedCart) {
  const { cart } = row
  const cartTotals = await cartMoney(app, row)

  return {
    id: cart.id,
    _id: cart.id,
    userId: cart.userId,
    user: { name: row.userName, email: row.userEmail },
    itemCount: countUnits(row),
    status: cart.status,
    currency: currencyOf(row),
    subtotal: toWire(cartTotals.subtotalCents),
    totalAmount: toWire(cartTotals.totalCents),
    discount: {
      applied: cartTotals.discountCents > 0,
      cupomCode: cartTotals.couponCode,
      amount: toWire(cartTotals.discountCents),
    },
    expired: cart.status !== 'completed' && cart.expiresAt < app.clock.now(),
    termsAccepted: cart.termsAccepted,
    createdAt: cart.createdAt.toISOString(),
    updatedAt: cart.updatedAt.toISOString(),
    expiresAt: cart.expiresAt.toISOString(),
  }
}

/**
 * The value of a cart in cents. A paid cart has the amounts of its order. An open cart has its
 * present price, with the coupon that was tried last if it is still valid.
 */
async function cartMoney(app: App, row: ListedCart) {
  const { cart, agreed } = row
  if (agreed) return agreed

  const subtotalCents = subtotalOf(row)
  if (!cart.couponCode || cart.status === 'completed')
    return { subtotalCents, discountCents: 0, totalCents: subtotalCents, couponCode: null }

  const cartLines = await linesOfCart(app, cart.id)

  const pricedCart = await priceCart(app, {
    userId: cart.userId,
    cartId: cart.id,
    lines: cartLines,
    currency: cartLines[0]?.currency ?? defaultCurrency,
    code: cart.couponCode,
  }).catch(() => null)

  return pricedCart
    ? { ...pricedCart, couponCode: pricedCart.coupon?.code ?? null }
    : { subtotalCents, discountCents: 0, totalCents: subtotalCents, couponCode: null }
}

async function cartDetails(app: App, id: string) {
  const listedCart = await cartWithDetails(app, id)
  if (!listedCart) throw fail('cart.not_found')

  return {
    ...(await cartView(app, listedCart)),
    items: listedCart.lines.map((line) => ({
      productId: line.productId,
      product: line.product && { id: line.productId, _id: line.productId, ...line.product },
      price: line.product && toWire(line.unitCents),
      quantity: line.quantity,
    })),
  }
}

// An export of thousands of carts does not apply coupons: an open cart has its present prices,
// before any discount.
const cartColumns: readonly Column<ListedCart>[] = [
  ['id', (row) => row.cart.id],
  ['userId', (row) => row.cart.userId],
  ['userName', (row) => row.userName],
  ['userEmail', (row) => row.userEmail],
  ['itemCount', countUnits],
  ['subtotal', (row) => toWire(subtotalOf(row))],
  ['totalAmount', (row) => toWire(row.agreed?.totalCents ?? subtotalOf(row))],
  ['currency', currencyOf],
  ['cupomCode', (row) => row.agreed?.couponCode ?? row.cart.couponCode],
  ['status', (row) => row.cart.status],
  ['termsAccepted', (row) => row.cart.termsAccepted],
  ['createdAt', (row) => row.cart.createdAt],
  ['updatedAt', (row) => row.cart.updatedAt],
  ['expiresAt', (row) => row.cart.expiresAt],
]
