import { rangeDays, rangeFault, type RangeQuery } from '@chaveiro/contracts/admin/ranges'

import { fail } from '../errors.ts'
import { daysAfter } from './store-calendar.ts'

/** Days of the store; `until` is exclusive. */
export type Span = { from: string; until: string }

/** The days of a range, normally with today as the last. Throws range.unusable. */
export function spanOf(query: RangeQuery, today: string): Span {
  const invalidRange = rangeFault(query, today)
  if (invalidRange) throw fail('range.unusable', invalidRange, { fields: [invalidRange.field] })
  if (query.range === 'own') return { from: query.from!, until: daysAfter(query.to!, 1) }

  const dayAfterToday = daysAfter(today, 1)

  return { from: daysAfter(dayAfterToday, -rangeDays[query.range]), until: dayAfterToday }
}
