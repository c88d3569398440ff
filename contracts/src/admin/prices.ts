import { z } from 'zod'

import { planStates, priceCauses } from '../price-plans.ts'
import { productLimits } from '../product-limits.ts'
import { route } from '../route.ts'
import {
  amount,
  currency,
  entityId,
  instant,
  instantIn,
  moneyIn,
  success,
  uuid,
} from '../shared.ts'
import { bulkBody, bulkMost, bulkReply } from './bulk.ts'

const priceOwner = {
  variantId: z.string(),
  /** Empty where the product has one variant without a name. */
  variantName: z.string(),
  /** The person who changed the price; null for the system or a deleted account. */
  by: z.string().nullable(),
}

const pricePlan = z.object({
  ...entityId,
  ...priceOwner,
  price: amount,
  compareAtPrice: amount.nullable(),
  startsAt: instant,
  /** When the previous price returns; null if never. */
  endsAt: instant.nullable(),
  state: z.enum(planStates),
  /** The price after the end; null before the start. */
  returnsTo: amount.nullable(),
})

const priceChange = z.object({
  ...entityId,
  ...priceOwner,
  at: instant,
  currency,
  /** The previous price; null for the first price in a currency. */
  from: amount.nullable(),
  to: amount,
  cause: z.enum(priceCauses),
})

const shownPlan = z.object({
  ...success,
  plans: z.array(pricePlan),
  history: z.array(priceChange),
})

const priceInput = moneyIn.max(productLimits.priceCentsMax / 100)
const id = { id: uuid }

/** A variant whose price a bulk change can set. */
const pricedVariant = z.object({
  ...entityId,
  productId: z.string(),
  /** The product's name, followed by the variant's name if there are several variants. */
  name: z.string(),
  currency,
  price: amount,
  compareAtPrice: amount.nullable(),
  /** A scheduled price is active; a new price from staff ends it. */
  planned: z.boolean(),
  version: z.int(),
})

/** Variants of the maximum number of products in one bulk action. */
const mostOptions = bulkMost * productLimits.variants

const productIds = z
  .string()
  .max(bulkMost * 40)
  .transform((text) => text.split(','))
  .pipe(z.array(uuid).min(1).max(bulkMost))

/** Back-office calls of past and scheduled prices of products. */
export const prices = {
  list: route({
    method: 'GET',
    path: '/api/admin/product/:id/prices',
    access: 'staff',
    summary:
      'The prices scheduled for a product, those to come first, and the last changes of its ' +
      'prices, the newest first',
    params: z.object(id),
    reply: shownPlan,
    errors: ['product.not_found'],
  }),

  ofMany: route({
    method: 'GET',
    path: '/api/admin/product/prices',
    access: 'staff',
    summary: 'What each option of many products costs, in the order of their names',
    query: z.object({ ids: productIds }),
    reply: z.object({ ...success, prices: z.array(pricedVariant) }),
  }),

  setMany: route({
    method: 'POST',
    path: '/api/admin/product/bulk-price',
    access: 'staff',
    summary:
      'Give each of many options a price, one transaction a product; what is refused is told ' +
      'with its reason, and the answer has what leads back',
    body: bulkBody(priceInput, mostOptions),
    reply: bulkReply(amount),
  }),

  plan: route({
    method: 'POST',
    path: '/api/admin/product/:id/prices',
    access: 'staff',
    summary:
      'Schedule a price of a variant: from a moment on (without one, from now), for good or ' +
      'until an end at which the price of before returns',
    params: z.object(id),

    body: z.object({
      variantId: uuid,
      price: priceInput,
      compareAtPrice: priceInput.nullable().default(null),
      startsAt: instantIn.nullable().default(null),
      endsAt: instantIn.nullable().default(null),
    }),

    reply: shownPlan,

    errors: [
      'product.not_found',
      'variant.not_found',
      'variant.compare_at',
      'price.past',
      'price.order',
      'price.overlap',
      'price.full',
    ],
  }),

  cancel: route({
    method: 'DELETE',
    path: '/api/admin/product/:id/prices/:planId',
    access: 'staff',
    summary: 'Cancel a scheduled price; one that runs ends now and the price of before returns',
    params: z.object({ ...id, planId: uuid }),
    reply: shownPlan,
    errors: ['product.not_found', 'price.plan_not_found', 'price.plan_over'],
  }),
}
