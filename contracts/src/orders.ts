import { z } from 'zod'

import { onSale, pictureFields, recentPayment } from './account-shapes.ts'
import { lengths } from './lengths.ts'
import { route } from './route.ts'
import {
  amount,
  currency,
  entityId,
  instant,
  licenseId,
  pageQuery,
  pagination,
  plainText,
  success,
  uuid,
} from './shared.ts'
import { customerLicenceStatuses, orderStatuses, withdrawalStates } from './states.ts'

/**
 * Withdrawal from a purchase within seven days of payment (CDC, art. 49), with the statements of
 * customer and shop; null when it does not apply.
 */
export const withdrawal = z.object({
  state: z.enum(withdrawalStates),
  /** The deadline for requesting the withdrawal. */
  until: instant,
  askedAt: instant.nullable(),
  reason: z.string().nullable(),
  answer: z.string().nullable(),
})

/** Events of an order that its customer sees. */
export const orderEvents = ['made', 'paid', 'delivered', 'refunded'] as const

export const customerOrder = z.object({
  ...entityId,
  orderNumber: z.string(),
  status: z.enum(orderStatuses),
  createdAt: instant,
  totalAmount: amount,
  subtotal: amount,
  discount: amount,
  currency,
  paymentMethod: z.string(),

  products: z.array(
    z.object({
      ...entityId,
      /** The bought variant; its name is part of the line's name; '' without one. */
      variantId: z.string(),
      variantName: z.string(),
      name: z.string(),
      quantity: z.int(),
      price: amount,
      ...pictureFields,
      onSale,
    }),
  ),

  licenses: z.array(z.string()),

  /**
   * Each unit with its product, in the order of the lines; `licenses` has the keys in the same
   * order.
   */
  units: z.array(
    z.object({
      productId: z.string(),
      variantId: z.string(),
      productName: z.string(),
      licenseId,
      licenseKey: z.string().nullable(),
      status: z.enum(customerLicenceStatuses),
    }),
  ),

  pendingUnits: z.int(),
  /** The order's history, oldest first; a time that was not recorded is null. */
  timeline: z.array(z.object({ event: z.enum(orderEvents), at: instant.nullable() })),
  /** Deadline of the order's open payment; null without one. */
  openUntil: instant.nullable(),
  withdrawal: withdrawal.nullable(),
})

export const userProduct = z.object({
  ...entityId,
  name: z.string(),
  description: z.string(),
  price: amount,
  currency,
  status: z.enum(customerLicenceStatuses),
  purchaseDate: instant,
  expirationDate: instant.nullable(),
  licenseId,
  licenseKey: z.string().nullable(),
  orderNumber: z.string(),
  ...pictureFields,
  productId: z.string(),
  variantId: z.string(),
  onSale,
})

export const userPayment = recentPayment.extend({ productName: z.string() })

export const orders = {
  list: route({
    method: 'GET',
    path: '/api/users/orders',
    access: 'session',
    summary: 'Own orders, newest first',
    query: z.object(pageQuery),
    reply: z.object({
      ...success,
      orders: z.array(customerOrder),
      data: z.array(customerOrder),
      totalSpent: amount,
      pagination,
    }),
  }),

  invoice: route({
    method: 'GET',
    path: '/api/users/orders/:id/invoice',
    access: 'session',
    summary:
      'The document of an own order as PDF: receipt of a paid one, summary of an unpaid one (Q109)',
    params: z.object({ id: uuid }),
    file: 'application/pdf',
    reply: z.custom<import('./route.ts').FileReply>(),
    errors: ['order.not_found'],
  }),

  withdraw: route({
    method: 'POST',
    path: '/api/users/orders/:id/withdrawal',
    access: 'session',
    summary:
      'Take back an own order within seven days of its payment (CDC, art. 49), once; its licences ' +
      'are suspended at once, and staff send the money back',
    params: z.object({ id: uuid }),
    body: z.object({ reason: plainText(lengths.reason).optional() }),
    reply: z.object({ ...success, message: z.string(), withdrawal }),
    errors: ['order.not_found', 'withdrawal.exists', 'withdrawal.late', 'withdrawal.unpaid'],
  }),

  products: route({
    method: 'GET',
    path: '/api/users/products',
    access: 'session',
    summary: 'Own products with their licences, one entry a unit',
    reply: z.object({
      ...success,
      products: z.array(userProduct),
      data: z.array(userProduct),
      total: z.int(),
      active: z.int(),
      totalValue: amount,
    }),
  }),

  payments: route({
    method: 'GET',
    path: '/api/users/payments',
    access: 'session',
    summary: 'Own payments, newest first',
    query: z.object(pageQuery),
    reply: z.object({
      ...success,
      payments: z.array(userPayment),
      data: z.array(userPayment),
      pagination,
    }),
  }),
}
