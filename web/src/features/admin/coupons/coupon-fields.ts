import type { CouponType } from '@chaveiro/contracts/states'

import {
  moneyForm,
  percentForm,
  validNumber,
  numberFieldText,
  wholeForm,
  type NumberForm,
} from '../../../i18n/typed-number.ts'
import type { Coupon } from '../shared/rows.ts'
import { fieldOfMoment } from '../shared/shop-clock.ts'

/** The form as it stands on the screen: numbers are what was typed. */
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

/** What the form of a coupon starts with; days are those of the shop's clock. */
export function fieldsOf(coupon: Coupon, timeZone?: string): CouponFields {
  const { code, type, startDate, endDate, active, products, variants } = coupon
  const forms = couponNumbers(type)
  const typed = (name: keyof typeof forms) =>
    coupon[name] === 0 ? '0' : numberFieldText(coupon[name], forms[name])
  const day = (at: string) => fieldOfMoment(new Date(at), timeZone).slice(0, 10)
  const linked = ({ id, name }: Linked) => ({ id, name })

  return {
    code,
    type,
    value: typed('value'),
    minPurchase: typed('minPurchase'),
    maxDiscount: typed('maxDiscount'),
    startDate: day(startDate),
    endDate: day(endDate),
    usageLimit: typed('usageLimit'),
    active,
    products: products.map(linked),
    variants: variants.map(linked),
  }
}

/** Whether the form may be saved: code and both dates are there (B063). */
export function canSave({
  code,
  startDate,
  endDate,
}: Pick<CouponFields, 'code' | 'startDate' | 'endDate'>): boolean {
  return code.trim() !== '' && startDate !== '' && endDate !== ''
}

/** What is sent for a new coupon: the form with its numbers read. */
export function couponBody(fields: CouponFields) {
  const { code, type, startDate, endDate, active } = fields
  const { products, variants } = fields
  const forms = couponNumbers(type)
  // 0 where a field is left empty (B175).
  const number = (name: keyof typeof forms) => validNumber(fields[name], forms[name])

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

type Changes = Partial<ReturnType<typeof couponBody>>

/**
 * What is sent for a coupon that exists: the fields that differ from those it was opened with. The
 * others stay as they are, even where the form shows less than is known, such as the hour of a date.
 */
export function couponChanges(before: CouponFields, after: CouponFields): Changes {
  const whole = (fields: CouponFields) => ({
    ...couponBody(fields),
    products: fields.products.map(({ id }) => id),
    variants: fields.variants.map(({ id }) => id),
  })

  const was = whole(before)
  const changed = Object.entries(whole(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof typeof was]),
  )

  return Object.fromEntries(changed) as Changes
}
