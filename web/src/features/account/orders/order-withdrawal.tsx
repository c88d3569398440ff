import { lengths } from '@chaveiro/contracts/lengths'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
import { date } from '../../../i18n/format.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Order } from './order-lines.tsx'

type Asked = {
  orderId: string
  number: string
  method: string
  withdrawal: NonNullable<Order['withdrawal']>
}

/** By which way of paying money arrives how. */
const ways: Record<string, 'pix' | 'card' | 'crypto'> = {
  pix: 'pix',
  efybank: 'pix',
  stripe: 'card',
  card: 'card',
  credit_card: 'card',
  crypto: 'crypto',
  binance: 'crypto',
}

/** When money that the shop sends back arrives. */
function Arrival({ method }: Pick<Asked, 'method'>) {
  const { t } = useTranslation('account')
  const way = ways[method]

  if (!way) return null

  return <p className="text-muted">{t(`withdrawal.arrives.${way}`)}</p>
}

/** Taking an order back while its seven days last, or what became of that (CDC, art. 49). */
export function OrderWithdrawal({ orderId, number, method, withdrawal }: Asked) {
  const { t } = useTranslation('account')
  const [open, setOpen] = useState(false)
  if (withdrawal.state !== 'possible') return <Told method={method} withdrawal={withdrawal} />

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted">
        {t('withdrawal.until', { date: date(withdrawal.until, 'moment') })}
      </p>
      <Button look="ghost" size="sm" onClick={() => setOpen(true)}>
        {t('withdrawal.ask')}
      </Button>

      <AskDialog
        open={open}
        orderId={orderId}
        number={number}
        method={method}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}

/** When it was made, why, how the money returns, and what the shop said to it. */
function Told({ method, withdrawal }: Pick<Asked, 'method' | 'withdrawal'>) {
  const { t } = useTranslation('account')
  const { state, askedAt, reason, answer } = withdrawal
  if (state === 'possible') return null

  return (
    <section className="grid gap-1 border-t border-line pt-4 text-sm">
      <h3 className="font-semibold">{t(`withdrawal.is.${state}`)}</h3>

      {state === 'open' && (
        <>
          <p>{t('withdrawal.done')}</p>
          <Arrival method={method} />
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

/** Sends the wish, and says why it could not be sent without losing what was written. */
function useAsk(orderId: string, onDone: () => void) {
  const { t } = useTranslation('common')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function send(reason: string): Promise<void> {
    setBusy(true)
    setProblem(null)

    try {
      const { message } = await call(ownApi.orders.withdraw, {
        params: { id: orderId },
        body: reason.trim() ? { reason: reason.trim() } : {},
      })

      toast(message, 'good')
      onDone()
      await client.invalidateQueries({ queryKey: [ownApi.orders.list.path] })
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : t('error.network'))
    } finally {
      setBusy(false)
    }
  }

  return { busy, problem, send: (reason: string) => void send(reason) }
}

function AskDialog({
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
  const { busy, problem, send } = useAsk(orderId, onClose)
  const id = useId()

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
        <Arrival method={method} />

        <div className="grid gap-1.5">
          <label htmlFor={id} className="text-sm font-medium">
            {t('withdrawal.reason')}
          </label>

          <textarea
            id={id}
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
