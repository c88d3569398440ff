import { orderCountsEnd } from '@chaveiro/contracts/admin/orders'
import { methodName } from '@chaveiro/contracts/method-names'
import { orderStatuses, staffMayMove, type OrderStatus } from '@chaveiro/contracts/states'
import { useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, ReceiptText, RotateCcw, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { money, number } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { AddButton } from '../components/add-button.tsx'
import { columnCell, type Column } from '../components/columns.ts'
import { CustomerLink } from '../components/customer-link.tsx'
import { ExportButton } from '../components/export-button.tsx'
import { ListPage } from '../components/list-page.tsx'
import type { RowAction } from '../components/row-actions.tsx'
import { useOpenItem } from '../components/row-link.tsx'
import { StatCards } from '../components/stat-cards.tsx'
import { StatusMenu } from '../components/status-menu.tsx'
import { useList } from '../components/use-list.ts'
import { When } from '../components/when.tsx'
import { MoneyBack } from '../shared/money-back.tsx'
import type { Order } from '../shared/rows.ts'
import { TestBadge } from '../shared/test-badge.tsx'
import { useFigures } from '../shared/use-figures.ts'
import { lookAgainMs } from '../shell/use-waiting-counts.ts'
import { ManualOrder } from './manual/manual-order.tsx'
import { OrderActionForm, useOrderActs } from './order-acts.tsx'
import { OrderDetails } from './order-details.tsx'
import { orderTones } from './order-state.tsx'
import { OrderFilters } from './orders-filters.tsx'

function OrderFigures() {
  const { t } = useTranslation('admin')
  const showFigure = useFigures(adminApi.orders.stats, (answer) => answer.data)

  return (
    <StatCards
      label={t('adminOrders.days30')}
      items={[
        {
          label: t('adminOrders.total'),
          value: showFigure((given) => number(given.totalOrders)),
          note: t('adminOrders.days30'),
        },
        {
          label: t('adminOrders.completed'),
          value: showFigure((given) => number(given.completedOrders)),
          note: showFigure((given) => money(given.totalRevenue)),
        },
        {
          label: t('adminOrders.pending'),
          value: showFigure((given) => number(given.pendingOrders)),
        },
        {
          label: t('adminOrders.cancelled'),
          value: showFigure((given) => number(given.cancelledOrders)),
        },
        {
          label: t('adminOrders.refunded'),
          value: showFigure((given) => number(given.refundedOrders)),
        },
      ]}
    />
  )
}

/** Products of an order and its payment method. */
function OrderedProducts({ order }: { order: Order }) {
  const [first, ...others] = order.productNames
  return (
    <div className="grid wrap-anywhere">
      <span className="flex gap-1" title={order.productNames.join(', ') || undefined}>
        <span className="line-clamp-1">{first ?? '-'}</span>
        {others.length > 0 && <span className="shrink-0">{`+${number(others.length)}`}</span>}
      </span>

      {order.paymentMethod && (
        <span className="text-xs text-muted">
          {methodName(order.paymentMethod, currentLanguage())}
        </span>
      )}
    </div>
  )
}

function useColumns(move: (row: Order, to: OrderStatus) => void): Column<Order>[] {
  const { t } = useTranslation('admin')
  const statusOptions = orderStatuses.map(
    (status) => [status, t(`adminOrders.status.${status}`)] as const,
  )

  return [
    {
      key: 'number',
      head: t('adminOrders.number'),
      lead: true,
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs whitespace-nowrap">{row.orderNumber}</span>
          <TestBadge of={row} />
          {row.origin === 'manual' && <Badge tone="muted">{t('adminOrders.origin.manual')}</Badge>}
          {row.archived && <Badge tone="muted">{t('adminOrders.archived')}</Badge>}
        </span>
      ),
    },
    {
      key: 'customer',
      head: t('adminOrders.customer'),
      cell: (row) => (
        <div className="grid wrap-anywhere md:min-w-40 xl:min-w-52">
          <CustomerLink id={row.userId}>{row.customer.name}</CustomerLink>
          <span className="text-xs text-muted">{row.customer.email}</span>
        </div>
      ),
    },
    {
      key: 'products',
      head: t('adminOrders.products'),
      wide: true,
      cell: (row) => <OrderedProducts order={row} />,
    },
    {
      key: 'amount',
      head: t('adminOrders.amount'),
      end: true,
      sort: ['-totalAmount', 'totalAmount'],
      cell: (row) => (
        <span className="whitespace-nowrap">{money(row.totalAmount, row.currency)}</span>
      ),
    },
    {
      key: 'status',
      head: t('adminOrders.statusHead'),

      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <StatusMenu
            label={t('adminOrders.statusOf', { number: row.orderNumber })}
            value={row.status}
            options={statusOptions}
            tones={orderTones}
            may={(to) => staffMayMove('order', row.status, to)}
            onChange={(to) => move(row, to)}
          />

          <MoneyBack of={row} />
        </span>
      ),
    },
    {
      key: 'created',
      head: t('adminOrders.created'),
      sort: ['createdAt', '-createdAt'],
      cell: (row) => <When at={row.createdAt} />,
    },
  ]
}

const countsToCome = ['', '', '', '']

/** Number of orders in each view (P407); empty while they load, so that the tabs keep their width. */
function useCounts(): readonly (string | undefined)[] {
  const { data, isError } = useQuery(
    ask(adminApi.orders.counts, {}, { refetchInterval: lookAgainMs }),
  )
  if (!data) return isError ? [] : countsToCome

  return [data.all, data.review, data.delivery, data.pending].map((count) =>
    count < orderCountsEnd ? number(count) : `${number(orderCountsEnd - 1)}+`,
  )
}

/** Status changes by staff, with their labels. */
const statusMoves = [
  { to: 'completed', kind: 'complete', text: 'adminOrders.confirm', Icon: CircleCheck },
  { to: 'pending', kind: 'reopen', text: 'adminOrders.reopen', Icon: RotateCcw },
  { to: 'cancelled', kind: 'cancel', text: 'adminOrders.cancel', Icon: Ban, danger: true },
  { to: 'refunded', kind: 'refund', text: 'adminOrders.refund', Icon: Undo2, danger: true },
] as const

/** The allowed status changes, and delete. */
function useRowActions(acts: ReturnType<typeof useOrderActs>) {
  const { t } = useTranslation('admin')
  return (row: Order): RowAction[] => [
    ...statusMoves
      .filter(({ to }) => staffMayMove('order', row.status, to))
      .map(({ kind, text, Icon, ...rest }) => ({
        label: t(text),
        icon: <Icon aria-hidden />,
        danger: 'danger' in rest,
        run: () => acts.start({ kind, order: row }),
      })),
    {
      label: t('adminOrders.delete'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      refused: row.archived ? t('adminOrders.archivedAlready') : undefined,
      run: () => void acts.remove(row),
    },
  ]
}

/** All orders; staff confirm and refund payments in an order's details (Q34, Q80). */
export function Page() {
  const { t } = useTranslation('admin')

  const orderList = useList(adminApi.orders.list, {
    filters: { search: '', status: '', userId: '', archived: '', waits: '', origin: '' },
    rows: (answer) => answer.orders,
    total: (answer) => answer.total,
  })

  const openedOrder = useOpenItem('order')
  const [making, setMaking] = useState(false)
  const orderActions = useOrderActs()
  const orderColumns = useColumns((order, to) =>
    orderActions.start({ kind: statusMoves.find((move) => move.to === to)!.kind, order }),
  )
  const rowActions = useRowActions(orderActions)
  const statusCounts = useCounts()

  return (
    <ListPage
      title={t('adminOrders.title')}
      text={t('adminOrders.text')}
      list={orderList}
      columns={orderColumns}
      rowKey={(row) => row.id}
      rowName={(row) => row.orderNumber}
      failed={t('adminOrders.errorLoad')}
      actions={
        <>
          <ExportButton route={adminApi.orders.export} query={orderList.query} />
          <AddButton label={t('adminOrders.manual.new')} onClick={() => setMaking(true)} />
        </>
      }
      figures={<OrderFigures />}
      bulk={[{ label: t('adminOrders.delete'), danger: true, run: orderActions.removeMany }]}
      views="orders"
      viewCounts={statusCounts}
      filters={<OrderFilters list={orderList} />}
      opens={({ id }) => `${paths.adminSection('orders')}/${id}`}
      item={(row) => ({
        title: row.customer.name,
        line: (
          <>
            {row.orderNumber} · <When at={row.createdAt} />
            <TestBadge of={row} />
            {row.archived && ` · ${t('adminOrders.archived')}`}
          </>
        ),
        end: money(row.totalAmount, row.currency),
        state: columnCell(orderColumns, 'status', row),
      })}
      rowActions={rowActions}
      empty={{
        title: t('adminOrders.empty'),
        text: t('adminOrders.emptyText'),
        icon: <ReceiptText />,
      }}
    >
      {making && <ManualOrder onClose={() => setMaking(false)} />}
      {openedOrder.id && (
        <OrderDetails id={openedOrder.id} onClose={openedOrder.close} onAct={orderActions.start} />
      )}
      {orderActions.now && (
        <OrderActionForm
          act={orderActions.now}
          onClose={orderActions.end}
          onDone={() => void orderActions.reload()}
        />
      )}
    </ListPage>
  )
}
