const kept = new Map<string, Intl.DateTimeFormat>()

function format(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options)
  const found = kept.get(key) ?? new Intl.DateTimeFormat(language, options)
  kept.set(key, found)

  return found
}

/** The parts of a moment as a clock and a calendar of a zone show them. */
function partsOf(at: Date, timeZone: string, language: string) {
  const parts = format(language, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  }).formatToParts(at)

  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''

  return { year: part('year'), month: part('month').replace('.', ''), day: part('day') }
}

/** The number of a day in its zone's calendar, so that days can be counted between two. */
function dayNumber(at: Date, timeZone: string): number {
  const day = format('en-CA', { timeZone, dateStyle: 'short' }).format(at)
  return Date.parse(day) / 86_400_000
}

export type Moment = { day: 'today' | 'yesterday' | null; text: string }

/**
 * A moment as tables show it: the time alone where it was today or yesterday, which the word beside
 * it says; else the day, the year where it is another one, and the time.
 */
export function momentOf(at: Date, now: Date, timeZone: string, language: string): Moment {
  if (Number.isNaN(at.getTime())) return { day: null, text: '-' }

  const time = format(language, { timeZone, timeStyle: 'short' }).format(at)
  const ago = dayNumber(now, timeZone) - dayNumber(at, timeZone)
  if (ago === 0 || ago === 1) return { day: ago === 0 ? 'today' : 'yesterday', text: time }

  const { year, month, day } = partsOf(at, timeZone, language)
  const isOther = year !== partsOf(now, timeZone, language).year
  if (language === 'en-US')
    return { day: null, text: `${month} ${day}${isOther ? `, ${year}` : ''}, ${time}` }

  return { day: null, text: `${day} ${month}${isOther ? ` ${year}` : ''} ${time}` }
}

/** The same with everything that belongs to it. */
export function wholeMoment(at: Date, timeZone: string, language: string): string {
  if (Number.isNaN(at.getTime())) return '-'
  return format(language, { timeZone, dateStyle: 'full', timeStyle: 'medium' }).format(at)
}
