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
  cartInFull,
  cartsAfter,
  cartsMatching,
  countCarts,
  type AdminLine,
  type ListedCart,
} from './cart.admin.queries.ts'
import { deleteCart, moveCart } from './cart.admin.service.ts'
import { linesOfCart } from './cart.queries.ts'

/** Back-office calls of carts. */
export const cartsAdmin: Handlers<typeof carts> = {
  async list(app, { query }) {
    const { total, rows } = await cartsMatching(app, query, query)
    const list = await Promise.all(rows.map((row) => view(app, row)))

    return {
      success: true as const,
      carts: list,
      data: list,
      total,
      pagination: pagesOf(total, query),
    }
  },

  async stats(app) {
    const counted = await countCarts(app)
    const of = (status: string) => counted.find((count) => count.status === status)?.n ?? 0

    const data = {
      totalCarts: counted.reduce((sum, count) => sum + count.n, 0),
      activeCarts: of('active'),
      completedCarts: of('completed'),
      abandonedCarts: of('abandoned'),
      expiredCarts: counted.reduce((sum, count) => sum + count.expired, 0),
    }

    return { success: true as const, ...data, data }
  },

  async export(app, { query }) {
    return csvFile('carts', columns, (last, limit) =>
      cartsAfter(app, query, last?.cart ?? null, limit),
    )
  },
  async read(app, { params }) {
    const data = await details(app, params.id)
    return { success: true as const, ...data, cart: data, data }
  },
  async setStatus(app, { params, body, principal, caller }) {
    await moveCart(app, params.id, body.status, actorOf({ principal, caller }))
    const data = await details(app, params.id)

    return { success: true as const, ...data, cart: data, data }
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

// A deleted product is in no cart any more (Q43): its line is shown, but neither counted nor
// priced, as in the customer's own cart.
const held = (lines: readonly AdminLine[]): AdminLine[] => lines.filter((line) => line.product)

const unitsOf = (row: ListedCart): number =>
  held(row.lines).reduce((sum, line) => sum + line.quantity, 0)

const subtotalOf = (row: ListedCart): number =>
  row.agreed?.subtotalCents ??
  held(row.lines).reduce((sum, line) => sum + line.unitCents * line.quantity, 0)

const currencyOf = (row: ListedCart): Currency =>
  row.agreed?.currency ?? held(row.lines)[0]?.currency ?? defaultCurrency

async function view(app: App, row: ListedCart) {
  const { cart } = row
  const money = await moneyOf(app, row)

  return {
    id: cart.id,
    _id: cart.id,
    userId: cart.userId,
    user: { name: row.userName, email: row.userEmail },
    itemCount: unitsOf(row),
    status: cart.status,
    currency: currencyOf(row),
    subtotal: toWire(money.subtotalCents),
    totalAmount: toWire(money.totalCents),
    discount: {
      applied: money.discountCents > 0,
      cupomCode: money.couponCode,
      amount: toWire(money.discountCents),
    },
    expired: cart.status !== 'completed' && cart.expiresAt < app.clock.now(),
    termsAccepted: cart.termsAccepted,
    createdAt: cart.createdAt.toISOString(),
    updatedAt: cart.updatedAt.toISOString(),
    expiresAt: cart.expiresAt.toISOString(),
  }
}

/**
 * The value of a cart: a paid one is worth what its order says, an open one what it would cost now,
 * with the coupon tried last while that is valid.
 */
async function moneyOf(app: App, row: ListedCart) {
  const { cart, agreed } = row
  if (agreed) return agreed

  const subtotalCents = subtotalOf(row)
  if (!cart.couponCode || cart.status === 'completed')
    return { subtotalCents, discountCents: 0, totalCents: subtotalCents, couponCode: null }

  const sellable = await linesOfCart(app, cart.id)

  const priced = await priceCart(app, {
    userId: cart.userId,
    cartId: cart.id,
    lines: sellable,
    currency: sellable[0]?.currency ?? defaultCurrency,
    code: cart.couponCode,
  }).catch(() => null)

  return priced
    ? { ...priced, couponCode: priced.coupon?.code ?? null }
    : { subtotalCents, discountCents: 0, totalCents: subtotalCents, couponCode: null }
}

async function details(app: App, id: string) {
  const row = await cartInFull(app, id)
  if (!row) throw fail('cart.not_found')

  return {
    ...(await view(app, row)),
    items: row.lines.map((line) => ({
      productId: line.productId,
      product: line.product && { id: line.productId, _id: line.productId, ...line.product },
      price: line.product && toWire(line.unitCents),
      quantity: line.quantity,
    })),
  }
}

// An export of thousands of carts prices none of them again: an open cart has the present prices,
// before any coupon.
const columns: readonly Column<ListedCart>[] = [
  ['id', (row) => row.cart.id],
  ['userId', (row) => row.cart.userId],
  ['userName', (row) => row.userName],
  ['userEmail', (row) => row.userEmail],
  ['itemCount', unitsOf],
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
