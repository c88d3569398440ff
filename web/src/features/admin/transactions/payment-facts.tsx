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

const mono = (text: string | null) =>
  text ? <span className="font-mono text-xs">{text}</span> : null

const moment = (at: string | null) => (at ? date(at, 'moment') : null)

/** Who paid for what, how much, and when. */
function Trade({ payment }: { payment: FullPayment }) {
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
        ...(payment.reason
          ? [[t('adminTransactions.page.reason'), why(payment.reason)] as const]
          : []),
        ...(payment.remark
          ? [[t('adminTransactions.page.remark'), why(payment.remark)] as const]
          : []),
        ...(payment.note ? [[t('adminTransactions.page.note'), why(payment.note)] as const] : []),
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
        ...(payment.coin
          ? [[t('adminTransactions.page.coin'), `${payment.coin} · ${payment.network}`] as const]
          : []),
        [t('adminTransactions.keyGenerated'), t(payment.keyGenerated ? 'kit.yes' : 'kit.no')],
        [t('adminTransactions.created'), moment(payment.createdAt)],
        [t('adminTransactions.page.expires'), moment(payment.expiresAt)],
        [t('adminTransactions.page.paid'), moment(payment.paidAt)],
      ]}
    />
  )
}

/** What was asked, what came of it and what went back. */
function Amounts({ payment }: { payment: FullPayment }) {
  const { t } = useTranslation('admin')
  const of = (amount: number) => money(amount, payment.currency)
  const back = payment.refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0)

  return (
    <Facts
      title={t('adminTransactions.page.amounts')}
      items={[
        [t('adminTransactions.originalAmount'), of(payment.originalAmount)],
        ...(payment.discount.applied
          ? [
              [
                t('adminOrders.discount'),
                t('adminOrders.discountOf', {
                  amount: of(payment.discount.amount),
                  code: payment.discount.cupomCode ?? '',
                }),
              ] as const,
            ]
          : []),
        [t('adminTransactions.amount'), of(payment.amount)],
        [t('adminTransactions.page.received'), of(payment.receivedAmount)],
        [t('adminTransactions.page.back'), of(back)],
      ]}
    />
  )
}

/** What the payment is called here and at its provider, and when that was asked. */
function Names({ payment }: { payment: FullPayment }) {
  const { t } = useTranslation('admin')
  return (
    <Facts
      title={t('adminTransactions.groupIds')}
      items={[
        [t('adminTransactions.paymentId'), mono(payment.paymentId)],
        [t('adminTransactions.sessionId'), mono(payment.sessionId)],
        [t('adminTransactions.page.checked'), moment(payment.checkedAt)],
        [t('adminTransactions.page.nextCheck'), moment(payment.nextCheckAt)],
      ]}
    />
  )
}

export function PaymentFacts({ payment }: { payment: FullPayment }) {
  return (
    <>
      <Trade payment={payment} />
      <Amounts payment={payment} />
      <Names payment={payment} />
    </>
  )
}
