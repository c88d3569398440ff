import type { DisputeState } from '@chaveiro/contracts/states'
import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import { Badge } from '../../../ui/badge.tsx'

type Of = {
  status: string
  currency: string
  refundedAmount?: number | undefined
  dispute?: DisputeState | undefined
}

/** Refunded share and disputes, shown beside a status (Q130). */
export function MoneyBack({ of }: { of: Of }) {
  const { t } = useTranslation('admin')
  const refundedAmount = of.refundedAmount ?? 0
  const isPartlyRefunded = of.status !== 'refunded' && refundedAmount > 0
  const contested = of.dispute !== 'won' && of.dispute

  return (
    <>
      {isPartlyRefunded && (
        <Badge tone="info">
          {t('kit.partBack', { amount: money(refundedAmount, of.currency) })}
        </Badge>
      )}

      {contested && (
        <Badge tone="warm">{t(contested === 'lost' ? 'kit.disputeLost' : 'kit.disputed')}</Badge>
      )}
    </>
  )
}
