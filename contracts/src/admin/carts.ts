import { z } from 'zod'

import { route } from '../route.ts'
import {
  amount,
  csvReply,
  currency,
  entityId,
  instant,
  pageQuery,
  pagination,
  success,
  uuid,
} from '../shared.ts'
import { cartStatuses } from '../states.ts'
import { oneOf, searchText, sortBy } from './list-query.ts'

const cartFilters = { search: searchText, status: oneOf(cartStatuses) }
const id = { id: uuid }

export const adminCart = z.object({
  ...entityId,
  userId: z.string(),
  user: z.object({ name: z.string(), email: z.string() }),
  itemCount: z.int(),
  totalAmount: amount,
  subtotal: amount,
  currency,
  status: z.enum(cartStatuses),
  expired: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  expiresAt: instant,
  termsAccepted: z.boolean(),
  discount: z.object({ applied: z.boolean(), cupomCode: z.string().nullable(), amount }),
})

const cartDetails = adminCart.extend({
  items: z.array(
    z.object({
      productId: z.string(),
      /** null when the product was deleted. */ product: z
        .object({ ...entityId, name: z.string(), image: z.string().nullable() })
        .nullable(),
      /** null when the product was deleted; sums leave out such a line. */
      price: amount.nullable(),
      quantity: z.int(),
    }),
  ),
})

const cartStats = {
  totalCarts: z.int(),
  activeCarts: z.int(),
  completedCarts: z.int(),
  abandonedCarts: z.int(),
  expiredCarts: z.int(),
}

/** Back-office calls of carts (Q20, Q21, Q35, Q51). */
export const carts = {
  list: route({
    method: 'GET',
    path: '/api/admin/carts',
    access: 'staff',
    fromReplica: true,
    summary: 'Carts, newest first or sorted; search by user id, name or e-mail',
    query: z.object({ ...pageQuery, ...cartFilters, sort: sortBy(['createdAt']) }),
    reply: z.object({
      ...success,
      carts: z.array(adminCart),
      data: z.array(adminCart),
      total: z.int(),
      pagination,
    }),
  }),

  stats: route({
    method: 'GET',
    path: '/api/admin/carts/stats',
    access: 'staff',
    fromReplica: true,
    summary:
      'Carts by status; expired counts the open ones past their date, which stand among active or abandoned too',
    reply: z.object({ ...success, ...cartStats, data: z.object(cartStats) }),
  }),

  export: route({
    method: 'GET',
    path: '/api/admin/carts/export.csv',
    access: 'staff',
    fromReplica: true,
    summary: 'The filtered carts as CSV',
    query: z.object(cartFilters),
    ...csvReply,
  }),

  read: route({
    method: 'GET',
    path: '/api/admin/carts/:id',
    access: 'staff',
    summary: 'A cart with its items',
    params: z.object(id),
    reply: z.object({ ...success, ...cartDetails.shape, cart: cartDetails, data: cartDetails }),
    errors: ['cart.not_found'],
  }),

  setStatus: route({
    method: 'PATCH',
    path: '/api/admin/carts/:id/status',
    also: ['PATCH /api/admin/carts/:id'],
    access: 'staff',
    summary:
      'Set a cart active, abandoned or completed, in any direction while no paid order ' +
      'hangs on it (Q110); completing one by hand delivers nothing',
    params: z.object(id),
    body: z.object({ status: z.enum(cartStatuses) }),
    reply: z.object({ ...success, ...cartDetails.shape, cart: cartDetails, data: cartDetails }),
    errors: ['cart.not_found', 'cart.paid', 'cart.another_open', 'cart.payment_open'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/carts/:id',
    access: 'staff',
    summary: 'Delete a cart that has no open payment',
    params: z.object(id),
    reply: z.object({ ...success, message: z.string() }),
    errors: ['cart.not_found', 'cart.payment_open'],
  }),
}
