import { methodName } from '@chaveiro/contracts/method-names'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { money } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { CustomerLink } from '../components/customer-link.tsx'
import { detailPath } from '../components/detail-page.tsx'
import { Facts } from '../components/facts.tsx'
import { date } from '../shared/shop-clock.ts'
import { useStoryWords } from '../shared/story-words.ts'
import type { FullPayment } from './payment-lists.tsx'
import { PaymentState } from './payment-state.tsx'

const linkClass = 'inline-block min-h-6 underline decoration-1 underline-offset-4'

const monospaced = (text: string | null) => {
  if (!text) return null

  return <span className="font-mono text-xs">{text}</span>
}

const formatMoment = (at: string | null) => {
  if (!at) return null

  return date(at, 'moment')
}

/** Customer, order, method and dates. */
function TradeFacts({ payment }: { payment: FullPayment }) {
  const { t } = useTranslation('admin')
  const { why } = useStoryWords()

  return (
    <Facts
      title={t('adminTransactions.groupPayment')}
      items={[
        [
          t('adminTransactions.statusHead'),
          <span key="status" className="inline-flex flex-wrap gap-1.5">
            <PaymentState {...payment} />
          </span>,
        ],
        payment.reason && [t('adminTransactions.page.reason'), why(payment.reason)],
        payment.remark && [t('adminTransactions.page.remark'), why(payment.remark)],
        payment.note && [t('adminTransactions.page.note'), why(payment.note)],
        [
          t('adminOrders.number'),
          <Link key="order" to={detailPath('orders', payment.orderId)} className={linkClass}>
            {payment.orderNumber}
          </Link>,
        ],
        [t('adminTransactions.product'), payment.productName],
        [
          t('adminTransactions.customer'),
          <CustomerLink key="customer" id={payment.userId} className={linkClass}>
            {`${payment.customer.name} (${payment.customer.email})`}
          </CustomerLink>,
        ],
        [t('adminTransactions.method'), methodName(payment.paymentMethod.type, currentLanguage())],
        payment.coin && [t('adminTransactions.page.coin'), `${payment.coin} · ${payment.network}`],
        [t('adminTransactions.keyGenerated'), t(payment.keyGenerated ? 'kit.yes' : 'kit.no')],
        [t('adminTransactions.created'), formatMoment(payment.createdAt)],
        [t('adminTransactions.page.expires'), formatMoment(payment.expiresAt)],
        [t('adminTransactions.page.paid'), formatMoment(payment.paidAt)],
      ]}
    />
  )
}

/** Requested, received and refunded amounts. */
function AmountFacts({ payment }: { payment: FullPayment }) {
  const { t } = useTranslation('admin')
  const formatAmount = (amount: number) => money(amount, payment.currency)
  const refundedAmount = payment.refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0)

  return (
    <Facts
      title={t('adminTransactions.page.amounts')}
      items={[
        [t('adminTransactions.originalAmount'), formatAmount(payment.originalAmount)],
        payment.discount.applied && [
          t('adminOrders.discount'),
          t('adminOrders.discountOf', {
            amount: formatAmount(payment.discount.amount),
            code: payment.discount.cupomCode ?? '',
          }),
        ],
        [t('adminTransactions.amount'), formatAmount(payment.amount)],
        [t('adminTransactions.page.received'), formatAmount(payment.receivedAmount)],
        [t('adminTransactions.page.back'), formatAmount(refundedAmount)],
      ]}
    />
  )
}

/** Ids of the payment here and at its provider, and its last check. */
function NameFacts({ payment }: { payment: FullPayment }) {
  const { t } = useTranslation('admin')
  return (
    <Facts
      title={t('adminTransactions.groupIds')}
      items={[
        [t('adminTransactions.paymentId'), monospaced(payment.paymentId)],
        [t('adminTransactions.sessionId'), monospaced(payment.sessionId)],
        [t('adminTransactions.page.checked'), formatMoment(payment.checkedAt)],
        [t('adminTransactions.page.nextCheck'), formatMoment(payment.nextCheckAt)],
      ]}
    />
  )
}

export function PaymentFacts({ payment }: { payment: FullPayment }) {
  return (
    <>
      <TradeFacts payment={payment} />
      <AmountFacts payment={payment} />
      <NameFacts payment={payment} />
    </>
  )
}
