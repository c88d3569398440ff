import type { Api } from '@chaveiro/contracts'
import { useTranslation } from 'react-i18next'

import type { Reply } from '../../../api/http.ts'
import { date, money } from '../../../i18n/format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { PaymentBadge } from '../shared/state-badges.tsx'

type RecentPayments = Reply<Api['accounts']['dashboard']>['data']['dashboard']['recentPayments']

/** Newest payments: amount, method, date. */
export function PaymentsDialog({
  open,
  onClose,
  payments,
}: {
  open: boolean
  onClose(): void
  payments: RecentPayments
}) {
  const { t } = useTranslation(['account', 'common'])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('dashboard.recentPayments')}
      closeLabel={t('common:action.close')}
    >
      {payments.length === 0 && <p className="text-muted">{t('dashboard.noPayments')}</p>}

      <ul className="divide-y divide-line">
        {payments.map((payment) => (
          <li
            key={payment.id}
            data-row
            className="flex min-h-18 flex-wrap items-center justify-between gap-2 py-2"
          >
            <span className="grid">
              <span className="price text-lg">{money(payment.amount, payment.currency)}</span>
              <span className="text-sm text-muted">
                {payment.paymentMethod.name} · {date(payment.createdAt, 'moment')}
              </span>
            </span>

            <PaymentBadge status={payment.status} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
