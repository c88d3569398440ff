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
  const refundedPart = of.status !== 'refunded' && of.refundedAmount
  const contested = of.dispute && of.dispute !== 'won' ? of.dispute : null

  return (
    <>
      {refundedPart ? (
        <Badge tone="info">{t('kit.partBack', { amount: money(refundedPart, of.currency) })}</Badge>
      ) : null}
      {contested && (
        <Badge tone="warm">{t(contested === 'lost' ? 'kit.disputeLost' : 'kit.disputed')}</Badge>
      )}
    </>
  )
}
