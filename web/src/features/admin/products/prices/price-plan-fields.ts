import type { AdminApi } from '@chaveiro/contracts/admin'

import type { Reply } from '../../../../api/http.ts'
import { validNumber, type NumberForm } from '../../../../i18n/typed-number.ts'
import { momentOfField } from '../../shared/shop-clock.ts'

type Prices = Reply<AdminApi['prices']['list']>
export type PricePlan = Prices['plans'][number]
export type PriceChange = Prices['history'][number]

/** Values of the form; times are in the shop's time zone, or empty. */
export type PlanFields = {
  variantId: string
  price: string
  compareAtPrice: string
  startsAt: string
  endsAt: string
}

const instantOf = (field: string): string | null => {
  if (!field) return null

  return momentOfField(field).toISOString()
}

export const pricePlanBody = (fields: PlanFields, money: NumberForm) => ({
  variantId: fields.variantId,
  price: validNumber(fields.price, money),
  compareAtPrice: fields.compareAtPrice.trim() ? validNumber(fields.compareAtPrice, money) : null,
  startsAt: instantOf(fields.startsAt),
  endsAt: instantOf(fields.endsAt),
})

/** The field whose time is wrong, and why; null if both times are valid. */
export function wrongTimes(
  { startsAt, endsAt }: PlanFields,
  now: Date,
): { field: 'startsAt' | 'endsAt'; why: 'needed' | 'past' | 'order' } | null {
  if (!startsAt && !endsAt) return { field: 'startsAt', why: 'needed' }
  if (startsAt && momentOfField(startsAt) < now) return { field: 'startsAt', why: 'past' }
  if (endsAt && momentOfField(endsAt) <= (startsAt ? momentOfField(startsAt) : now))
    return { field: 'endsAt', why: startsAt ? 'order' : 'past' }

  return null
}
