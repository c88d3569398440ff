import type { CouponType } from '@chaveiro/contracts/states'
import {
  moneyForm,
  percentForm,
  sentNumber,
  wholeForm,
  type NumberForm,
} from '../../../i18n/typed-number.ts'

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

const reais = moneyForm('BRL')

/** How each number of a coupon is written; its value is reais or percent (Q54). */
export const couponNumbers = (
  type: CouponType,
): Record<'value' | 'minPurchase' | 'maxDiscount' | 'usageLimit', NumberForm> => ({
  value: type === 'fixed' ? reais : percentForm,
  minPurchase: reais,
  maxDiscount: reais,
  usageLimit: wholeForm,
})

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
  const forms = couponNumbers(type)
  // 0 where a field is left empty (B175).
  const number = (name: keyof typeof forms) => sentNumber(fields[name], forms[name])
  return {
    code: code.trim(),
    type,
    startDate,
    endDate,
    active,
    value: number('value'),
    minPurchase: number('minPurchase'),
    maxDiscount: number('maxDiscount'),
    usageLimit: number('usageLimit'),
    ...(products.length ? { products: products.map(({ id }) => id) } : {}),
    ...(variants.length ? { variants: variants.map(({ id }) => id) } : {}),
  }
}
