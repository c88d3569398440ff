import { date, money, number } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import type { Tone } from '../../../ui/badge.tsx'
import type { Coupon } from '../shared/rows.ts'

export const couponTones: Record<Coupon['status'], Tone> = {
  active: 'good',
  inactive: 'muted',
  expired: 'bad',
  upcoming: 'info',
  exhausted: 'muted',
}

/** What a coupon takes off: reais for fixed ones, percent for all others (Q54, B057). */
export function couponValue({ type, value }: Pick<Coupon, 'type' | 'value'>): string {
  return type === 'fixed'
    ? money(value)
    : new Intl.NumberFormat(currentLanguage(), {
        style: 'percent',
        maximumFractionDigits: 2,
      }).format(value / 100)
}

/** How often it was used, and of how many times when there is a limit (Q56). */
export function couponUsage({
  usageCount,
  usageLimit,
}: Pick<Coupon, 'usageCount' | 'usageLimit'>): string {
  return usageLimit > 0 ? `${number(usageCount)} / ${number(usageLimit)}` : number(usageCount)
}

/** From which day to which it counts, by the shop's calendar wherever the reader is (Q54). */
export function couponValidity(
  { startDate, endDate }: Pick<Coupon, 'startDate' | 'endDate'>,
  timeZone: string,
): string {
  const day = (at: string) => date(at, 'day', currentLanguage(), timeZone)
  return `${day(startDate)} – ${day(endDate)}`
}

/** R$ with two decimals, and what a zero means (Q56). */
export function amountOrNone(amount: number, none: string): string {
  return amount > 0 ? money(amount) : `${money(0)} · ${none}`
}
