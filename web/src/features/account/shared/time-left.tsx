import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { countdown } from '../../../i18n/format.ts'

/** How long something can still be paid, by the second; nothing once that is over. */
export function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation('account')
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  const left = Date.parse(until) - now
  if (left <= 0) return null

  return (
    <span className="text-sm text-muted">
      {t('payment.left')}{' '}
      <span role="timer" aria-live="off" className="font-mono font-semibold text-ink">
        {countdown(left)}
      </span>
    </span>
  )
}
