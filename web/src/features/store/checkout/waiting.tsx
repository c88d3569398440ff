import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { countdown, date } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { KeyShape } from '../../../ui/key-shape.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { cutShare } from './cut-share.ts'
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

/** Remaining time to pay; red in its last two minutes. */
function TimeLeft({ until }: { until: string }) {
  const currentTime = useCurrentTime()
  const remaining = new Date(until).getTime() - currentTime

  return (
    <span
      role="timer"
      aria-live="off"
      className={join(
        'shrink-0 font-semibold max-sm:text-sm',
        remaining < 120_000 ? 'text-bad' : 'text-ink',
      )}
    >
      {countdown(remaining)}
    </span>
  )
}

/**
 * The deadline, which a screen reader reads once instead of every second. `language` fixes its form
 * (PIX stays pt-BR, Q100).
 */
export function Deadline({ until, language }: { until: string; language?: string }) {
  const { t } = useTranslation('checkout')
  return (
    <p className="text-sm text-balance text-muted">
      {t('wait.expires', { date: date(until, 'moment', language) })}
    </p>
  )
}

/** The state of an open payment in a few words, or the answer to "I have paid". */
function useStateText({ answer, confirmations, message }: LivePayment): string {
  const { t } = useTranslation('checkout')
  const [seen, needed] = confirmations?.split('/') ?? []

  if (answer === 'notAsked') return t('pay.notAsked')
  if (needed) return t('wait.confirmations', { seen, needed })
  // The shop's own message already says what is missing.
  if (answer === 'notYet' && !message) return t('pay.notYet')

  return t('wait.text')
}

/**
 * The footer of an open payment: its state, the time left, and a button that requests a check at
 * the bank or the network.
 */
export function PaymentWaiting({
  payment,
  paidLabel,
  until,
}: {
  payment: LivePayment
  paidLabel: string
  until?: string
}) {
  const stateText = useStateText(payment)
  const { asking, askProvider } = payment

  return (
    <div className="flex min-h-14 items-center gap-3 py-1.5 max-sm:gap-2">
      {asking ? (
        <Spinner small className="-mx-0.75 shrink-0" />
      ) : (
        <span aria-hidden className="size-2.5 shrink-0 animate-breathe rounded-full bg-wait" />
      )}
      <p role="status" className="-my-1.5 min-w-0 flex-1 text-xs sm:text-sm">
        {stateText}
      </p>

      {until && <TimeLeft until={until} />}

      {/* Not disabled during a check, because a disabled button loses the focus. */}
      <Button
        aria-busy={asking || undefined}
        className="shrink-0 max-sm:px-3"
        onClick={() => {
          if (!asking) void askProvider()
        }}
      >
        {paidLabel}
      </Button>
    </div>
  )
}

/**
 * A key blank whose teeth are cut as the payment proceeds. Once paid, it grows into the first key of
 * the success page.
 */
export function WaitingKey({
  paymentId,
  payment,
  copied: hasCopied,
}: {
  paymentId: string
  payment: LivePayment
  copied: boolean
}) {
  return (
    <KeyShape
      id={paymentId}
      share={cutShare(hasCopied, payment)}
      className="key-travel w-full max-w-60 [--bow:3.25rem]"
    />
  )
}

/** Failures that need a change to the order before a retry. */
const orderFailures = new Set(['stock.short', 'cart.unsellable', 'cart.empty', 'coupon.invalid'])

/** A failed payment: the reason on a key blank, and a button to retry or to change the order. */
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
    <div className="grid gap-4">
      <KeyShape id={null} className="[--bow:5rem]">
        <p role="alert" className="py-1 font-medium">
          {failure.text}
        </p>
      </KeyShape>
      <p className="text-sm text-muted">{t('wait.cartKept')}</p>

      <div className="flex flex-wrap gap-2">
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
