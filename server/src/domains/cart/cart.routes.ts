import type { Api } from '@chaveiro/contracts'
import { defaultCurrency, type Language } from '@chaveiro/contracts/limits'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import {
  assertOwnOrStaff,
  type Caller,
  type Handlers,
  type Principal,
} from '../../platform/http/mount.ts'
import { toWire } from '../../platform/text/money.ts'
import { priceCart } from '../coupons/coupons.service.ts'
import { offersOf, readCart, type CartLine, type SeenCart } from './cart.queries.ts'
import { limitsOfEach } from './cart.rules.ts'
import { addItem, removeItem, setItem, syncItems } from './cart.service.ts'

export const cartRoutes: Handlers<Api['cart']> = {
  async read(app, { params, principal, caller }) {
    // Staff may read a cart, never change it (Q02).
    assertOwnOrStaff(app, params.userId, principal)
    return cartReply(await readCart(app, params.userId), caller.language)
  },
  async add(app, { params, body, principal, caller }) {
    const userId = requireOwnCart(params.userId, principal)
    return cartReply(await addItem(app, userId, body), caller.language)
  },
  async remove(app, { params, principal, caller }) {
    const userId = requireOwnCart(params.userId, principal)
    return cartReply(await removeItem(app, userId, params.productId), caller.language)
  },
  async update(app, { params, body, principal, caller }) {
    const userId = requireOwnCart(params.userId, principal)
    return cartReply(await setItem(app, userId, params.productId, body.quantity), caller.language)
  },
  async sync(app, { params, body, principal, caller }) {
    const userId = requireOwnCart(params.userId, principal)
    return cartReply(await syncItems(app, userId, body.localCartItems), caller.language)
  },

  async limits(app, { query }) {
    return {
      success: true as const,
      limits: limitsOfEach(await offersOf(app, query.ids, null), query.ids),
    }
  },

  async validate(app, { body, principal, caller }) {
    const couponCode = body.cupomCode || null
    return validateCart(app, { principal, caller }, body.cartId, couponCode)
  },
}

/** The user id of the path, which must be the caller's own. Throws auth.forbidden. */
function requireOwnCart(userId: string, principal: Principal): string {
  if (userId !== principal.userId) throw fail('auth.forbidden')
  return userId
}

/**
 * A line with its names in a language. A name without an English translation stays as it is. Orders
 * store the untranslated names.
 */
const localizedLine = <Line extends CartLine>(line: Line, language: Language): Line =>
  language === 'en-US'
    ? {
        ...line,
        name: line.nameEn || line.name,
        variantName: line.variantNameEn || line.variantName,
      }
    : line

function cartReply(seen: SeenCart, language: Language) {
  const shownLines = (seen?.lines ?? []).map((line) => localizedLine(line, language))

  const cartItems = shownLines.map((line) => ({
    ...variantFields(line),

    product: {
      id: line.productId,
      _id: line.productId,
      slug: line.slug,
      name: line.name,
      price: toWire(line.unitCents),
      currency: line.currency,
      image: line.image,
      color: line.color,
      delivery: line.provider === 'manual' ? ('by_staff' as const) : ('at_once' as const),
      maxPerOrder: line.maxPerOrder,
      onSale: line.sellable,
    },

    quantity: line.quantity,
    max: line.max,
  }))

  const id = seen?.cart.id ?? null
  const totalPrice = toWire(
    shownLines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0),
  )

  return {
    success: true as const,
    cart: id
      ? {
          id,
          _id: id,
          items: cartItems,
          currency: shownLines[0]?.currency ?? defaultCurrency,
          total: totalPrice,
        }
      : null,
    id,
    _id: id,
    items: cartItems,
  }
}

/**
 * Price the cart with a coupon code. Nothing is reserved; checkout computes the price again under
 * the cart's lock.
 */
async function validateCart(
  app: App,
  { principal, caller }: { principal: Principal; caller: Caller },
  cartId: string,
  code: string | null,
) {
  // Check the limit first, so that after too many wrong codes even a right code is refused.
  if (code) await app.limits.check('coupon', principal.userId)
  const openCart = await readCart(app, principal.userId)
  if (openCart?.cart.id !== cartId) throw fail('cart.not_found')

  const currency = openCart.lines[0]?.currency ?? defaultCurrency

  const pricedCart = await priceCart(app, {
    userId: principal.userId,
    cartId,
    lines: openCart.lines,
    currency,
    code,
  })

  if (code && !pricedCart.coupon) await app.limits.count('coupon', principal.userId)

  return {
    success: true as const,
    id: cartId,
    _id: cartId,
    currency,
    items: openCart.lines.map((line) => validatedItem(localizedLine(line, caller.language))),
    subtotal: toWire(pricedCart.subtotalCents),
    discount: toWire(pricedCart.discountCents),
    finalTotal: toWire(pricedCart.totalCents),
    cupom: pricedCart.coupon && {
      code: pricedCart.coupon.code,
      type: pricedCart.coupon.type,
    },
  }
}

/** The fields of a cart line that describe its variant. */
const variantFields = (line: CartLine) => ({
  lineId: line.lineId,
  variant: { id: line.variantId, _id: line.variantId, name: line.variantName },
  compareAtPrice: line.compareAtCents === null ? null : toWire(line.compareAtCents),
})

const validatedItem = (line: CartLine) => ({
  ...variantFields(line),
  id: line.productId,
  _id: line.productId,
  name: line.name,
  image: line.image,
  price: toWire(line.unitCents),
  currency: line.currency,
  quantity: line.quantity,
  color: line.color,
  maxPerOrder: line.maxPerOrder,
})
