import { z } from 'zod'

import { syncLinesMax } from './limits.ts'
import { route } from './route.ts'
import { amount, couponCode, currency, entityId, quantityIn, success, uuid } from './shared.ts'

/** The variant of a cart line. Two lines of the same product have different lineIds. */
const chosenVariant = {
  lineId: uuid,
  variant: z.object({ ...entityId, name: z.string() }),
  compareAtPrice: amount.nullable(),
}

export const cartLine = z.object({
  ...chosenVariant,

  product: z.object({
    ...entityId,
    /** The slug of the product's page. */
    slug: z.string(),
    name: z.string(),
    price: amount,
    currency,
    image: z.string().nullable(),
    color: z.string(),
    /** Whether the key is delivered at once or by staff. */
    delivery: z.enum(['at_once', 'by_staff']),
    /** Maximum units of the product in one order (Q116). */
    maxPerOrder: z.int(),
    /** Whether the product is on sale, so that the buyer can tell sold out from withdrawn. */
    onSale: z.boolean().optional(),
  }),

  quantity: z.int(),
  /**
   * Units that this order may hold now: limited by stock and by maxPerOrder; 0 when it is not for
   * sale.
   */
  max: z.int(),
})

export const cartView = z.object({ ...entityId, items: z.array(cartLine), currency, total: amount })

/**
 * The answer to a change: the cart or null, with the cart's id and items at top level too (Q21).
 */
const changedReply = z.object({
  ...success,
  cart: cartView.nullable(),
  id: z.string().nullable(),
  _id: z.string().nullable(),
  items: z.array(cartLine),
})

const ownerParams = { userId: uuid }
const itemParams = { productId: uuid }

export const validatedCart = z.object({
  ...success,
  ...entityId,

  items: z.array(
    z.object({
      ...entityId,
      ...chosenVariant,
      name: z.string(),
      image: z.string().nullable(),
      price: amount,
      currency,
      quantity: z.int(),
      color: z.string(),
      maxPerOrder: z.int(),
    }),
  ),

  currency,
  subtotal: amount,
  discount: amount,
  finalTotal: amount,
  cupom: z.object({ code: z.string(), type: z.string() }).nullable(),
})

export const cart = {
  read: route({
    method: 'GET',
    path: '/api/product/cart/:userId',
    access: 'session',
    summary: 'The cart of a customer; staff may read any',
    params: z.object(ownerParams),
    reply: changedReply,
    errors: ['auth.forbidden'],
  }),

  add: route({
    method: 'POST',
    path: '/api/product/cart/:userId/add',
    access: 'session',
    summary: 'Add units of a product, in one of its variants',
    params: z.object(ownerParams),

    body: z.object({
      productId: uuid,
      /** The variant; defaults to the first active one. */
      variantId: uuid.optional(),
      quantity: quantityIn.default(1),
      /** Empty the cart first, to start a new one in this product's currency (Q53). */
      replace: z.boolean().default(false),
    }),

    reply: changedReply,

    errors: [
      'auth.forbidden',
      'product.unavailable',
      'variant.not_found',
      'cart.currency',
      'cart.quantity',
      'cart.limit_order',
      'cart.stock',
      'cart.out',
    ],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/product/cart/:userId/remove/:productId',
    access: 'session',
    summary: 'Drop a variant from the cart, or all variants of a product',
    params: z.object({ ...ownerParams, ...itemParams }),
    reply: changedReply,
    errors: ['auth.forbidden'],
  }),

  update: route({
    method: 'PATCH',
    path: '/api/product/cart/:userId/update/:productId',
    access: 'session',
    summary: 'Set the quantity of a variant, or of the only line of a product; 0 or less drops it',
    params: z.object({ ...ownerParams, ...itemParams }),
    body: z.object({ quantity: z.int().max(99) }),
    reply: changedReply,

    errors: [
      'auth.forbidden',
      'product.unavailable',
      'variant.choose',
      'cart.currency',
      'cart.quantity',
      'cart.limit_order',
      'cart.stock',
      'cart.out',
    ],
  }),

  sync: route({
    method: 'POST',
    path: '/api/product/cart/:userId/sync',
    access: 'session',
    summary: 'Merge a visitor cart: the larger quantity of each variant wins (Q50)',
    params: z.object(ownerParams),

    body: z.object({
      localCartItems: z
        .array(
          z.object({
            id: z.string().max(64),
            variantId: z.string().max(64).optional(),
            quantity: z.number(),
          }),
        )
        .max(syncLinesMax),
    }),

    reply: changedReply,
    errors: ['auth.forbidden'],
  }),

  limits: route({
    method: 'GET',
    path: '/api/product/limits',
    access: 'public',
    summary: 'How many units of products or variants an order may hold now, for a visitor’s cart',
    query: z.object({
      ids: z
        .string()
        .max(64 * syncLinesMax)
        .transform((text) => text.split(',').filter((id) => uuid.safeParse(id).success)),
    }),
    reply: z.object({
      ...success,
      limits: z.array(z.object({ id: z.string(), max: z.int(), onSale: z.boolean().optional() })),
    }),
  }),

  validate: route({
    method: 'POST',
    path: '/api/product/cart/validate',
    access: 'session',
    summary: 'Price the cart with an optional coupon; an unusable code answers without cupom (Q58)',
    body: z.object({ cartId: uuid, cupomCode: couponCode.nullish() }),
    reply: validatedCart,

    errors: [
      'cart.id_missing',
      'cart.not_found',
      'coupon.currency',
      'coupon.min_purchase',
      'coupon.first_purchase',
      'coupon.loyalty',
      'coupon.bundle',
      'coupon.products',
      'coupon.recovery',
    ],
  }),
}
