const cachedFormats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const formatKey = language + JSON.stringify(options)
  const cachedFormat = cachedFormats.get(formatKey) ?? new Intl.DateTimeFormat(language, options)
  cachedFormats.set(formatKey, cachedFormat)

  return cachedFormat
}

/** Year, month and day of an instant in a time zone. */
function dateParts(at: Date, timeZone: string, language: string) {
  const formatParts = dateFormat(language, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  }).formatToParts(at)

  const partValue = (type: string) => formatParts.find((one) => one.type === type)?.value ?? ''

  return {
    year: partValue('year'),
    month: partValue('month').replace('.', ''),
    day: partValue('day'),
  }
}

/** Days since the epoch in the zone's calendar, so that two days can be subtracted. */
function dayNumber(at: Date, timeZone: string): number {
  const calendarDay = dateFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)
  return Date.parse(calendarDay) / 86_400_000
}

export type Moment = { day: 'today' | 'yesterday' | null; text: string }

/**
 * An instant as tables show it: only the time for today and yesterday, otherwise the day, the year
 * if it is not the current one, and the time.
 */
export function describeMoment(at: Date, now: Date, timeZone: string, language: string): Moment {
  if (Number.isNaN(at.getTime())) return { day: null, text: '-' }

  const clockTime = dateFormat(language, { timeZone, timeStyle: 'short' }).format(at)
  const daysAgo = dayNumber(now, timeZone) - dayNumber(at, timeZone)
  if (daysAgo === 0) return { day: 'today', text: clockTime }
  if (daysAgo === 1) return { day: 'yesterday', text: clockTime }

  const { year, month, day } = dateParts(at, timeZone, language)
  const isOtherYear = year !== dateParts(now, timeZone, language).year
  const yearSuffix = language === 'en-US' ? `, ${year}` : ` ${year}`
  const yearEnding = isOtherYear ? yearSuffix : ''
  if (language === 'en-US') return { day: null, text: `${month} ${day}${yearEnding}, ${clockTime}` }

  return { day: null, text: `${day} ${month}${yearEnding} ${clockTime}` }
}

/** A day with its year, such as '3 jan 2026'. */
export function shortDay(at: Date, timeZone: string, language: string): string {
  const { year, month, day } = dateParts(at, timeZone, language)
  return language === 'en-US' ? `${month} ${day}, ${year}` : `${day} ${month} ${year}`
}

const dayOffsets = { today: 0, yesterday: -1 }

/** An instant as one text, such as 'hoje 19:16'; the language has its own words for the two days. */
export function shortMoment(at: Date, now: Date, timeZone: string, language: string): string {
  const { day, text } = describeMoment(at, now, timeZone, language)
  if (!day) return text

  const dayWord = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    dayOffsets[day],
    'day',
  )

  return `${dayWord} ${text}`
}

/** The full date and time, for a tooltip. */
export function wholeMoment(at: Date, timeZone: string, language: string): string {
  if (Number.isNaN(at.getTime())) return '-'
  return dateFormat(language, { timeZone, dateStyle: 'full', timeStyle: 'medium' }).format(at)
}
