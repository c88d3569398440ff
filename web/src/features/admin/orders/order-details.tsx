import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { DialogLoading } from '../components/loading.tsx'
import { Modal } from '../components/modal.tsx'
import type { FullOrder } from '../shared/rows.ts'
import type { Act } from './order-acts.tsx'
import { Items, OrderFacts, Payments, Units, useOrderButtons, Ways } from './order-parts.tsx'
import { Timeline } from './timeline.tsx'

/** The whole of it, one part below the other. */
function Shown({ order, onAct }: { order: FullOrder; onAct(act: Act): void }) {
  return (
    <div className="grid gap-6">
      <OrderFacts order={order} />
      <Ways order={order} />
      <Items order={order} />
      <Units order={order} />
      <Payments order={order} onAct={onAct} />
      <Timeline moments={order.timeline} currency={order.currency} />
    </div>
  )
}

/** An order, asked for anew whenever it is opened. */
export function useOrder(id: string): UseQueryResult<Reply<typeof adminApi.orders.read>> {
  const answer = useQuery(ask(adminApi.orders.read, { params: { id } }, { staleTime: 0 }))
  useEffect(() => {
    if (answer.error) console.error('orders', answer.error)
  }, [answer.error])

  return answer
}

/** That an order could not be had, or that it is on its way. */
export function Awaiting({ answer }: { answer: ReturnType<typeof useOrder> }) {
  const { t } = useTranslation(['admin', 'common'])
  if (answer.isError)
    return (
      <ErrorState
        text={t('adminOrders.errorDetails')}
        retry={t('common:action.retry')}
        onRetry={() => void answer.refetch()}
      />
    )

  return <DialogLoading />
}

/**
 * A quick look at one order: lines, units, payments, its story, and what staff may do about it.
 */
export function OrderDetails({
  id,
  onClose,
  onAct,
}: {
  id: string
  onClose(): void
  onAct(act: Act): void
}) {
  const { t } = useTranslation('admin')
  const answer = useOrder(id)
  const order = answer.data?.order
  const acts = useOrderButtons(order, onAct)

  return (
    <Modal
      wide
      title={
        order
          ? t('adminOrders.detailsTitle', { number: order.orderNumber })
          : t('adminOrders.groupOrder')
      }
      onClose={onClose}
      footer={acts.length ? <div className="flex justify-end gap-2">{acts}</div> : undefined}
    >
      {order ? <Shown order={order} onAct={onAct} /> : <Awaiting answer={answer} />}
    </Modal>
  )
}
