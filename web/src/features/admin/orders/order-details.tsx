import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { DialogLoading } from '../components/loading.tsx'
import { Modal } from '../components/modal.tsx'
import type { Act } from './order-acts.tsx'
import {
  OrderItems,
  OrderFacts,
  OrderPayments,
  OrderUnits,
  useOrderButtons,
  OrderLinks,
} from './order-parts.tsx'
import { Timeline } from './timeline.tsx'

type OrderAnswer = UseQueryResult<Reply<typeof adminApi.orders.read>>

function OrderContent({ answer, onAct }: { answer: OrderAnswer; onAct(act: Act): void }) {
  if (!answer.data) return <OrderAwaited answer={answer} />

  const { order } = answer.data

  return (
    <div className="grid gap-6">
      <OrderFacts order={order} />
      <OrderLinks order={order} />
      <OrderItems order={order} />
      <OrderUnits order={order} />
      <OrderPayments order={order} onAct={onAct} />
      <Timeline moments={order.timeline} currency={order.currency} />
    </div>
  )
}

/** An order, reloaded each time it is opened. */
export function useOrder(id: string): OrderAnswer {
  const orderQuery = useQuery(ask(adminApi.orders.read, { params: { id } }, { staleTime: 0 }))
  useEffect(() => {
    if (orderQuery.error) console.error('orders', orderQuery.error)
  }, [orderQuery.error])

  return orderQuery
}

/** Loading or error state of an order. */
export function OrderAwaited({ answer }: { answer: OrderAnswer }) {
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

/** One order in a dialog: lines, units, payments, history and actions. */
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
  const orderQuery = useOrder(id)
  const loadedOrder = orderQuery.data?.order
  const orderButtons = useOrderButtons(loadedOrder, onAct)

  return (
    <Modal
      wide
      title={
        loadedOrder
          ? t('adminOrders.detailsTitle', { number: loadedOrder.orderNumber })
          : t('adminOrders.groupOrder')
      }
      onClose={onClose}
      footer={
        orderButtons.length > 0 && <div className="flex justify-end gap-2">{orderButtons}</div>
      }
    >
      <OrderContent answer={orderQuery} onAct={onAct} />
    </Modal>
  )
}
