import { lengths } from '@chaveiro/contracts/lengths'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call, refusalMessage } from '../../../api/call.ts'
import { date } from '../../../i18n/format.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Order } from './order-lines.tsx'

type WithdrawalProps = {
  orderId: string
  number: string
  method: string
  withdrawal: NonNullable<Order['withdrawal']>
}

/** Payment method to the kind of refund text. */
const refundKinds: Record<string, 'pix' | 'card' | 'crypto'> = {
  pix: 'pix',
  efybank: 'pix',
  stripe: 'card',
  card: 'card',
  credit_card: 'card',
  crypto: 'crypto',
  binance: 'crypto',
}

/** When refunded money arrives. */
function RefundArrival({ method }: Pick<WithdrawalProps, 'method'>) {
  const { t } = useTranslation('account')
  const refundKind = refundKinds[method]

  if (!refundKind) return null

  return <p className="text-muted">{t(`withdrawal.arrives.${refundKind}`)}</p>
}

/** The right of withdrawal within seven days, or the state of a request (CDC, art. 49). */
export function OrderWithdrawal({ orderId, number, method, withdrawal }: WithdrawalProps) {
  const { t } = useTranslation('account')
  const [isOpen, setIsOpen] = useState(false)
  if (withdrawal.state !== 'possible')
    return <WithdrawalState method={method} withdrawal={withdrawal} />

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted">
        {t('withdrawal.until', { date: date(withdrawal.until, 'moment') })}
      </p>
      <Button look="ghost" className="-mx-4" onClick={() => setIsOpen(true)}>
        {t('withdrawal.ask')}
      </Button>

      <WithdrawalDialog
        open={isOpen}
        orderId={orderId}
        number={number}
        method={method}
        onClose={() => setIsOpen(false)}
      />
    </div>
  )
}

/** A withdrawal request: date, reason, refund and the shop's answer. */
function WithdrawalState({ method, withdrawal }: Pick<WithdrawalProps, 'method' | 'withdrawal'>) {
  const { t } = useTranslation('account')
  const { state, askedAt, reason, answer } = withdrawal
  if (state === 'possible') return null

  return (
    <section className="grid gap-1 border-t border-line pt-4 text-sm">
      <h3 className="font-semibold">{t(`withdrawal.is.${state}`)}</h3>

      {state === 'open' && (
        <>
          <p>{t('withdrawal.done')}</p>
          <RefundArrival method={method} />
        </>
      )}

      {askedAt && (
        <p className="text-muted">{t('withdrawal.askedAt', { date: date(askedAt, 'moment') })}</p>
      )}

      {reason && (
        <p className="wrap-anywhere whitespace-pre-line text-muted">
          {t('withdrawal.yourReason', { reason })}
        </p>
      )}

      {answer && (
        <p className="wrap-anywhere whitespace-pre-line">{t('withdrawal.answer', { answer })}</p>
      )}
    </section>
  )
}

/** Sends the request. A failure keeps the typed reason. */
function useWithdrawalRequest(orderId: string, onDone: () => void) {
  const { t } = useTranslation('common')
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function sendRequest(reason: string): Promise<void> {
    setIsBusy(true)
    setProblem(null)

    try {
      const { message } = await call(ownApi.orders.withdraw, {
        params: { id: orderId },
        body: reason.trim() ? { reason: reason.trim() } : {},
      })

      toast(message, 'good')
      onDone()
      await queryClient.invalidateQueries({ queryKey: [ownApi.orders.list.path] })
    } catch (error) {
      setProblem(refusalMessage(error, t('error.network')))
    } finally {
      setIsBusy(false)
    }
  }

  return { busy: isBusy, problem, send: (reason: string) => void sendRequest(reason) }
}

function WithdrawalDialog({
  open,
  orderId,
  number,
  method,
  onClose,
}: {
  open: boolean
  orderId: string
  number: string
  method: string
  onClose(): void
}) {
  const { t } = useTranslation(['account', 'common'])
  const [reason, setReason] = useState('')
  const { busy, problem, send } = useWithdrawalRequest(orderId, onClose)
  const reasonId = useId()

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('withdrawal.title', { number })}
      closeLabel={t('common:action.close')}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send(reason)
        }}
      >
        <p>{t('withdrawal.text')}</p>
        <RefundArrival method={method} />

        <div className="grid gap-1.5">
          <label htmlFor={reasonId} className="text-sm font-medium">
            {t('withdrawal.reason')}
          </label>

          <textarea
            id={reasonId}
            rows={3}
            maxLength={lengths.reason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            className="rounded-md border border-edge bg-ground px-3 py-2"
          />
        </div>

        {problem && <Notice tone="bad">{problem}</Notice>}

        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" busy={busy}>
            {t('withdrawal.send')}
          </Button>
          <Button look="ghost" onClick={onClose}>
            {t('withdrawal.back')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
