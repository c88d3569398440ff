import { methodName } from '@chaveiro/contracts/method-names'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { money } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { detailPath } from '../components/detail-page.tsx'
import { Facts } from '../components/facts.tsx'
import { Modal } from '../components/modal.tsx'
import type { Transaction } from '../shared/rows.ts'
import { date } from '../shared/shop-clock.ts'
import { PaymentState } from './payment-state.tsx'

const monospaced = (text: string | null) => {
  if (!text) return null

  return <span className="font-mono text-xs">{text}</span>
}

/**
 * A transaction's details in four groups; actions are on the payment desk and on its order (Q34).
 */
export function TransactionDetails({
  transaction: row,
  onClose,
}: {
  transaction: Transaction
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const yesOrNo = (is: boolean) => t(is ? 'kit.yes' : 'kit.no')

  return (
    <Modal wide title={t('adminTransactions.detailsTitle')} onClose={onClose}>
      <div className="grid gap-6">
        <Facts
          title={t('adminTransactions.groupIds')}
          items={[
            [t('adminTransactions.id'), monospaced(row.id)],
            [t('adminTransactions.paymentId'), monospaced(row.paymentId)],
            [t('adminTransactions.sessionId'), monospaced(row.sessionId)],
          ]}
        />

        <Facts
          title={t('adminTransactions.customer')}
          items={[
            [t('adminTransactions.name'), row.customer.name],
            [t('adminTransactions.email'), row.customer.email],
            row.customer.discordId && [
              t('adminTransactions.discord'),
              monospaced(row.customer.discordId),
            ],
          ]}
        />

        <Facts
          title={t('adminTransactions.groupPayment')}
          items={[
            [t('adminTransactions.amount'), money(row.amount, row.currency)],
            row.discount.applied && [
              t('adminTransactions.originalAmount'),
              money(row.originalAmount, row.currency),
            ],
            row.discount.applied && [t('adminTransactions.coupon'), row.discount.cupomCode],
            [t('adminTransactions.method'), methodName(row.paymentMethod.type, currentLanguage())],
          ]}
        />

        <Facts
          title={t('adminTransactions.groupStatus')}
          items={[
            [t('adminTransactions.statusHead'), <PaymentState key="status" {...row} />],
            [t('adminTransactions.keyGenerated'), yesOrNo(row.keyGenerated)],
            [t('adminTransactions.refundedFact'), yesOrNo(row.refunded)],
            [t('adminTransactions.created'), date(row.createdAt, 'moment')],
            [t('adminTransactions.updated'), date(row.updatedAt, 'moment')],
          ]}
        />

        <div className="flex flex-wrap justify-end gap-2">
          <Link to={detailPath('desk', row.id)} className={buttonClass('plain', 'sm')}>
            {t('adminTransactions.desk')}
          </Link>

          <Link
            to={paths.adminSection('orders', { order: row.orderId })}
            className={buttonClass('plain', 'sm')}
          >
            {t('adminTransactions.order')}
          </Link>
        </div>
      </div>
    </Modal>
  )
}
