import { CircleX } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { countdown, date } from '../../../lib/format.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** What is left to pay, and until when; the moment is told once, not read out every second. language fixes the date's form (PIX stays pt-BR, Q100). */
export function TimeLeft({ until, language }: { until: string; language?: string }) {
  const { t } = useTranslation('checkout')
  const now = useNow()
  const left = new Date(until).getTime() - now
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-muted">
      <span>{t('wait.expires', { date: date(until, 'moment', language) })}</span>
      <span
        role="timer"
        aria-live="off"
        className={
          left < 120_000
            ? 'font-mono text-base font-semibold text-bad'
            : 'font-mono text-base font-semibold text-ink'
        }
      >
        {countdown(left)}
      </span>
    </p>
  )
}

type WaitingProps = {
  askProvider(): Promise<void>
  asking: boolean
  note: string | null
  paidLabel: string
}

/** Money is awaited: it says so, and asks the provider at once on request. */
export function Waiting({ askProvider, asking, note, paidLabel }: WaitingProps) {
  const { t } = useTranslation('checkout')
  return (
    <div className="grid gap-3">
      <p role="status" className="flex items-center gap-3 text-sm text-muted">
        <Spinner small className="shrink-0 text-accent" />
        {t('wait.text')}
      </p>
      {note ? <Notice tone="wait">{note}</Notice> : null}
      <Button
        busy={asking}
        onClick={() => {
          void askProvider()
        }}
      >
        {paidLabel}
      </Button>
    </div>
  )
}

/** It failed: why, and the way back to the start. */
export function FailedView({
  text,
  onTryAgain,
  children,
}: {
  text: string
  onTryAgain(): void
  children?: ReactNode
}) {
  const { t } = useTranslation(['checkout', 'common'])
  return (
    <div className="grid justify-items-center gap-4 py-4 text-center">
      <CircleX aria-hidden size={36} className="text-bad" />
      <p role="alert">{text}</p>
      <p className="text-sm text-muted">{t('wait.cartKept')}</p>
      <div className="grid w-full gap-2">
        {children}
        <Button onClick={onTryAgain}>{t('common:action.retry')}</Button>
      </div>
    </div>
  )
}
