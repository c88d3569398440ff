import type { CouponType } from '@chaveiro/contracts/states'

export type DemoCoupon = {
  code: string
  type: CouponType
  /** In cents for fixed coupons, else in hundredths of a percent (Q54). */
  value: number
  minPurchaseCents?: number
  maxDiscountCents?: number
  usageLimit?: number
  inactive?: true
  /** Days from today; a negative number is in the past. */
  startsIn: number
  endsIn: number
  /** The coupon applies to the products of this category; without one, to the whole cart (Q57). */
  category?: string
}

/** Coupons of the demo: one of each type, and one in each state that the back office shows. */
export const demoCoupons: readonly DemoCoupon[] = [
  { code: 'BEMVINDO10', type: 'percentage', value: 1000, startsIn: -95, endsIn: 365 },
  {
    code: 'MENOS15',
    type: 'fixed',
    value: 1500,
    minPurchaseCents: 6000,
    startsIn: -95,
    endsIn: 180,
  },
  { code: 'PRIMEIRA', type: 'first_purchase', value: 1500, startsIn: -95, endsIn: 365 },
  {
    code: 'FIEL',
    type: 'loyalty',
    value: 1200,
    maxDiscountCents: 5000,
    startsIn: -95,
    endsIn: 365,
  },
  { code: 'COMBO', type: 'bundle', value: 800, startsIn: -95, endsIn: 365 },
  {
    code: 'VERAO',
    type: 'seasonal',
    value: 2000,
    maxDiscountCents: 4000,
    usageLimit: 300,
    startsIn: -18,
    endsIn: 40,
  },
  { code: 'JOGOS', type: 'category', value: 1500, category: 'jogos', startsIn: -60, endsIn: 120 },
  {
    code: 'ANIVER',
    type: 'birthday',
    value: 2500,
    maxDiscountCents: 3000,
    usageLimit: 100,
    startsIn: -10,
    endsIn: 20,
  },
  { code: 'VOLTA', type: 'recovery', value: 1000, startsIn: -95, endsIn: 365 },
  { code: 'GRATIS100', type: 'percentage', value: 10000, startsIn: -95, endsIn: 365 },
  {
    code: 'LANCAMENTO20',
    type: 'percentage',
    value: 2000,
    maxDiscountCents: 6000,
    usageLimit: 200,
    startsIn: -90,
    endsIn: -62,
  },
  { code: 'PRESENTE25', type: 'percentage', value: 2500, usageLimit: 50, startsIn: 15, endsIn: 45 },
  {
    code: 'PARCEIRO12',
    type: 'percentage',
    value: 1200,
    inactive: true,
    startsIn: -95,
    endsIn: 90,
  },
  {
    code: 'RELAMPAGO30',
    type: 'percentage',
    value: 3000,
    usageLimit: 5,
    startsIn: -45,
    endsIn: 30,
  },
]
