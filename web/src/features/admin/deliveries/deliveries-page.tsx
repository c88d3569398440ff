import { productProviders } from '@chaveiro/contracts/states'
import { KeyRound, PackageCheck, RotateCw, UserRound, Warehouse } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { number } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../components/data-table.tsx'
import { detailPath } from '../components/detail-page.tsx'
import { SearchBox, SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import type { RowAction } from '../components/row-actions.tsx'
import { loadedFigure, StatCards } from '../components/stat-cards.tsx'
import { useChange } from '../components/use-change.ts'
import { useList, type List } from '../components/use-list.ts'
import { When } from '../components/when.tsx'
import type { Delivery } from '../shared/rows.ts'
import { DeliverForm } from './deliver-form.tsx'

const delivering = (row: Delivery) =>
  row.problem ? 'deliveries.failing' : (`deliveries.waits.${row.provider}` as const)

/**
 * The reason why a unit waits: for staff, for stock, for a provider with its last error, or because
 * the buyer is banned or deleted.
 */
function WaitReason({ row }: { row: Delivery }) {
  const { t } = useTranslation('admin')

  if (row.buyer !== 'there')
    return (
      <div className="grid justify-items-start gap-1">
        <Badge tone="bad">{t(`deliveries.buyer.${row.buyer}`)}</Badge>
        <span className="max-w-[40ch] text-xs text-muted">{t(`deliveries.held.${row.buyer}`)}</span>
      </div>
    )

  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone={row.problem ? 'bad' : 'wait'}>
        {t(row.replaces ? 'deliveries.replaces' : delivering(row))}
      </Badge>

      {row.problem && (
        <span className="max-w-[40ch] text-xs wrap-break-word text-muted">
          {t('deliveries.tries', { count: row.tries, problem: row.problem })}
        </span>
      )}
    </div>
  )
}

function useColumns(): Column<Delivery>[] {
  const { t } = useTranslation('admin')
  return [
    { key: 'product', head: t('deliveries.product'), lead: true, cell: (row) => row.product.name },
    {
      key: 'order',
      head: t('deliveries.order'),
      cell: (row) => <span className="whitespace-nowrap">{row.orderNumber}</span>,
    },
    {
      key: 'customer',
      head: t('deliveries.customer'),
      cell: (row) => (
        <div className="grid">
          <span>{row.customer.name}</span>
          <span className="text-xs wrap-break-word text-muted">{row.customer.email}</span>
        </div>
      ),
    },
    { key: 'waits', head: t('deliveries.waitsHead'), cell: (row) => <WaitReason row={row} /> },
    {
      key: 'paid',
      head: t('deliveries.paid'),
      cell: (row) => <When at={row.paidAt} />,
    },
  ]
}

type Filter = { search: string; provider: string }

function DeliveryFilters({ list: { state, set } }: { list: List<Delivery, Filter> }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <SearchBox
        label={t('deliveries.search')}
        value={state.search}
        onSearch={(search) => set({ search })}
      />

      <SelectFilter
        label={t('deliveries.provider')}
        value={state.provider}
        onChange={(provider) => set({ provider })}
        options={[
          ['', t('deliveries.allProviders')],
          ...productProviders.map((one) => [one, t(`adminProducts.provider.${one}`)] as const),
        ]}
      />
    </>
  )
}

/** Actions that deliver a unit. For a banned buyer the only action is a link to their account. */
function useRowActions(enter: (row: Delivery) => void) {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const deliveryChange = useChange(adminApi.deliveries.list)

  const retryDelivery = (row: Delivery) =>
    void deliveryChange.run(() => call(adminApi.deliveries.retry, { params: { id: row.id } }), {
      failed: t('deliveries.errorRetry'),
      done: t('deliveries.retried'),
    })

  const unitActions = (row: Delivery): RowAction[] => [
    row.provider === 'stock'
      ? {
          label: t('deliveries.addStock'),
          icon: <Warehouse aria-hidden />,
          run: () =>
            void navigate(
              paths.adminSection('stock', {
                new: '1',
                productId: row.product.id,
                variantId: row.variantId,
              }),
            ),
        }
      : {
          label: t('deliveries.enter'),
          icon: <KeyRound aria-hidden />,
          run: () => enter(row),
        },
    ...(row.provider === 'keyauth'
      ? [
          {
            label: t('deliveries.retry'),
            icon: <RotateCw aria-hidden />,
            run: () => retryDelivery(row),
          },
        ]
      : []),
  ]

  return (row: Delivery): RowAction[] => [
    ...(row.buyer === 'there' ? unitActions(row) : []),
    ...(row.buyer === 'banned'
      ? [
          {
            label: t('deliveries.user'),
            icon: <UserRound aria-hidden />,
            run: () => void navigate(paths.adminSection('users', { search: row.customer.email })),
          },
        ]
      : []),
  ]
}

/** Paid units that wait for a key, oldest first. */
export function Page() {
  const { t } = useTranslation('admin')

  const deliveryList = useList(adminApi.deliveries.list, {
    filters: { search: '', provider: '' },
    rows: (answer) => answer.deliveries,
    total: (answer) => answer.total,
  })

  const [entering, setEntering] = useState<Delivery | null>(null)
  const deliveryColumns = useColumns()
  const rowActions = useRowActions(setEntering)
  const statusCounts = deliveryList.answer?.counts

  return (
    <ListPage
      title={t('deliveries.title')}
      text={t('deliveries.text')}
      list={deliveryList}
      columns={deliveryColumns}
      rowKey={(row) => row.id}
      rowName={(row) => `${row.product.name} ${row.orderNumber}`}
      failed={t('deliveries.errorLoad')}
      figures={
        <StatCards
          items={([...productProviders, 'held'] as const).map((provider) => ({
            label: t(`deliveries.waits.${provider}`),
            value: loadedFigure(
              statusCounts && number(statusCounts[provider]),
              deliveryList.failed,
            ),
          }))}
        />
      }
      filters={<DeliveryFilters list={deliveryList} />}
      opens={(row) => detailPath('orders', row.orderId)}
      rowActions={rowActions}
      empty={{
        title: t('deliveries.empty'),
        text: t('deliveries.emptyText'),
        icon: <PackageCheck />,
      }}
    >
      {entering && <DeliverForm row={entering} onClose={() => setEntering(null)} />}
    </ListPage>
  )
}
