import type { AdminApi } from '@chaveiro/contracts/admin'
import type { PaymentStatus } from '@chaveiro/contracts/states'
import { useTranslation } from 'react-i18next'

import type { Reply } from '../../../api/http.ts'
import { money, number } from '../../../i18n/format.ts'
import { loadedFigure, StatCards } from '../components/stat-cards.tsx'

type Answer = Reply<AdminApi['transactions']['list']>['data']

/**
 * The six cards; only what was completed or sent back moved money, so the others amount to nothing
 * (B074).
 */
export function Figures({
  stats,
  failed,
}: {
  stats: Answer['stats'] | undefined
  failed: boolean
}) {
  const { t } = useTranslation('admin')

  const card = (
    key: 'total' | PaymentStatus,
    count: (given: Answer['stats']) => number,
    amount: (given: Answer['stats']) => number,
  ) => ({
    label: t(`adminTransactions.${key}`),
    value: loadedFigure(stats && number(count(stats)), failed),
    note: stats ? money(amount(stats)) : undefined,
  })

  return (
    <StatCards
      items={[
        card(
          'total',
          (given) => given.totalTransactions,
          (given) => given.totalAmount,
        ),
        card(
          'completed',
          (given) => given.completedCount,
          (given) => given.completedAmount,
        ),
        card(
          'pending',
          (given) => given.pendingCount,
          () => 0,
        ),
        card(
          'failed',
          (given) => given.failedCount,
          () => 0,
        ),
        card(
          'rejected',
          (given) => given.rejectedCount,
          () => 0,
        ),
        card(
          'refunded',
          (given) => given.refundedCount,
          (given) => given.refundedAmount,
        ),
      ]}
    />
  )
}
