import { z } from 'zod'

import { amount, currency, entityId, instant } from '../shared.ts'
import { productProviders, productStatuses } from '../states.ts'

/**
 * A product as staff see it (B106); its category is an object (Q39), version counts its changes.
 */
export const adminProduct = z.object({
  ...entityId,
  name: z.string(),
  description: z.string(),
  price: amount,
  /** The lowest price among the product's active variants; without any, the product's own price. */
  priceFrom: amount,
  /** Count of the product's variants, inactive ones included. */
  variantCount: z.int(),
  currency,
  category: z.object({ ...entityId, name: z.string(), color: z.string() }),
  provider: z.enum(productProviders),
  status: z.enum(productStatuses),
  discordRoleId: z.string().nullable(),
  isFeatured: z.boolean(),
  image: z.string().nullable(),
  metadata: z.object({ sellerType: z.string(), level: z.int(), expiration: z.int() }),
  /** Maximum units of the product in one order (Q116). */
  maxPerOrder: z.int(),
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
})

/** Additional fields of a product in the list (F250). */
export const listedProduct = adminProduct.extend({
  /** Keys that all its variants can sell; null when no variant is sold from stock. */
  freeKeys: z.int().nullable(),
  /** Units sold in the last 30 days and not revoked, up to soldMost plus one. */
  soldLately: z.int(),
})
