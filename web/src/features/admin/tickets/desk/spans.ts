import { useEffect, useState } from 'react'

import { currentLanguage } from '../../../../i18n/language.ts'

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const daySeconds = 24 * hourSeconds

/** Units with their length and the least duration for which they are used, in seconds. */
const timeUnits = [
  ['day', daySeconds, 2 * daySeconds],
  ['hour', hourSeconds, hourSeconds],
  ['minute', minuteSeconds, minuteSeconds],
  ['second', 1, 0],
] as const

/** A duration in its largest whole unit, abbreviated: 45 s, 4 min, 2 h, 3 dias. */
export function formatSpan(seconds: number, language: string = currentLanguage()): string {
  const [unit, size] = timeUnits.find(([, , from]) => seconds >= from) ?? timeUnits.at(-1)!
  const unitFormat = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })

  return unitFormat.format(Math.floor(seconds / size))
}

/** Time since an instant, at least one minute. */
export const formatAge = (at: string, now: number): string =>
  formatSpan(Math.max(minuteSeconds, (now - Date.parse(at)) / 1000))

const refreshMs = 30_000

/** The current time in milliseconds, updated every 30 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    const pendingTimer = setInterval(() => setNow(Date.now()), refreshMs)
    return () => clearInterval(pendingTimer)
  }, [])

  return now
}
