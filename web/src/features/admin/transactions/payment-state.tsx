import { defaultCurrency } from '@chaveiro/contracts/limits'
import type { DisputeState, PaymentStatus } from '@chaveiro/contracts/states'
import { useTranslation } from 'react-i18next'

import { Badge, type Tone } from '../../../ui/badge.tsx'
import { MoneyBack } from '../shared/money-back.tsx'
import { TestBadge } from '../shared/test-badge.tsx'

const statusTones: Record<PaymentStatus, Tone> = {
  pending: 'wait',
  completed: 'good',
  failed: 'bad',
  rejected: 'bad',
  refunded: 'info',
}

/** Status of a payment, with its review reason (late, partial, disputed …). */
export function PaymentState({
  status,
  attention,
  test,
  currency = defaultCurrency,
  refundedAmount,
  dispute,
}: {
  status: PaymentStatus
  attention: string | null
  test?: true | undefined
  /** Currency of the refunded amount. */
  currency?: string | undefined
  refundedAmount?: number | undefined
  dispute?: DisputeState | undefined
}) {
  const { t, i18n } = useTranslation('admin')
  const attentionKey = `adminTransactions.attention.${attention}`

  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 align-top">
      <Badge tone={statusTones[status]}>{t(`adminTransactions.status.${status}`)}</Badge>

      {attention && i18n.exists(`admin:${attentionKey}`) && (
        <Badge tone="warm" className="whitespace-nowrap">
          {t(attentionKey as 'adminTransactions.attention.late')}
        </Badge>
      )}

      <MoneyBack
        of={{
          status,
          currency,
          refundedAmount,
          dispute: attention === 'disputed' ? undefined : dispute,
        }}
      />

      <TestBadge of={{ test }} />
    </span>
  )
}
