import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { BackToList, DetailPage, detailPath, DetailColumns } from '../components/detail-page.tsx'
import { Section } from '../components/section.tsx'
import { useChange } from '../components/use-change.ts'
import { DeskCase } from '../desk/desk-case.tsx'
import { Timeline } from '../orders/timeline.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import {
  Attempts,
  Contested,
  Events,
  Receipts,
  Refunds,
  type FullPayment,
} from './payment-lists.tsx'

/** Deal with it where all its acts are, ask the provider again, to the order. */
function Acts({ payment }: { payment: FullPayment }) {
  const { t } = useTranslation('admin')
  const [dealing, setDealing] = useState(false)

  const change = useChange(
    adminApi.transactions.read,
    adminApi.transactions.list,
    adminApi.orders.read,
  )

  const check = () =>
    void change.run(() => call(adminApi.transactions.check, { params: { id: payment.id } }), {
      failed: t('adminTransactions.page.errorCheck'),
      done: t('adminTransactions.page.checkedNow'),
    })

  return (
    <>
      <Button
        size="sm"
        look={payment.attention ? 'primary' : 'plain'}
        onClick={() => setDealing(true)}
      >
        {t('adminTransactions.page.deal')}
      </Button>

      <Button
        size="sm"
        busy={change.busy}
        icon={<RefreshCw size={15} aria-hidden />}
        onClick={check}
      >
        {t('adminTransactions.page.check')}
      </Button>

      <Link to={detailPath('orders', payment.orderId)} className={buttonClass('plain', 'sm')}>
        {t('adminTransactions.order')}
      </Link>

      {dealing && (
        <DeskCase
          id={payment.id}
          onClose={() => {
            setDealing(false)
            void change.reload()
          }}
        />
      )}
    </>
  )
}

/**
 * A payment at an address of its own: what came and went and what its provider told at the left,
 * amounts and names at the right (P343).
 */
export function Page() {
  const { t } = useTranslation('admin')
  const id = useParams().id!
  const answer = useQuery(ask(adminApi.transactions.read, { params: { id } }, { staleTime: 0 }))
  useEffect(() => {
    if (answer.error) console.error('transactions', answer.error)
  }, [answer.error])
  const payment = answer.data?.data
  const back = <BackToList section="transactions">{t('adminTransactions.page.backTo')}</BackToList>

  return (
    <Section
      title={
        payment
          ? t('adminTransactions.page.of', { number: payment.orderNumber })
          : t('adminTransactions.page.title')
      }
      actions={
        <>
          {!answer.isError && back}
          {payment && <Acts payment={payment} />}
        </>
      }
    >
      <DetailPage
        answer={answer}
        failed={t('adminTransactions.page.errorLoad')}
        nowhere={{
          title: t('adminTransactions.page.nothing'),
          text: t('adminTransactions.page.nothingText'),
        }}
        back={back}
      >
        {({ data: shown }) => (
          <DetailColumns
            story={
              <>
                <Contested payment={shown} />
                <Receipts payment={shown} />
                <Refunds payment={shown} />
                <Attempts payment={shown} />
                <Events payment={shown} />
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
