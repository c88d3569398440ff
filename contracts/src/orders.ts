import { z } from 'zod'
import { recentPayment } from './account-shapes.ts'
import { route } from './route.ts'
import {
  amount,
  currency,
  entityId,
  instant,
  licenseId,
  pageQuery,
  pagination,
  success,
  uuid,
} from './shared.ts'
import { customerLicenceStatuses, orderStatuses } from './states.ts'

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
  products: z.array(z.object({ ...entityId, name: z.string(), quantity: z.int(), price: amount })),
  licenses: z.array(z.string()),
  /**
   * Each unit with its product, in the order of the lines; the keys in licenses stand in the same
   * order.
   */
  units: z.array(
    z.object({
      productName: z.string(),
      licenseId,
      licenseKey: z.string().nullable(),
      status: z.enum(customerLicenceStatuses),
    }),
  ),
  pendingUnits: z.int(),
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
  image: z.string().nullable(),
  color: z.string(),
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
