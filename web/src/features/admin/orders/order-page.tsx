import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Section } from '../components/section.tsx'
import { OrderAct, useOrderActs } from './order-acts.tsx'
import { Awaiting, useOrder } from './order-details.tsx'
import { Items, OrderFacts, Payments, Units, useOrderButtons, Ways } from './order-parts.tsx'
import { Timeline } from './timeline.tsx'

/**
 * An order at an address of its own: at the left what was bought and what happened, at the right
 * who bought it, for how much, and the ways to what belongs to it (P327).
 */
export function Page() {
  const { t } = useTranslation('admin')
  const answer = useOrder(useParams().id!)
  const acts = useOrderActs()
  const order = answer.data?.order
  const buttons = useOrderButtons(order, acts.start)

  return (
    <Section
      title={
        order
          ? t('adminOrders.detailsTitle', { number: order.orderNumber })
          : t('adminOrders.groupOrder')
      }
      actions={
        <>
          <Link to={paths.adminSection('orders')} className={buttonClass('plain', 'sm')}>
            <ArrowLeft size={15} aria-hidden />
            {t('adminOrders.back')}
          </Link>
          {buttons}
        </>
      }
    >
      {order ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <Items order={order} />
            <Units order={order} />
            <Payments order={order} onAct={acts.start} />
            <Timeline moments={order.timeline} currency={order.currency} />
          </div>

          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md border border-line bg-surface p-4 max-lg:order-first">
            <OrderFacts order={order} />
            <Ways order={order} />
          </div>
        </div>
      ) : (
        <Awaiting answer={answer} />
      )}

      {acts.now && <OrderAct act={acts.now} onClose={acts.end} onDone={() => void acts.reload()} />}
    </Section>
  )
}
