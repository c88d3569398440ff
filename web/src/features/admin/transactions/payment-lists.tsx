import { methodName } from '@chaveiro/contracts/method-names'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import type { Reply } from '../../../api/http.ts'
import { money } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Badge } from '../../../ui/badge.tsx'
import { DetailPart, PartRow, detailPath } from '../components/detail-page.tsx'
import { When } from '../components/when.tsx'
import { date } from '../shared/shop-clock.ts'
import { useStoryWords } from '../shared/story-words.ts'
import { PaymentState } from './payment-state.tsx'

export type FullPayment = Reply<typeof adminApi.transactions.read>['data']
type Of = { payment: FullPayment }

/** Other payments of the same order. */
export function PaymentAttempts({ payment }: Of) {
  const { t } = useTranslation('admin')
  return (
    <DetailPart
      title={t('adminTransactions.page.attempts')}
      none={t('adminTransactions.page.noAttempts')}
      shown={payment.attempts.length}
    >
      {payment.attempts.map((other) => (
        <PartRow
          key={other.id}
          to={detailPath('transactions', other.id)}
          title={methodName(other.method, currentLanguage())}
          line={<When at={other.createdAt} />}
          end={money(other.amount, other.currency)}
          state={<PaymentState status={other.status} attention={other.attention} />}
        />
      ))}
    </DetailPart>
  )
}

/** Received amounts with the provider's ids. */
export function PaymentReceipts({ payment }: Of) {
  const { t } = useTranslation('admin')
  return (
    <DetailPart
      title={t('adminTransactions.page.receipts')}
      none={t('adminTransactions.page.noReceipts')}
      shown={payment.receipts.length}
    >
      {payment.receipts.map((receipt) => (
        <PartRow
          key={receipt.receiptId}
          title={<span className="font-mono text-xs">{receipt.receiptId}</span>}
          line={
            <>
              <When at={receipt.receivedAt} />
              {receipt.byHand && ` · ${t('adminTransactions.page.byHand')}`}
            </>
          }
          end={money(receipt.amount, receipt.currency)}
        />
      ))}
    </DetailPart>
  )
}

const refundTones = { pending: 'wait', succeeded: 'good', failed: 'bad' } as const

/** Refunds, completed or attempted. */
export function PaymentRefunds({ payment }: Of) {
  const { t } = useTranslation('admin')
  const { why } = useStoryWords()

  return (
    <DetailPart
      title={t('adminTransactions.page.refunds')}
      none={t('adminTransactions.page.noRefunds')}
      shown={payment.refunds.length}
    >
      {payment.refunds.map((refund) => (
        <PartRow
          key={refund.id}
          title={why(refund.reason)}
          line={
            <>
              <When at={refund.createdAt} />
              {refund.failure && ` · ${refund.failure}`}
            </>
          }
          end={money(refund.amount, payment.currency)}
          state={
            <Badge tone={refundTones[refund.status]}>
              {t(`adminTransactions.page.refund.${refund.status}`)}
            </Badge>
          }
        />
      ))}
    </DetailPart>
  )
}

/** Disputes by a bank; hidden if there are none. */
export function Contested({ payment }: Of) {
  const { t } = useTranslation('admin')
  if (!payment.contested.length) return null

  return (
    <DetailPart
      title={t('adminTransactions.page.contested')}
      none=""
      shown={payment.contested.length}
    >
      {payment.contested.map((one) => (
        <PartRow
          key={one.id}
          title={one.reason ?? t(`adminTransactions.page.contestedBy.${one.kind}`)}
          line={
            <>
              <When at={one.createdAt} /> · {one.id}
              {one.dueAt &&
                ` · ${t('adminTransactions.page.due', { date: date(one.dueAt, 'moment') })}`}
            </>
          }
          end={money(one.amount, payment.currency)}
          state={
            <Badge tone="warm">
              {one.kind === 'dispute' ? t(`desk.disputeIs.${one.state as 'open'}`) : one.state}
            </Badge>
          }
        />
      ))}
    </DetailPart>
  )
}

/** Webhook events, by the provider's names. */
export function PaymentEvents({ payment }: Of) {
  const { t } = useTranslation('admin')
  return (
    <DetailPart
      title={t('adminTransactions.page.events')}
      none={t('adminTransactions.page.noEvents')}
      shown={payment.events.length}
    >
      {payment.events.map((event) => (
        <PartRow
          key={event.id}
          title={event.type}
          line={
            <>
              <When at={event.receivedAt} /> · <span className="font-mono">{event.id}</span>
            </>
          }
        />
      ))}
    </DetailPart>
  )
}
