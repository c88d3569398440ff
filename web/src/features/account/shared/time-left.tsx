import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { countdown } from '../../../i18n/format.ts'
import { join } from '../../../ui/join.ts'

/** Countdown to the second; null once it is over. If `short`, only screen readers get its label. */
export function TimeLeft({ until, short = false }: { until: string; short?: boolean }) {
  const { t } = useTranslation('account')
  const [currentTime, setCurrentTime] = useState(() => Date.now())

  useEffect(() => {
    const ticker = setInterval(() => setCurrentTime(Date.now()), 1000)
    return () => clearInterval(ticker)
  }, [])

  const remaining = Date.parse(until) - currentTime
  if (remaining <= 0) return null

  return (
    <span className="text-sm text-muted">
      <span className={join(short && 'sr-only')}>{t('payment.left')} </span>
      <span role="timer" aria-live="off" className="font-mono font-semibold text-ink">
        {countdown(remaining)}
      </span>
    </span>
  )
}
