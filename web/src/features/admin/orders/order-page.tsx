import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Section } from '../components/section.tsx'
import { OrderActionForm, useOrderActs } from './order-acts.tsx'
import { OrderAwaited, useOrder } from './order-details.tsx'
import {
  OrderItems,
  OrderFacts,
  OrderPayments,
  OrderUnits,
  useOrderButtons,
  OrderLinks,
} from './order-parts.tsx'
import { Timeline } from './timeline.tsx'

type OrderActions = ReturnType<typeof useOrderActs>

function OrderColumns({
  answer,
  onAct,
}: {
  answer: ReturnType<typeof useOrder>
  onAct: OrderActions['start']
}) {
  if (!answer.data) return <OrderAwaited answer={answer} />

  const { order } = answer.data

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <OrderItems order={order} />
        <OrderUnits order={order} />
        <OrderPayments order={order} onAct={onAct} />
        <Timeline moments={order.timeline} currency={order.currency} />
      </div>

      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg bg-surface p-4 max-lg:order-first">
        <OrderFacts order={order} />
        <OrderLinks order={order} />
      </div>
    </div>
  )
}

/** The page of an order: items and history left, customer, amounts and links right (P327). */
export function Page() {
  const { t } = useTranslation('admin')
  const orderQuery = useOrder(useParams().id!)
  const orderActions = useOrderActs()
  const loadedOrder = orderQuery.data?.order
  const orderButtons = useOrderButtons(loadedOrder, orderActions.start)

  return (
    <Section
      title={
        loadedOrder
          ? t('adminOrders.detailsTitle', { number: loadedOrder.orderNumber })
          : t('adminOrders.groupOrder')
      }
      actions={
        <>
          <Link to={paths.adminSection('orders')} className={buttonClass('plain', 'sm')}>
            <ArrowLeft size={15} aria-hidden />
            {t('adminOrders.back')}
          </Link>
          {orderButtons}
        </>
      }
    >
      <OrderColumns answer={orderQuery} onAct={orderActions.start} />

      {orderActions.now && (
        <OrderActionForm
          act={orderActions.now}
          onClose={orderActions.end}
          onDone={() => void orderActions.reload()}
        />
      )}
    </Section>
  )
}
