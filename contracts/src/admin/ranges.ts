// This file is separate from the calls, so that the browser's range choice loads no schemas.

export const ranges = ['7d', '30d', '90d', '1y', 'today', 'own'] as const
export type Range = (typeof ranges)[number]
export const defaultRange: Range = '30d'

/** Length in days of each range that ends today. */
export const rangeDays: Record<Exclude<Range, 'own'>, number> = {
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '1y': 365,
  today: 1,
}

/** A requested range. Only 'own' has the two days, in the shop's calendar. */
export type RangeQuery = { range: Range; from?: string | undefined; to?: string | undefined }

/** The longest custom range in days: three years with a leap day. */
export const longestRange = 1096

export type RangeFault = {
  field: 'from' | 'to'
  why: 'missing' | 'no_day' | 'future' | 'reversed' | 'too_long' | 'unasked'
}

/** A calendar day from 2000 to 2199 as a count of days; null for any other text. */
function dayNumber(text: string): number | null {
  if (!/^2[01]\d{2}-\d{2}-\d{2}$/.test(text)) return null

  const parsedDay = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(parsedDay.getTime()) || parsedDay.toISOString().slice(0, 10) !== text)
    return null

  return parsedDay.getTime() / 86_400_000
}

function faultOfDay(field: 'from' | 'to', text: string | undefined): RangeFault | null {
  if (!text) return { field, why: 'missing' }
  return dayNumber(text) === null ? { field, why: 'no_day' } : null
}

/** Why a range is invalid, and which of its days is wrong; `today` is the shop's day. */
export function rangeFault({ range, from, to }: RangeQuery, today: string): RangeFault | null {
  if (range !== 'own') {
    if (from) return { field: 'from', why: 'unasked' }
    return to ? { field: 'to', why: 'unasked' } : null
  }

  const faultOfDays = faultOfDay('from', from) ?? faultOfDay('to', to)
  if (faultOfDays || !from || !to) return faultOfDays
  if (from > today) return { field: 'from', why: 'future' }
  if (to > today) return { field: 'to', why: 'future' }
  if (from > to) return { field: 'to', why: 'reversed' }

  const dayCount = dayNumber(to)! - dayNumber(from)! + 1

  return dayCount > longestRange ? { field: 'from', why: 'too_long' } : null
}
