import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { BackToList, DetailPage, detailPath, DetailColumns } from '../components/detail-page.tsx'
import { Section } from '../components/section.tsx'
import { useChange } from '../components/use-change.ts'
import { Timeline } from '../orders/timeline.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import {
  PaymentAttempts,
  Contested,
  PaymentEvents,
  PaymentReceipts,
  PaymentRefunds,
  type FullPayment,
} from './payment-lists.tsx'

/** Open the case, ask the provider again, open the order. */
function PaymentActions({ payment }: { payment: FullPayment }) {
  const { t } = useTranslation('admin')

  const transactionChange = useChange(
    adminApi.transactions.read,
    adminApi.transactions.list,
    adminApi.orders.read,
  )

  const checkPayment = () =>
    void transactionChange.run(
      () => call(adminApi.transactions.check, { params: { id: payment.id } }),
      {
        failed: t('adminTransactions.page.errorCheck'),
        done: t('adminTransactions.page.checkedNow'),
      },
    )

  return (
    <>
      <Link
        to={detailPath('desk', payment.id)}
        className={buttonClass(payment.attention ? 'primary' : 'plain', 'sm')}
      >
        {t('adminTransactions.page.deal')}
      </Link>

      <Button
        size="sm"
        busy={transactionChange.busy}
        icon={<RefreshCw size={15} aria-hidden />}
        onClick={checkPayment}
      >
        {t('adminTransactions.page.check')}
      </Button>

      <Link to={detailPath('orders', payment.orderId)} className={buttonClass('plain', 'sm')}>
        {t('adminTransactions.order')}
      </Link>
    </>
  )
}

/** The page of a payment: money and provider events left, amounts and ids right (P343). */
export function Page() {
  const { t } = useTranslation('admin')
  const paymentId = useParams().id!
  const transactionQuery = useQuery(
    ask(adminApi.transactions.read, { params: { id: paymentId } }, { staleTime: 0 }),
  )
  useEffect(() => {
    if (transactionQuery.error) console.error('transactions', transactionQuery.error)
  }, [transactionQuery.error])
  const loadedPayment = transactionQuery.data?.data
  const backLink = (
    <BackToList section="transactions">{t('adminTransactions.page.backTo')}</BackToList>
  )

  return (
    <Section
      title={
        loadedPayment
          ? t('adminTransactions.page.of', { number: loadedPayment.orderNumber })
          : t('adminTransactions.page.title')
      }
      actions={
        <>
          {!transactionQuery.isError && backLink}
          {loadedPayment && <PaymentActions payment={loadedPayment} />}
        </>
      }
    >
      <DetailPage
        answer={transactionQuery}
        failed={t('adminTransactions.page.errorLoad')}
        nowhere={{
          title: t('adminTransactions.page.nothing'),
          text: t('adminTransactions.page.nothingText'),
        }}
        back={backLink}
      >
        {({ data: shown }) => (
          <DetailColumns
            story={
              <>
                <Contested payment={shown} />
                <PaymentReceipts payment={shown} />
                <PaymentRefunds payment={shown} />
                <PaymentAttempts payment={shown} />
                <PaymentEvents payment={shown} />
                <Timeline moments={shown.timeline} currency={shown.currency} />
              </>
            }
            facts={<PaymentFacts payment={shown} />}
          />
        )}
      </DetailPage>
    </Section>
  )
}
