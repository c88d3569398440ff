import { z } from 'zod'

import { lengths } from '../lengths.ts'
import { isReadableKey, stockPaste } from '../product-limits.ts'
import { route } from '../route.ts'
import {
  amount,
  csvReply,
  currency,
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
import { grantStandings, grantStates, licenceStatuses, productProviders } from '../states.ts'
import { ofCustomer, sortBy } from './list-query.ts'
import { timeline } from './transactions.ts'

/**
 * A delivered licence, as staff see it: licenseKey is the whole key unless STAFF_KEYS=masked,
 * maskedKey its last four characters (Q120).
 */
export const adminLicence = z.object({
  ...entityId,
  product: z.object({ ...entityId, name: z.string() }),
  licenseKey: z.string(),
  maskedKey: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  userId: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  status: z.enum(licenceStatuses),
  expirationDate: instant.nullable(),
  createdAt: instant,
})

/** A licence with its origin and history, and only the end of its key. */
export const licenceStory = adminLicence.extend({
  /** Bought validity in days; null is for life. */
  validityDays: z.int().nullable(),
  price: amount,
  currency,
  /** Taken from stock, minted by a licence server, or entered by staff. */
  origin: z.enum(productProviders),
  /** When its key entered the stock, and its cost in reais. */
  stocked: z.object({ at: instant, cost: amount.nullable() }).nullable(),
  deliveredAt: instant.nullable(),
  /** When a refund or dispute of the order suspended the licence. */
  suspendedAt: instant.nullable(),

  /** Requests to a licence server, oldest first. */
  grants: z.array(
    z.object({
      ...entityId,
      state: z.enum(grantStates),
      standing: z.enum(grantStandings).nullable(),
      problem: z.string().nullable(),
      createdAt: instant,
    }),
  ),

  timeline,
})

const id = { id: uuid }
const licenceReply = z.object({ ...success, license: adminLicence, data: adminLicence })
const licenceFilters = { search, status: filterOf(licenceStatuses), userId: ofCustomer }

const licenceNumbers = {
  totalLicenses: z.int(),
  activeLicenses: z.int(),
  expiredLicenses: z.int(),
  revokedLicenses: z.int(),
}

export type LicenceNumbers = z.infer<z.ZodObject<typeof licenceNumbers>>

/** Back-office calls of licences (Q20). */
export const licences = {
  list: route({
    method: 'GET',
    path: '/api/admin/licenses',
    access: 'staff',
    fromReplica: true,
    summary:
      'Licences with their keys, newest first or sorted; search finds a key whole, by its last ' +
      'four or by a block of it, customer name and email, product (Q35, Q121)',
    query: z.object({ ...pageQuery, ...licenceFilters, sort: sortBy(['expirationDate']) }),
    reply: z.object({ ...success, licenses: z.array(adminLicence), ...listTotals }),
  }),

  export: route({
    method: 'GET',
    path: '/api/admin/licenses/export.csv',
    access: 'staff',
    fromReplica: true,
    summary: 'The list of licences as CSV, keys by their last four',
    query: z.object(licenceFilters),
    ...csvReply,
  }),

  stats: route({
    method: 'GET',
    path: '/api/admin/licenses/stats',
    access: 'staff',
    fromReplica: true,
    summary: 'Numbers of all licences (Q20)',
    reply: z.object({ ...success, ...licenceNumbers, data: z.object(licenceNumbers) }),
  }),

  read: route({
    method: 'GET',
    path: '/api/admin/licenses/:id',
    access: 'staff',
    summary: 'One licence',
    params: z.object(id),
    reply: licenceReply,
    errors: ['licence.not_found'],
  }),

  story: route({
    method: 'GET',
    path: '/api/admin/licenses/:id/story',
    access: 'staff',
    summary: 'Where a licence came from, what it was sold for, and what happened to it',
    params: z.object(id),
    reply: z.object({ ...success, license: licenceStory, data: licenceStory }),
    errors: ['licence.not_found'],
  }),

  status: route({
    method: 'PATCH',
    path: '/api/admin/licenses/:id/status',
    also: ['PUT /api/admin/licenses/:id', 'PATCH /api/admin/licenses/:id'],
    access: 'staff',
    params: z.object(id),
    body: z.object({ status: z.enum(licenceStatuses) }),
    summary:
      'Set the status; its stock licence is revoked and restored with it (Q37), and ' +
      'one made active after its date lasts its first duration anew',
    reply: licenceReply,
    errors: ['licence.not_found', 'licence.refunded', 'delivery.disputed', 'state.illegal'],
  }),

  reveal: route({
    method: 'POST',
    path: '/api/admin/licenses/:id/reveal',
    access: 'staff',
    summary: 'The whole key; who asked is in the audit log',
    params: z.object(id),
    reply: z.object({ ...success, licenseKey: z.string() }),
    errors: ['licence.not_found'],
  }),

  reveals: route({
    method: 'GET',
    path: '/api/admin/licenses/:id/reveals',
    access: 'staff',
    summary:
      'Who had the key on screen: the customer, first time from each address, and each time staff revealed it',
    params: z.object(id),

    reply: z.object({
      ...success,
      reveals: z.array(
        z.object({
          by: z.enum(['customer', 'staff']),
          name: z.string(),
          ip: z.string().nullable(),
          userAgent: z.string().nullable(),
          createdAt: instant,
        }),
      ),
    }),

    errors: ['licence.not_found'],
  }),

  replace: route({
    method: 'POST',
    path: '/api/admin/licenses/:id/replace',
    access: 'staff',
    params: z.object(id),

    body: z.object({
      reason: line(lengths.reason),
      licenseKey: z
        .string()
        .trim()
        .max(stockPaste.keyLength)
        .refine(isReadableKey)
        .optional()
        .transform((text) => text || null),
    }),

    summary:
      'Give an active licence another key, with the reason: from stock, minted anew ' +
      '(asked: the old one serves until then) or as entered; the old key is revoked ' +
      'and never sold again, the customer is told by mail',
    reply: licenceReply.extend({ replacement: z.enum(['done', 'asked']) }),

    errors: [
      'licence.not_found',
      'licence.not_active',
      'licence.replacing',
      'licence.key_changed',
      'licence.refunded',
      'licence.none_left',
      'licence.key_needed',
      'delivery.disputed',
      'delivery.buyer_banned',
      'delivery.buyer_deleted',
      'delivery.from_stock',
      'delivery.key_known',
    ],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/licenses/:id',
    access: 'staff',
    summary:
      'Take a licence from the list, an active one is revoked in the same act; the ' +
      'order, its customer and the books keep the record (Q122)',
    params: z.object(id),
    reply: z.object(success),
    errors: ['licence.not_found'],
  }),
}
