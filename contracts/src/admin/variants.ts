import { z } from 'zod'

import { lengths } from '../lengths.ts'
import { productDefaults } from '../limits.ts'
import { productLimits, sellerTypes } from '../product-limits.ts'
import { route } from '../route.ts'
import { amount, entityId, instant, line, moneyIn, success, uuid } from '../shared.ts'
import { productProviders, roleWarnings } from '../states.ts'

/**
 * A variant as staff see it: `available` counts its free keys, `waiting` the paid units without a
 * key. validityDays is null for a validity for life; perCustomer is 0 without a limit.
 */
export const adminVariant = z.object({
  ...entityId,
  productId: z.string(),
  /** The product's first variant can be deactivated, never deleted. */
  isFirst: z.boolean(),
  name: z.string(),
  nameEn: z.string().nullable(),
  position: z.int(),
  active: z.boolean(),
  price: amount,
  compareAtPrice: amount.nullable(),
  provider: z.enum(productProviders),
  metadata: z.object({ sellerType: z.string(), level: z.int() }),
  validityDays: z.int().nullable(),
  discordRoleId: z.string().nullable(),
  minQuantity: z.int(),
  maxQuantity: z.int(),
  perCustomer: z.int(),
  available: z.int(),
  waiting: z.int(),
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
})

const priceInput = moneyIn.max(productLimits.priceCentsMax / 100)
const nameInput = z.literal('').or(line(lengths.variantName))
const quantityInput = z.int().min(productLimits.perOrderMin).max(productLimits.perOrderMax)
const levelInput = z.int().min(productLimits.levelMin).max(productLimits.levelMax)

const variantFields = {
  name: nameInput,
  nameEn: nameInput.nullable().transform((text) => text || null),
  active: z.boolean(),
  price: priceInput,
  compareAtPrice: priceInput.nullable(),
  provider: z.enum(productProviders),
  metadata: z.object({ sellerType: z.enum(sellerTypes), level: levelInput }).partial(),
  validityDays: z
    .int()
    .min(productLimits.expirationMin)
    .max(productLimits.expirationMax)
    .nullable(),

  discordRoleId: z
    .string()
    .trim()
    .max(lengths.chatRole)
    .regex(/^\d*$/)
    .nullable()
    .transform((id) => id || null),

  minQuantity: quantityInput,
  maxQuantity: quantityInput,
  perCustomer: z.int().min(0).max(productLimits.perCustomerMax),
}

const newVariantBody = z.object({
  ...variantFields,
  nameEn: variantFields.nameEn.default(null),
  active: variantFields.active.default(true),
  compareAtPrice: variantFields.compareAtPrice.default(null),
  provider: variantFields.provider.default(productDefaults.provider),

  metadata: z
    .object({
      sellerType: z.enum(sellerTypes).default(productDefaults.sellerType),
      level: levelInput.default(productDefaults.level),
    })
    .prefault({}),

  validityDays: variantFields.validityDays.default(productDefaults.expirationDays),
  discordRoleId: variantFields.discordRoleId.default(null),
  minQuantity: quantityInput.default(1),
  maxQuantity: quantityInput.default(productDefaults.maxPerOrder),
  perCustomer: variantFields.perCustomer.default(0),
  /** A name for the first variant, which needed no name while it was the only variant. */
  firstName: line(lengths.variantName).optional(),
})

const id = { id: uuid }
const variantParams = z.object({ ...id, variantId: uuid })
const variantList = z.object({ ...success, variants: z.array(adminVariant) })

/** A saved variant, and why the bot could not give its chat role. */
const savedReply = z.object({
  ...success,
  variant: adminVariant,
  data: adminVariant,
  roleWarning: z.enum(roleWarnings).nullable(),
})

const variantErrors = [
  'product.not_found',
  'variant.name_taken',
  'variant.name_needed',
  'variant.compare_at',
  'variant.delivery',
] as const

/** Back-office calls of the variants of a product. */
export const variants = {
  list: route({
    method: 'GET',
    path: '/api/admin/product/:id/variants',
    access: 'staff',
    summary: 'The variants of a product in the order of the shop, with their stock',
    params: z.object(id),
    reply: variantList,
    errors: ['product.not_found'],
  }),

  create: route({
    method: 'POST',
    path: '/api/admin/product/:id/variants',
    access: 'staff',
    summary: 'Add a variant; the second one needs a name for the first in firstName',
    params: z.object(id),
    body: newVariantBody,
    reply: savedReply,
    errors: [...variantErrors],
  }),

  order: route({
    method: 'PATCH',
    path: '/api/admin/product/:id/variants/order',
    access: 'staff',
    summary: 'Put all variants of a product in this order',
    params: z.object(id),
    body: z.object({ ids: z.array(uuid).min(1).max(productLimits.variants) }),
    reply: variantList,
    errors: ['product.not_found'],
  }),

  update: route({
    method: 'PUT',
    path: '/api/admin/product/:id/variants/:variantId',
    also: ['PATCH /api/admin/product/:id/variants/:variantId'],
    access: 'staff',
    summary:
      'Change some or all fields; with the version that was read, a change by another is ' +
      'answered by 409 and the current variant',
    params: variantParams,
    body: z.object({ ...variantFields, version: z.int().min(1) }).partial(),
    reply: savedReply,
    errors: [...variantErrors, 'variant.not_found', 'product.changed'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/product/:id/variants/:variantId',
    access: 'staff',
    summary:
      'Take a variant from the shop for good; orders keep their copy, carts drop it, unsold ' +
      'keys stay in stock. The first one can only be deactivated',
    params: variantParams,
    reply: z.object(success),
    errors: ['product.not_found', 'variant.not_found', 'variant.first'],
  }),
}
