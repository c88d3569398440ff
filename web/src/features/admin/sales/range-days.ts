import {
  defaultRange,
  rangeDays,
  ranges,
  type Range,
  type RangeQuery,
} from '@chaveiro/contracts/admin/ranges'

import { shopZone } from '../shared/shop-clock.ts'

/** The day of the shop's clock, YYYY-MM-DD. */
export const today = (): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: shopZone(),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date())

/** The range that an address names; an unknown name is the default one. */
export function rangeOf({
  range: name,
  from,
  to,
}: Record<'range' | 'from' | 'to', string>): RangeQuery {
  const range = ranges.find((one) => one === name) ?? defaultRange
  return range === 'own' ? { range, from, to } : { range }
}

/** A range under another name; of one's own it begins with the days that were shown. */
export function renamed(shown: RangeQuery, range: Range): RangeQuery {
  if (range !== 'own') return { range }
  if (shown.range === 'own') return shown

  const to = today()
  const from = new Date(Date.parse(`${to}T00:00:00Z`) - (rangeDays[shown.range] - 1) * 86_400_000)

  return { range, from: from.toISOString().slice(0, 10), to }
}
