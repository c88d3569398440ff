import { z } from 'zod'

import { lengths } from '../lengths.ts'
import { currencies, productDefaults } from '../limits.ts'
import { defaultCategory, productLimits, sellerTypes, uploadLimits } from '../product-limits.ts'
import { route } from '../route.ts'
import {
  csvReply,
  filterOf,
  imageIn,
  line,
  listTotals,
  moneyIn,
  pageQuery,
  search,
  success,
  uuid,
} from '../shared.ts'
import { productProviders, productStatuses, roleWarnings } from '../states.ts'
import { bulkBody, bulkReply } from './bulk.ts'
import { adminProduct, listedProduct } from './product-shape.ts'

const sortColumns = [
  'name',
  '-name',
  'price',
  '-price',
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
] as const

const priceInput = moneyIn.max(productLimits.priceCentsMax / 100)
const levelInput = z.int().min(productLimits.levelMin).max(productLimits.levelMax)
const expiration = z.int().min(productLimits.expirationMin).max(productLimits.expirationMax)

/** An id, an exact name, or the category object of a list (Q39, Q42). */
const categoryInput = z.union([
  z.string().trim().min(1).max(100),
  z.object({ _id: uuid }),
  z.object({ id: uuid }),
])

const discordRoleId = z
  .string()
  .trim()
  .max(lengths.chatRole)
  .regex(/^\d*$/)
  .nullable()
  .transform((id) => id || null)

const maxPerOrder = z.int().min(productLimits.perOrderMin).max(productLimits.perOrderMax)
const description = z.string().trim().min(1).max(lengths.productDescription)
const metadataInput = z.object({ sellerType: z.enum(sellerTypes), level: levelInput, expiration })

const newProductBody = z.object({
  name: line(lengths.productName),
  description,
  price: priceInput.default(productDefaults.priceCents / 100),
  currency: z.enum(currencies).default(productDefaults.currency),
  category: categoryInput.default(defaultCategory),
  provider: z.enum(productProviders).default(productDefaults.provider),
  status: z.enum(productStatuses).default(productDefaults.status),
  discordRoleId: discordRoleId.optional(),
  isFeatured: z.boolean().default(false),
  image: imageIn.optional(),
  maxPerOrder: maxPerOrder.default(productDefaults.maxPerOrder),

  metadata: z
    .object({
      sellerType: z.enum(sellerTypes).default(productDefaults.sellerType),
      level: levelInput.default(productDefaults.level),
      /** null means valid for life. */
      expiration: expiration.nullable().default(productDefaults.expirationDays),
    })
    .prefault({}),
})

const productChanges = z
  .object({
    name: line(lengths.productName),
    description,
    price: priceInput,
    currency: z.enum(currencies),
    category: categoryInput,
    provider: z.enum(productProviders),
    status: z.enum(productStatuses),
    discordRoleId,
    isFeatured: z.boolean(),
    image: imageIn,
    maxPerOrder,
    // null makes the variant valid for life; 0 leaves a lifetime variant unchanged.
    metadata: metadataInput
      .extend({ expiration: z.literal(0).or(expiration).nullable() })
      .partial(),
    version: z.int().min(1),
  })
  .partial()

const id = { id: uuid }
const productReply = z.object({ ...success, product: adminProduct, data: adminProduct })

/**
 * A saved product. `roleWarning`: why the bot could not give its chat role; null when it can, or
 * when nothing was checked.
 */
const savedReply = productReply.extend({ roleWarning: z.enum(roleWarnings).nullable() })

const productFilters = {
  search,
  status: filterOf(productStatuses),
  category: z.string().trim().max(100).default(''),
  provider: filterOf(productProviders),
  sort: z.enum(sortColumns).default('-createdAt'),
}

const productNumbers = {
  totalProducts: z.int(),
  activeProducts: z.int(),
  maintenanceProducts: z.int(),
  discontinuedProducts: z.int(),
  inactiveProducts: z.int(),
  featuredProducts: z.int(),
  totalCategories: z.int(),
}

export type ProductNumbers = z.infer<z.ZodObject<typeof productNumbers>>

/** Back-office calls of products (Q20). */
export const products = {
  list: route({
    method: 'GET',
    path: '/api/admin/product',
    access: 'staff',
    summary: 'Products with their total and the number of distinct categories in use (Q84)',
    query: z.object({ ...pageQuery, ...productFilters }),
    reply: z.object({
      ...success,
      products: z.array(listedProduct),
      ...listTotals,
      distinctCategories: z.int(),
    }),
  }),

  export: route({
    method: 'GET',
    path: '/api/admin/product/export.csv',
    access: 'staff',
    summary: 'The list of products as CSV',
    query: z.object(productFilters),
    ...csvReply,
  }),

  stats: route({
    method: 'GET',
    path: '/api/admin/product/stats',
    access: 'staff',
    summary: 'Numbers of all products of the store, whatever the list shows (Q20, Q84)',
    reply: z.object({
      ...success,
      ...productNumbers,
      data: z.object(productNumbers),
    }),
  }),

  read: route({
    method: 'GET',
    path: '/api/admin/product/:id',
    access: 'staff',
    summary: 'One product',
    params: z.object(id),
    reply: productReply,
    errors: ['product.not_found'],
  }),

  create: route({
    method: 'POST',
    path: '/api/admin/product',
    access: 'staff',
    summary: 'Create a product; the category is an id or an exact name (Q42)',
    body: newProductBody,
    reply: savedReply,
    errors: ['product.category'],
  }),

  update: route({
    method: 'PUT',
    path: '/api/admin/product/:id',
    also: ['PATCH /api/admin/product/:id'],
    access: 'staff',
    params: z.object(id),
    body: productChanges,
    reply: savedReply,

    errors: [
      'product.not_found',
      'product.category',
      'product.changed',
      'variant.compare_at',
      'variant.delivery',
    ],

    summary:
      'Change some or all fields; with the version that was read, a change by another ' +
      'is answered by 409 and the current product',
  }),

  bulkStatus: route({
    method: 'POST',
    path: '/api/admin/product/bulk-status',
    access: 'staff',
    summary:
      'Give each of many products a status at once; the answer has what leads back, which ' +
      'leaves alone what was changed since',
    body: bulkBody(z.enum(productStatuses)),
    reply: bulkReply(z.enum(productStatuses)),
  }),

  bulkCategory: route({
    method: 'POST',
    path: '/api/admin/product/bulk-category',
    access: 'staff',
    summary:
      'Put each of many products into a category at once, all or none; the answer has what leads ' +
      'back, which leaves alone what was changed since',
    body: bulkBody(uuid),
    reply: bulkReply(z.string()),
    errors: ['product.category'],
  }),

  status: route({
    method: 'PATCH',
    path: '/api/admin/product/:id/status',
    access: 'staff',
    summary: 'Set the status',
    params: z.object(id),
    body: z.object({ status: z.enum(productStatuses) }),
    reply: productReply,
    errors: ['product.not_found'],
  }),

  toggle: route({
    method: 'PATCH',
    path: '/api/admin/product/:id/toggle',
    access: 'staff',
    summary: 'Turn the featured flag over',
    params: z.object(id),
    reply: productReply,
    errors: ['product.not_found'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/product/:id',
    access: 'staff',
    summary:
      'Take a product from the shop for good; orders and licences keep their copy, ' +
      'carts drop it, unsold keys stay in stock (Q43)',
    params: z.object(id),
    reply: z.object(success),
    errors: ['product.not_found'],
  }),

  upload: route({
    method: 'POST',
    path: '/api/admin/uploads',
    access: 'staff',
    summary:
      'Keep a picture for a product or category, as the body itself or as a file of a ' +
      'form; it is decoded and written anew',

    bytesIn: {
      types: [
        'image/png',
        'image/jpeg',
        'image/webp',
        'image/avif',
        'image/gif',
        'application/octet-stream',
        'multipart/form-data',
      ],
      max: uploadLimits.bytes,
    },

    reply: z.object({ ...success, url: z.string(), width: z.int(), height: z.int() }),

    errors: [
      'upload.not_image',
      'upload.moving',
      'upload.broken',
      'upload.too_large',
      'upload.heic',
      'upload.pixels',
      'request.media_type',
    ],
  }),
}
