import { rangeDays, rangeFault, type RangeQuery } from '@chaveiro/contracts/admin/ranges'

import { fail } from '../errors.ts'
import { daysAfter } from './store-calendar.ts'

/** Dates in the store's time zone; `until` is exclusive. */
export type Span = { from: string; until: string }

/** The dates of a range, which usually ends with today. Throws range.unusable. */
export function spanOf(query: RangeQuery, today: string): Span {
  const invalidRange = rangeFault(query, today)
  if (invalidRange) throw fail('range.unusable', invalidRange, { fields: [invalidRange.field] })
  if (query.range === 'own') return { from: query.from!, until: daysAfter(query.to!, 1) }

  const dayAfterToday = daysAfter(today, 1)

  return { from: daysAfter(dayAfterToday, -rangeDays[query.range]), until: dayAfterToday }
}
