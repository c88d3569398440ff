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
import { mostOfEach } from './cart.rules.ts'
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
      limits: mostOfEach(await offersOf(app, query.ids, null), query.ids),
    }
  },

  async validate(app, { body, principal, caller }) {
    const code = body.cupomCode || null
    return validateCart(app, { principal, caller }, body.cartId, code)
  },
}

/** A person's own cart. */
function requireOwnCart(userId: string, principal: Principal): string {
  if (userId !== principal.userId) throw fail('auth.forbidden')
  return userId
}

/**
 * A line under its names in a language: in English, those that staff wrote, each else as the order
 * will keep it.
 */
const named = <Line extends CartLine>(line: Line, language: Language): Line =>
  language === 'en-US'
    ? {
        ...line,
        name: line.nameEn || line.name,
        variantName: line.variantNameEn || line.variantName,
      }
    : line

function cartReply(seen: SeenCart, language: Language) {
  const lines = (seen?.lines ?? []).map((line) => named(line, language))

  const items = lines.map((line) => ({
    ...chosen(line),

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
  const total = toWire(lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0))

  return {
    success: true as const,
    cart: id
      ? {
          id,
          _id: id,
          items,
          currency: lines[0]?.currency ?? defaultCurrency,
          total,
        }
      : null,
    id,
    _id: id,
    items,
  }
}

/**
 * Price the cart with a code. Reads only and reserves nothing; checkout prices again under the
 * cart's lock.
 */
async function validateCart(
  app: App,
  { principal, caller }: { principal: Principal; caller: Caller },
  cartId: string,
  code: string | null,
) {
  // Checked before, so that a right guess is refused too after too many wrong ones.
  if (code) await app.limits.check('coupon', principal.userId)
  const seen = await readCart(app, principal.userId)
  if (seen?.cart.id !== cartId) throw fail('cart.not_found')

  const currency = seen.lines[0]?.currency ?? defaultCurrency

  const priced = await priceCart(app, {
    userId: principal.userId,
    cartId,
    lines: seen.lines,
    currency,
    code,
  })

  if (code && !priced.coupon) await app.limits.count('coupon', principal.userId)

  return {
    success: true as const,
    id: cartId,
    _id: cartId,
    currency,
    items: seen.lines.map((line) => item(named(line, caller.language))),
    subtotal: toWire(priced.subtotalCents),
    discount: toWire(priced.discountCents),
    finalTotal: toWire(priced.totalCents),
    cupom: priced.coupon && {
      code: priced.coupon.code,
      type: priced.coupon.type,
    },
  }
}

/** What a line says of its variant. */
const chosen = (line: CartLine) => ({
  lineId: line.lineId,
  variant: { id: line.variantId, _id: line.variantId, name: line.variantName },
  compareAtPrice: line.compareAtCents === null ? null : toWire(line.compareAtCents),
})

const item = (line: CartLine) => ({
  ...chosen(line),
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
