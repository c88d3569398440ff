import { orderOrigins, orderStatuses } from '@chaveiro/contracts/states'
import { useTranslation } from 'react-i18next'

import { SearchBox, SelectFilter } from '../components/filters.tsx'
import { CustomerFilter } from '../components/of-customer.tsx'
import type { List } from '../components/use-list.ts'
import type { Order } from '../shared/rows.ts'

type Filter = {
  search: string
  status: string
  userId: string
  archived: string
  waits: string
  origin: string
}

/** Search, status, origin, and whether archived orders are included. */
export function OrderFilters({ list }: { list: List<Order, Filter> }) {
  const { t } = useTranslation('admin')
  const { state, set } = list

  return (
    <>
      <SearchBox
        label={t('adminOrders.search')}
        value={state.search}
        onSearch={(search) => set({ search })}
      />

      <SelectFilter
        label={t('adminOrders.statusHead')}
        value={state.status}
        onChange={(status) => set({ status })}
        options={[
          ['', t('adminOrders.allStatuses')],
          ...orderStatuses.map((status) => [status, t(`adminOrders.status.${status}`)] as const),
        ]}
      />

      <SelectFilter
        label={t('adminOrders.origin')}
        value={state.origin}
        onChange={(origin) => set({ origin })}
        options={[
          ['', t('adminOrders.allOrigins')],
          ...orderOrigins.map((origin) => [origin, t(`adminOrders.origin.${origin}`)] as const),
        ]}
      />

      <SelectFilter
        label={t('adminOrders.shelf')}
        value={state.archived}
        onChange={(archived) => set({ archived })}
        options={[
          ['', t('adminOrders.notArchived')],
          ['true', t('adminOrders.onlyArchived')],
        ]}
      />

      <CustomerFilter list={list} name={list.rows[0]?.customer.name} />
    </>
  )
}
