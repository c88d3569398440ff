import type { CouponType } from '@chaveiro/contracts/states'

/** The create form as it stands on the screen: numbers are what was typed. */
export type CouponFields = {
  code: string
  type: CouponType
  value: string
  minPurchase: string
  maxDiscount: string
  startDate: string
  endDate: string
  usageLimit: string
  active: boolean
  products: readonly Linked[]
  variants: readonly Linked[]
}
/** A product, or an option told with its product's name. */
export type Linked = { id: string; name: string }

/** What the form starts with, and returns to after a success (B137). */
export const newCoupon: CouponFields = {
  code: '',
  type: 'percentage',
  value: '0',
  minPurchase: '0',
  maxDiscount: '0',
  startDate: '',
  endDate: '',
  usageLimit: '0',
  active: true,
  products: [],
  variants: [],
}

/** A number as typed, 0 when it is none (B175). */
export function numberOr0(text: string): number {
  const value = Number(text.replace(',', '.'))
  return Number.isFinite(value) ? value : 0
}

/** Whether the form may be saved: code and both dates are there (B063). */
export function canSave({
  code,
  startDate,
  endDate,
}: Pick<CouponFields, 'code' | 'startDate' | 'endDate'>): boolean {
  return code.trim() !== '' && startDate !== '' && endDate !== ''
}

/** What is sent: the form with its numbers read. */
export function couponBody(fields: CouponFields) {
  const { code, type, startDate, endDate, active } = fields
  const { products, variants } = fields
  return {
    code: code.trim(),
    type,
    startDate,
    endDate,
    active,
    value: numberOr0(fields.value),
    minPurchase: numberOr0(fields.minPurchase),
    maxDiscount: numberOr0(fields.maxDiscount),
    usageLimit: Math.trunc(numberOr0(fields.usageLimit)),
    ...(products.length ? { products: products.map(({ id }) => id) } : {}),
    ...(variants.length ? { variants: variants.map(({ id }) => id) } : {}),
  }
}
