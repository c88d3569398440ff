import { defaultCurrency } from '@chaveiro/contracts/limits'
import type { DisputeState, PaymentStatus } from '@chaveiro/contracts/states'
import { useTranslation } from 'react-i18next'

import { Badge, type Tone } from '../../../ui/badge.tsx'
import { MoneyBack } from '../shared/money-back.tsx'
import { TestBadge } from '../shared/test-badge.tsx'

const tones: Record<PaymentStatus, Tone> = {
  pending: 'wait',
  completed: 'good',
  failed: 'bad',
  rejected: 'bad',
  refunded: 'info',
}

/** How a payment stands, and what staff should know of it besides (late, partial, disputed …). */
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
  /** Of what went back. */
  currency?: string | undefined
  refundedAmount?: number | undefined
  dispute?: DisputeState | undefined
}) {
  const { t, i18n } = useTranslation('admin')
  const key = `adminTransactions.attention.${attention}`

  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={tones[status]}>{t(`adminTransactions.status.${status}`)}</Badge>

      {attention && i18n.exists(`admin:${key}`) && (
        <Badge tone="warm" className="whitespace-nowrap">
          {t(key as 'adminTransactions.attention.late')}
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
