import { CircleX } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { countdown, date } from '../../../i18n/format.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Failure } from './live-payment.ts'
import type { LivePayment } from './use-live-payment.ts'

function useCurrentTime(): number {
  const [currentTime, setCurrentTime] = useState(() => Date.now())

  useEffect(() => {
    const ticker = setInterval(() => setCurrentTime(Date.now()), 1000)
    return () => clearInterval(ticker)
  }, [])

  return currentTime
}

/**
 * Remaining time to pay, and the deadline, which is announced once instead of every second.
 * `language` fixes the date's form (PIX stays pt-BR, Q100).
 */
function TimeLeft({ until, language }: { until: string; language?: string }) {
  const { t } = useTranslation('checkout')
  const currentTime = useCurrentTime()
  const remaining = new Date(until).getTime() - currentTime

  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-2 text-sm text-muted">
      <span>{t('wait.expires', { date: date(until, 'moment', language) })}</span>

      <span
        role="timer"
        aria-live="off"
        className={
          remaining < 120_000
            ? 'font-mono text-base font-semibold text-bad'
            : 'font-mono text-base font-semibold text-ink'
        }
      >
        {countdown(remaining)}
      </span>
    </p>
  )
}

type WaitingProps = Pick<LivePayment, 'askProvider' | 'asking' | 'note' | 'confirmations'> & {
  paidLabel: string
  until?: string
  language?: string
}

/** An open payment: its state and deadline, and a button that asks the provider at once. */
export function PaymentWaiting({
  askProvider,
  asking,
  note,
  confirmations,
  paidLabel,
  until,
  language,
}: WaitingProps) {
  const { t } = useTranslation('checkout')
  const [seen, needed] = confirmations?.split('/') ?? []
  const noteRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (note) noteRef.current?.scrollIntoView({ block: 'nearest' })
  }, [note])

  return (
    <div className="grid gap-2 sm:gap-3">
      {until && <TimeLeft until={until} {...(language ? { language } : {})} />}

      <p role="status" className="flex items-center gap-3 text-sm text-muted">
        <Spinner small className="shrink-0 text-accent" />

        {needed && <span>{t('wait.confirmations', { seen, needed })}</span>}

        {!needed && (
          <span>
            {t('wait.text')} <span className="max-sm:hidden">{t('wait.soon')}</span>
          </span>
        )}
      </p>

      <div className="grid">
        <div role="status" ref={noteRef} className="not-empty:mb-3">
          {note && <Notice tone="wait">{note}</Notice>}
        </div>

        <Button
          busy={asking}
          onClick={() => {
            void askProvider()
          }}
        >
          {paidLabel}
        </Button>
      </div>
    </div>
  )
}

/** Failures that need a change to the order before a retry. */
const orderFailures = new Set(['stock.short', 'cart.unsellable', 'cart.empty', 'coupon.invalid'])

/** A failed payment: the reason, and a button to retry or to change the order. */
export function FailedView({
  failure,
  onTryAgain,
  onChangeOrder,
  children,
}: {
  failure: Failure
  onTryAgain(): void
  onChangeOrder(): void
  children?: ReactNode
}) {
  const { t } = useTranslation(['checkout', 'common'])
  const needsOtherOrder = orderFailures.has(failure.code)

  return (
    <div className="grid justify-items-center gap-4 py-4 text-center">
      <CircleX aria-hidden size={36} className="text-bad" />
      <p role="alert">{failure.text}</p>
      <p className="text-sm text-muted">{t('wait.cartKept')}</p>

      <div className="grid w-full gap-2">
        {children}

        {needsOtherOrder && (
          <Button look="primary" onClick={onChangeOrder}>
            {t('wait.changeOrder')}
          </Button>
        )}
        {!needsOtherOrder && <Button onClick={onTryAgain}>{t('common:action.retry')}</Button>}
      </div>
    </div>
  )
}
