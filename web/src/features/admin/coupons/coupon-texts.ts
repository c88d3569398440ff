import { money, number } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import type { Tone } from '../../../ui/badge.tsx'
import type { Coupon } from '../shared/rows.ts'
import { shortDate } from '../shared/shop-clock.ts'

export const couponTones: Record<Coupon['status'], Tone> = {
  active: 'good',
  inactive: 'muted',
  expired: 'bad',
  upcoming: 'info',
  exhausted: 'muted',
}

/** The discount: reais for fixed coupons, percent for all others (Q54, B057). */
export function couponValue({ type, value }: Pick<Coupon, 'type' | 'value'>): string {
  if (type === 'fixed') return money(value)

  return new Intl.NumberFormat(currentLanguage(), {
    style: 'percent',
    maximumFractionDigits: 2,
  }).format(value / 100)
}

/** Number of uses, with the limit if there is one (Q56). */
export function couponUsage({
  usageCount,
  usageLimit,
}: Pick<Coupon, 'usageCount' | 'usageLimit'>): string {
  if (usageLimit > 0) return `${number(usageCount)} / ${number(usageLimit)}`

  return number(usageCount)
}

/** First and last day in the shop's time zone (Q54). */
export function couponValidity(
  { startDate, endDate }: Pick<Coupon, 'startDate' | 'endDate'>,
  timeZone: string,
): string {
  return `${shortDate(startDate, timeZone)} – ${shortDate(endDate, timeZone)}`
}

/** An amount in reais; after zero comes its meaning, for example "no limit" (Q56). */
export function amountOrNone(amount: number, none: string): string {
  if (amount > 0) return money(amount)

  return `${money(0)} · ${none}`
}
