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

/** Values of the form; numbers are still text. */
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

/** A product, or an option whose name includes the product's name. */
export type Linked = { id: string; name: string }

/** Initial values, also after a coupon was created (B137). */
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

const reaisFormat = moneyForm('BRL')

/** Number formats of a coupon; `value` is in reais or percent (Q54). */
export const couponNumbers = (
  type: CouponType,
): Record<'value' | 'minPurchase' | 'maxDiscount' | 'usageLimit', NumberForm> => ({
  value: type === 'fixed' ? reaisFormat : percentForm,
  minPurchase: reaisFormat,
  maxDiscount: reaisFormat,
  usageLimit: wholeForm,
})

/** Form values of a coupon; dates are in the shop's time zone. */
export function couponFields(coupon: Coupon, timeZone?: string): CouponFields {
  const { code, type, startDate, endDate, active, products, variants } = coupon
  const numberForms = couponNumbers(type)
  const typedNumber = (name: keyof typeof numberForms) =>
    coupon[name] === 0 ? '0' : numberFieldText(coupon[name], numberForms[name])
  const calendarDay = (at: string) => fieldOfMoment(new Date(at), timeZone).slice(0, 10)
  const linkedItem = ({ id, name }: Linked) => ({ id, name })

  return {
    code,
    type,
    value: typedNumber('value'),
    minPurchase: typedNumber('minPurchase'),
    maxDiscount: typedNumber('maxDiscount'),
    startDate: calendarDay(startDate),
    endDate: calendarDay(endDate),
    usageLimit: typedNumber('usageLimit'),
    active,
    products: products.map(linkedItem),
    variants: variants.map(linkedItem),
  }
}

/** Whether code and both dates are filled in (B063). */
export function isComplete({
  code,
  startDate,
  endDate,
}: Pick<CouponFields, 'code' | 'startDate' | 'endDate'>): boolean {
  return code.trim() !== '' && startDate !== '' && endDate !== ''
}

/** Request body of a new coupon. */
export function couponBody(fields: CouponFields) {
  const { code, type, startDate, endDate, active } = fields
  const { products, variants } = fields
  const numberForms = couponNumbers(type)
  // An empty field means 0 (B175).
  const sentValue = (name: keyof typeof numberForms) => validNumber(fields[name], numberForms[name])

  return {
    code: code.trim(),
    type,
    startDate,
    endDate,
    active,
    value: sentValue('value'),
    minPurchase: sentValue('minPurchase'),
    maxDiscount: sentValue('maxDiscount'),
    usageLimit: sentValue('usageLimit'),
    ...(products.length ? { products: products.map(({ id }) => id) } : {}),
    ...(variants.length ? { variants: variants.map(({ id }) => id) } : {}),
  }
}

type Changes = Partial<ReturnType<typeof couponBody>>

/**
 * Request body of a changed coupon: only fields that differ from their initial value. A field of
 * the form can hold less than the server, for example a date without its time.
 */
export function couponChanges(before: CouponFields, after: CouponFields): Changes {
  const wholeBody = (fields: CouponFields) => ({
    ...couponBody(fields),
    products: fields.products.map(({ id }) => id),
    variants: fields.variants.map(({ id }) => id),
  })

  const bodyBefore = wholeBody(before)
  const changedEntries = Object.entries(wholeBody(after)).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(bodyBefore[name as keyof typeof bodyBefore]),
  )

  return Object.fromEntries(changedEntries) as Changes
}
