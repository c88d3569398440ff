import type { AdminApi } from '@chaveiro/contracts/admin'
import type { PaymentStatus } from '@chaveiro/contracts/states'
import { useTranslation } from 'react-i18next'

import type { Reply } from '../../../api/http.ts'
import { money, number } from '../../../i18n/format.ts'
import { loadedFigure, StatCards } from '../components/stat-cards.tsx'

type Answer = Reply<AdminApi['transactions']['list']>['data']

/**
 * The six cards. Only completed and refunded payments moved money, so other amounts are zero
 * (B074).
 */
export function TransactionFigures({
  stats,
  failed,
}: {
  stats: Answer['stats'] | undefined
  failed: boolean
}) {
  const { t } = useTranslation('admin')

  const figureCard = (
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
        figureCard(
          'total',
          (given) => given.totalTransactions,
          (given) => given.totalAmount,
        ),
        figureCard(
          'completed',
          (given) => given.completedCount,
          (given) => given.completedAmount,
        ),
        figureCard(
          'pending',
          (given) => given.pendingCount,
          () => 0,
        ),
        figureCard(
          'failed',
          (given) => given.failedCount,
          () => 0,
        ),
        figureCard(
          'rejected',
          (given) => given.rejectedCount,
          () => 0,
        ),
        figureCard(
          'refunded',
          (given) => given.refundedCount,
          (given) => given.refundedAmount,
        ),
      ]}
    />
  )
}
