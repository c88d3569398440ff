import {
  defaultRange,
  rangeDays,
  ranges,
  type Range,
  type RangeQuery,
} from '@chaveiro/contracts/admin/ranges'

import { shopZone } from '../shared/shop-clock.ts'

/** Today in the shop's time zone, as YYYY-MM-DD. */
export const today = (): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: shopZone(),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date())

/** The range in the URL; an unknown name becomes the default. */
export function rangeInAddress({
  range: name,
  from,
  to,
}: Record<'range' | 'from' | 'to', string>): RangeQuery {
  const namedRange = ranges.find((one) => one === name) ?? defaultRange
  if (namedRange === 'own') return { range: namedRange, from, to }

  return { range: namedRange }
}

/** Switches to another range; a custom one starts with the days shown before. */
export function switchRange(shown: RangeQuery, range: Range): RangeQuery {
  if (range !== 'own') return { range: range }
  if (shown.range === 'own') return shown

  const lastDay = today()
  const firstDay = new Date(
    Date.parse(`${lastDay}T00:00:00Z`) - (rangeDays[shown.range] - 1) * 86_400_000,
  )

  return { range: range, from: firstDay.toISOString().slice(0, 10), to: lastDay }
}
