import { z } from 'zod'

import { lengths } from '../lengths.ts'
import { stockBulk, stockPaste, stockThreshold } from '../product-limits.ts'
import { route } from '../route.ts'
import {
  csvReply,
  email,
  entityId,
  filterOf,
  instant,
  line,
  listTotals,
  pageQuery,
  search,
  success,
  uuid,
} from '../shared.ts'
import { stockStatuses } from '../states.ts'
import { sortBy } from './list-query.ts'

/**
 * A key of the stock as staff see it: licenseKey is whole unless STAFF_KEYS=masked, maskedKey its
 * last four characters (Q120). `product` is null after deletion.
 */
export const adminStockKey = z.object({
  ...entityId,
  licenseKey: z.string(),
  maskedKey: z.string(),

  product: z
    .object({
      ...entityId,
      name: z.string(),
      variant: z.object({ ...entityId, name: z.string() }),
    })
    .nullable(),

  productId: z.string(),
  status: z.enum(stockStatuses),
  usedBy: z.object({ email: z.string(), name: z.string(), usedAt: instant.nullable() }).nullable(),
  /**
   * Whether an order has the key, or had it until a replacement; such a key never returns to the
   * stock.
   */
  sold: z.boolean(),
  orderId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
})

export const stockStats = z.object({
  totalLicenses: z.int(),
  availableLicenses: z.int(),
  usedLicenses: z.int(),
  revokedLicenses: z.int(),
  reservedLicenses: z.int(),
})

/**
 * Stock of one variant; `id` is the variant's. daysLeft is null without sales in 30 days. lowSince
 * is when staff were alerted. awaited counts buyers who asked for a restock mail.
 */
export const stockProduct = z.object({
  ...entityId,
  productId: z.string(),
  name: z.string(),
  /** The product's and the variant's part of `name`. */
  productName: z.string(),
  variantName: z.string(),
  available: z.int(),
  waiting: z.int(),
  threshold: z.int(),
  lowSince: instant.nullable(),
  soldIn30Days: z.int(),
  daysLeft: z.number().nullable(),
  awaited: z.int(),
})

/** The result of a pasted line; firstLine is the number of the earlier line with the same key. */
export const pastedLine = z.object({
  line: z.int(),
  result: z.enum(['accepted', 'duplicate', 'empty', 'invalid']),
  firstLine: z.int().optional(),
})

/** A licence key, or its opaque id, which the web app sends (Q20). */
const key = { licenseKey: z.string().trim().min(1).max(stockPaste.keyLength) }

/**
 * The key's fields are at the top level of the answer (B208), with copies under `license` and
 * `data`, as in other calls (Q21).
 */
const stockKeyReply = adminStockKey.extend({
  ...success,
  license: adminStockKey,
  data: adminStockKey,
})

const variantFilter = uuid
  .or(z.literal(['', 'all']))
  .optional()
  .transform((id) => (id === '' || id === 'all' ? undefined : id))

const stockFilters = {
  search,
  status: filterOf(stockStatuses),
  productId: variantFilter,
  variantId: variantFilter,
}

const keyUser = z
  .object({ email: z.literal('').or(email), name: z.literal('').or(line(lengths.person)) })
  .partial()

const bulkIds = z.array(uuid).min(1).max(stockBulk)

const bulkReply = z.object({
  ...success,
  changed: z.int(),
  refused: z.array(z.object({ ...entityId, code: z.string(), error: z.string() })),
})

const pastedText = z
  .union([
    z.array(z.string().max(stockPaste.keyLength * 2)),
    z
      .string()
      .max(stockPaste.lines * stockPaste.keyLength)
      .transform((text) => text.split(/\r\n|\r|\n/)),
  ])
  .pipe(z.array(z.string()).min(1).max(stockPaste.lines))

/** Back-office calls of stock (Q20). */
export const stock = {
  list: route({
    method: 'GET',
    path: '/api/admin/stock',
    access: 'staff',
    fromReplica: true,
    summary:
      'Keys, newest first or oldest first; search finds a key whole, by its last four or by a block of ' +
      'it, and the email of who uses it (Q35, Q121)',
    query: z.object({ ...pageQuery, ...stockFilters, sort: sortBy(['createdAt']) }),
    reply: z.object({ ...success, licenses: z.array(adminStockKey), ...listTotals }),
  }),

  export: route({
    method: 'GET',
    path: '/api/admin/stock/export.csv',
    access: 'staff',
    fromReplica: true,
    summary: 'The list of keys as CSV, keys by their last four',
    query: z.object(stockFilters),
    ...csvReply,
  }),

  stats: route({
    method: 'GET',
    path: '/api/admin/stock/stats',
    access: 'staff',
    fromReplica: true,
    summary: 'Keys by status',
    reply: stockStats.extend({ ...success, data: stockStats }),
  }),

  products: route({
    method: 'GET',
    path: '/api/admin/stock/products',
    access: 'staff',
    fromReplica: true,
    summary:
      'Products, or their variants, that keys can be added to, with free keys and paid units that wait for ' +
      'one, what the watch is set to, and how long the keys last at the rate of the ' +
      'last 30 days',
    reply: z.object({ ...success, products: z.array(stockProduct) }),
  }),

  threshold: route({
    method: 'PUT',
    path: '/api/admin/stock/products/:id/threshold',
    access: 'staff',
    summary:
      'From how many unsold keys staff hear by mail that a product runs low, once each ' +
      'time it falls there; null for the usual number',
    params: z.object({ id: uuid }),
    body: z.object({ threshold: z.int().min(0).max(stockThreshold.max).nullable() }),
    reply: z.object({ ...success, product: stockProduct }),
    errors: ['product.not_found'],
  }),

  read: route({
    method: 'GET',
    path: '/api/admin/stock/:licenseKey',
    access: 'staff',
    summary: 'One key by itself or by its id',
    params: z.object(key),
    reply: stockKeyReply,
    errors: ['stock.not_found'],
  }),

  add: route({
    method: 'POST',
    path: '/api/admin/stock',
    access: 'staff',
    summary:
      'Add keys, one a line; known and repeated ones are skipped and reported by line ' +
      '(Q45), so that a call sent twice adds nothing twice; a line with characters that nobody ' +
      'can see or read is invalid; dryRun reports without saving (Q131)',

    body: z.object({
      productId: uuid,
      /** The variant; defaults to the product's first one. */
      variantId: uuid.optional(),
      licenses: pastedText,
      dryRun: z.boolean().default(false),
    }),

    reply: z.object({
      ...success,
      message: z.string(),
      dryRun: z.boolean(),
      added: z.int(),
      skipped: z.int(),
      lines: z.array(pastedLine),
    }),

    errors: ['product.not_found', 'variant.not_found', 'stock.none_added'],
  }),

  status: route({
    method: 'PATCH',
    path: '/api/admin/stock/:licenseKey/status',
    also: ['/api/admin/stock/:licenseKey', 'PUT /api/admin/stock/:licenseKey'],
    access: 'staff',
    params: z.object(key),
    summary:
      'Set the status, from any to any unless the key was sold or a payment holds it; ' +
      'used takes who uses it, and the licence of a sold key is revoked and restored ' +
      'with it (Q37, Q110)',
    body: z.object({ status: z.enum(stockStatuses), usedBy: keyUser.optional() }),
    reply: stockKeyReply,

    errors: [
      'stock.not_found',
      'stock.payment_open',
      'stock.sold',
      'stock.used_by',
      'licence.refunded',
      'delivery.disputed',
    ],
  }),

  reveal: route({
    method: 'POST',
    path: '/api/admin/stock/:licenseKey/reveal',
    access: 'staff',
    summary: 'The whole key; who asked is in the audit log',
    params: z.object(key),
    reply: z.object({ ...success, licenseKey: z.string() }),
    errors: ['stock.not_found'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/stock/:licenseKey',
    access: 'staff',
    summary: 'Delete a key that was never sold',
    params: z.object(key),
    reply: z.object(success),
    errors: ['stock.not_found', 'stock.payment_open', 'stock.sold'],
  }),

  bulkStatus: route({
    method: 'POST',
    path: '/api/admin/stock/bulk-status',
    access: 'staff',
    summary: 'Set the status of many keys; those that may not move are told by id and stay',
    body: z.object({ ids: bulkIds, status: z.enum(stockStatuses), usedBy: keyUser.optional() }),
    reply: bulkReply,
  }),

  bulkDelete: route({
    method: 'POST',
    path: '/api/admin/stock/bulk-delete',
    access: 'staff',
    summary: 'Delete many keys; those that may not go are told by id and stay',
    body: z.object({ ids: bulkIds }),
    reply: bulkReply,
  }),
}
