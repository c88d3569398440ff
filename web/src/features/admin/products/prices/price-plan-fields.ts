import type { AdminApi } from '@chaveiro/contracts/admin'

import type { Reply } from '../../../../api/http.ts'
import { validNumber, type NumberForm } from '../../../../i18n/typed-number.ts'
import { momentOfField } from '../../shared/shop-clock.ts'

type Prices = Reply<AdminApi['prices']['list']>
export type PricePlan = Prices['plans'][number]
export type PriceChange = Prices['history'][number]

/** The form as it stands on the screen; times by the shop's clock, empty is none. */
export type PlanFields = {
  variantId: string
  price: string
  compareAtPrice: string
  startsAt: string
  endsAt: string
}

const instantOf = (field: string): string | null =>
  field ? momentOfField(field).toISOString() : null

/** What a filled-in form sends. */
export const bodyOf = (fields: PlanFields, money: NumberForm) => ({
  variantId: fields.variantId,
  price: validNumber(fields.price, money),
  compareAtPrice: fields.compareAtPrice.trim() ? validNumber(fields.compareAtPrice, money) : null,
  startsAt: instantOf(fields.startsAt),
  endsAt: instantOf(fields.endsAt),
})

/** What is wrong with the times of a form, by the name of its text; null where nothing is. */
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
