import { z } from 'zod'

import { couponLimits } from '../product-limits.ts'
import { route } from '../route.ts'
import {
  couponCode,
  amount,
  csvReply,
  dayOrInstantIn,
  entityId,
  filterOf,
  instant,
  listTotals,
  moneyIn,
  pageQuery,
  search,
  success,
  uuid,
} from '../shared.ts'
import { couponStatuses, couponTypes } from '../states.ts'
import { bulkBody, bulkReply } from './bulk.ts'
import { sortBy } from './list-query.ts'

/**
 * value is reais for fixed coupons and percent for all others (Q54); 0 in a limit means none (Q56).
 */
export const adminCoupon = z.object({
  ...entityId,
  code: z.string(),
  type: z.enum(couponTypes),
  value: amount,
  minPurchase: amount,
  maxDiscount: amount,
  usageCount: z.int(),
  usageLimit: z.int(),
  startDate: instant,
  endDate: instant,
  active: z.boolean(),
  status: z.enum(couponStatuses),
  products: z.array(z.object({ ...entityId, name: z.string() })),
  /** Single variants that it applies to, with their product's name. */
  variants: z.array(z.object({ ...entityId, name: z.string() })),
  createdAt: instant,
  updatedAt: instant,
})

export const couponStats = z.object({
  totalCupons: z.int(),
  activeCupons: z.int(),
  inactiveCupons: z.int(),
  expiredCupons: z.int(),
  upcomingCupons: z.int(),
  /** Coupons whose usage limit is reached. */
  exhaustedCupons: z.int(),
})

const linkedIds = z
  .array(
    z.union([
      uuid,
      z.object({ id: uuid }).transform((one) => one.id),
      z.object({ _id: uuid }).transform((one) => one._id),
    ]),
  )
  .max(500)

const couponFields = {
  code: couponCode.min(1).regex(/^\S+$/),
  type: z.enum(couponTypes),
  value: moneyIn,
  minPurchase: moneyIn,
  maxDiscount: moneyIn,
  usageLimit: z.int().min(0).max(couponLimits.uses),
  /** A day covers all its hours in the store's time zone; an instant is exact. */
  startDate: dayOrInstantIn,
  endDate: dayOrInstantIn,
  active: z.boolean(),
  products: linkedIds,
  /** Single variants, beside whole products. */
  variants: linkedIds,
}

const newCouponBody = z.object({
  ...couponFields,
  type: couponFields.type.default('percentage'),
  value: moneyIn.default(0),
  minPurchase: moneyIn.default(0),
  maxDiscount: moneyIn.default(0),
  usageLimit: couponFields.usageLimit.default(0),
  active: couponFields.active.default(true),
  products: couponFields.products.default([]),
  variants: couponFields.variants.default([]),
})

const id = { id: uuid }
const couponReply = z.object({ ...success, cupom: adminCoupon, data: adminCoupon })
const couponFilters = { search, status: filterOf(couponStatuses), type: filterOf(couponTypes) }

/** Back-office calls of coupons (Q20). */
export const coupons = {
  list: route({
    method: 'GET',
    path: '/api/admin/cupons',
    access: 'staff',
    fromReplica: true,
    summary: 'Coupons, newest first or sorted; the status is computed when it is read (Q55)',
    query: z.object({
      ...pageQuery,
      ...couponFilters,
      sort: sortBy(['code', 'usageCount', 'endDate']),
    }),
    reply: z.object({ ...success, cupons: z.array(adminCoupon), ...listTotals }),
  }),

  export: route({
    method: 'GET',
    path: '/api/admin/cupons/export.csv',
    access: 'staff',
    fromReplica: true,
    summary: 'The list of coupons as CSV',
    query: z.object(couponFilters),
    ...csvReply,
  }),

  stats: route({
    method: 'GET',
    path: '/api/admin/cupons/stats',
    access: 'staff',
    fromReplica: true,
    summary: 'Coupons by status',
    reply: couponStats.extend({ ...success, data: couponStats }),
  }),

  read: route({
    method: 'GET',
    path: '/api/admin/cupons/:id',
    access: 'staff',
    summary: 'One coupon with its linked products',
    params: z.object(id),
    reply: couponReply,
    errors: ['coupon.not_found'],
  }),

  create: route({
    method: 'POST',
    path: '/api/admin/cupons',
    access: 'staff',
    summary: 'Create a coupon; without products it is for the whole cart (Q57)',
    body: newCouponBody,
    reply: couponReply,
    errors: ['coupon.code_taken', 'coupon.dates', 'coupon.value', 'coupon.unknown_products'],
  }),

  update: route({
    method: 'PUT',
    path: '/api/admin/cupons/:id',
    also: ['PATCH /api/admin/cupons/:id'],
    access: 'staff',
    summary:
      'Change some or all fields of a coupon; payments under way keep the price they promised',
    params: z.object(id),
    body: z.object(couponFields).partial(),
    reply: couponReply,

    errors: [
      'coupon.not_found',
      'coupon.code_taken',
      'coupon.dates',
      'coupon.value',
      'coupon.limit',
      'coupon.unknown_products',
    ],
  }),

  bulkActive: route({
    method: 'POST',
    path: '/api/admin/cupons/bulk-active',
    access: 'staff',
    summary:
      'Switch each of many coupons on or off at once; the answer has what leads back, which ' +
      'leaves alone what was changed since',
    body: bulkBody(z.boolean()),
    reply: bulkReply(z.boolean()),
  }),

  toggle: route({
    method: 'PATCH',
    path: '/api/admin/cupons/:id/toggle',
    also: ['/api/admin/cupons/:id/status'],
    access: 'staff',
    summary: 'Turn the active flag over, or set it',
    params: z.object(id),
    body: z.object({ active: z.boolean().optional() }),
    reply: couponReply,
    errors: ['coupon.not_found'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/cupons/:id',
    access: 'staff',
    summary:
      'Delete a coupon: it leaves the lists and can be used no more; orders and open ' +
      'payments keep code and price (Q111)',
    params: z.object(id),
    reply: z.object(success),
    errors: ['coupon.not_found'],
  }),
}
