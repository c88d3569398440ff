import type { adminApi } from '@chaveiro/contracts/admin'

import type { Body } from './answers.ts'
import { ids } from './samples.ts'

// Coupons of the back office, as the shop would answer them.

export type Coupon = Body<typeof adminApi.coupons.list>['cupons'][number]

export const summer: Coupon = {
  ...ids(1),
  code: 'VERAO',
  type: 'percentage',
  value: 12.5,
  minPurchase: 80.9,
  maxDiscount: 45.6,
  usageCount: 1031,
  usageLimit: 2500,
  // The first and the last second of a day in São Paulo.
  startDate: '2026-01-03T03:00:00.000Z',
  endDate: '2026-02-08T02:59:59.000Z',
  active: true,
  status: 'active',
  products: [
    { ...ids(2), name: 'Pincel Pro' },
    { ...ids(3), name: 'Tela Mini' },
  ],
  variants: [],
  createdAt: '2024-01-02T17:05:00.000Z',
  updatedAt: '2026-01-04T18:09:00.000Z',
}

/** A coupon for an amount in reais, without limits and for the whole cart. */
export const gift: Coupon = {
  ...summer,
  ...ids(4),
  code: 'BRINDE',
  type: 'fixed',
  value: 1250.5,
  minPurchase: 0,
  maxDiscount: 0,
  usageCount: 7,
  usageLimit: 0,
  active: false,
  status: 'inactive',
  products: [],
}
