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

/** Beside a status: how much of the money went back, and that a bank contests it (Q130). */
export function MoneyBack({ of }: { of: Of }) {
  const { t } = useTranslation('admin')
  const part = of.status !== 'refunded' && of.refundedAmount
  const contested = of.dispute && of.dispute !== 'won' ? of.dispute : null

  return (
    <>
      {part ? (
        <Badge tone="info">{t('kit.partBack', { amount: money(part, of.currency) })}</Badge>
      ) : null}
      {contested && (
        <Badge tone="warm">{t(contested === 'lost' ? 'kit.disputeLost' : 'kit.disputed')}</Badge>
      )}
    </>
  )
}
