import { useEffect, useState } from 'react'

import { currentLanguage } from '../../../../i18n/language.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Each unit with its seconds, and from how many seconds on it is the one. */
const units = [
  ['day', day, 2 * day],
  ['hour', hour, hour],
  ['minute', minute, minute],
  ['second', 1, 0],
] as const

/** A length of time in its largest whole unit, as short as it can be read: 45 s, 4 min, 2 h, 3 dias. */
export function spanOf(seconds: number, language: string = currentLanguage()): string {
  const [unit, size] = units.find(([, , from]) => seconds >= from) ?? units.at(-1)!
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })

  return format.format(Math.floor(seconds / size))
}

/** How long ago a moment is; less than a minute counts as one. */
export const ageOf = (at: string, now: number): string =>
  spanOf(Math.max(minute, (now - Date.parse(at)) / 1000))

const stepMs = 30_000

/** The time now, looked at again every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs)
    return () => clearInterval(timer)
  }, [])

  return now
}
