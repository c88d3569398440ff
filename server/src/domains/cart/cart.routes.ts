import type { Api } from '@chaveiro/contracts'
import { defaultCurrency, staffRoles } from '@chaveiro/contracts/limits'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { Handlers, Who } from '../../platform/http/mount.ts'
import { toWire } from '../../platform/money.ts'
import { priceCart } from '../coupons/coupons.service.ts'
import { mostOf, type CartLine } from './cart.queries.ts'
import { addItem, readCart, removeItem, setItem, syncItems, type SeenCart } from './cart.service.ts'

export const cartRoutes: Handlers<Api['cart']> = {
  async read(app, { params, who }) {
    return cartReply(await readCart(app, ownerOf(params.userId, who, 'staff too')))
  },
  async add(app, { params, body, who }) {
    return cartReply(await addItem(app, ownerOf(params.userId, who), body))
  },
  async remove(app, { params, who }) {
    return cartReply(await removeItem(app, ownerOf(params.userId, who), params.productId))
  },
  async update(app, { params, body, who }) {
    return cartReply(
      await setItem(app, ownerOf(params.userId, who), params.productId, body.quantity),
    )
  },
  async sync(app, { params, body, who }) {
    return cartReply(await syncItems(app, ownerOf(params.userId, who), body.localCartItems))
  },
  async limits(app, { query }) {
    const most = await mostOf(app, query.ids, null)
    return {
      success: true as const,
      limits: query.ids.map((id) => ({ id, max: most.get(id) ?? 0 })),
    }
  },
  async validate(app, { body, who }) {
    return validateCart(app, who, body.cartId, body.cupomCode?.trim().toUpperCase() || null)
  },
}

/** Another's cart is for staff alone, and theirs to read only (Q02). */
function ownerOf(userId: string, who: Who, staff?: 'staff too'): string {
  if (userId !== who.userId && !(staff && staffRoles.includes(who.role)))
    throw fail('auth.forbidden')
  return userId
}

function cartReply(seen: SeenCart) {
  const items = (seen?.lines ?? []).map((line) => ({
    product: {
      id: line.productId,
      _id: line.productId,
      name: line.name,
      price: toWire(line.unitCents),
      currency: line.currency,
      image: line.image,
      color: line.color,
      maxPerOrder: line.maxPerOrder,
    },
    quantity: line.quantity,
    max: line.max,
  }))
  const id = seen?.cart.id ?? null
  const total = toWire(
    (seen?.lines ?? []).reduce((sum, line) => sum + line.unitCents * line.quantity, 0),
  )
  return {
    success: true as const,
    cart: id
      ? { id, _id: id, items, currency: seen!.lines[0]?.currency ?? defaultCurrency, total }
      : null,
    id,
    _id: id,
    items,
  }
}

/** Price the cart with a code: reads only and holds nothing; checkout prices again under the cart's lock. */
async function validateCart(app: App, who: Who, cartId: string, code: string | null) {
  // Asked before, so that a guess that is right ends there too once too many were wrong.
  if (code) await app.limits.check('coupon', who.userId)
  const seen = await readCart(app, who.userId)
  if (seen?.cart.id !== cartId) throw fail('cart.not_found')
  const currency = seen.lines[0]?.currency ?? defaultCurrency
  const priced = await priceCart(app, {
    userId: who.userId,
    cartId,
    lines: seen.lines,
    currency,
    code,
  })
  if (code && !priced.coupon) await app.limits.count('coupon', who.userId)
  return {
    success: true as const,
    id: cartId,
    _id: cartId,
    currency,
    items: seen.lines.map(item),
    subtotal: toWire(priced.subtotalCents),
    discount: toWire(priced.discountCents),
    finalTotal: toWire(priced.totalCents),
    cupom: priced.coupon && { code: priced.coupon.code, type: priced.coupon.type },
  }
}

const item = (line: CartLine) => ({
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
