import type { Api } from '@chaveiro/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ownApi } from 'virtual:own-api'

import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { number, reais } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Skeletons } from '../../../ui/states.tsx'
import { EmptyAccountPage } from '../shared/empty-room.tsx'
import { Figure, FigureLine } from '../shared/figure-line.tsx'
import { AccountSection } from '../shared/section.tsx'
import { OrderCard } from './order-card.tsx'

const ordersPerPage = 10

type Orders = Reply<Api['orders']['list']>

/** Previous and next page. */
function OrderPages({
  of: { totalPages, hasPrevPage, hasNextPage },
  page,
  onPage,
}: {
  of: Orders['pagination']
  page: number
  onPage(page: number): void
}) {
  const { t } = useTranslation('account')
  return (
    <nav aria-label={t('orders.pages')} className="flex items-center justify-between gap-4">
      <Button disabled={!hasPrevPage} onClick={() => onPage(page - 1)}>
        {t('orders.previous')}
      </Button>
      <span className="text-sm text-muted">{t('orders.page', { page, pages: totalPages })}</span>
      <Button disabled={!hasNextPage} onClick={() => onPage(page + 1)}>
        {t('orders.next')}
      </Button>
    </nav>
  )
}

/** Figures, order cards and pages; an empty state without orders. */
function OwnOrders({
  own: { orders, pagination, totalSpent },
  page,
  onPage,
}: {
  own: Orders
  page: number
  onPage(page: number): void
}) {
  const { t } = useTranslation('account')

  if (pagination.totalItems === 0)
    return (
      <EmptyAccountPage
        pose="swung"
        title={t('orders.empty')}
        text={t('orders.emptyText')}
        action={
          <Link to={paths.products} className={buttonClass('primary')}>
            {t('toProducts')}
          </Link>
        }
      />
    )

  return (
    <>
      <FigureLine>
        <Figure label={t('orders.total')} value={number(pagination.totalItems)} />
        <Figure label={t('dashboard.spent')} value={reais(totalSpent)} />
      </FigureLine>

      <ul className="grid gap-3">
        {orders.map((order, index) => (
          <li key={order.id}>
            <OrderCard order={order} open={page === 1 && index === 0} />
          </li>
        ))}
      </ul>

      {pagination.totalPages > 1 && <OrderPages of={pagination} page={page} onPage={onPage} />}
    </>
  )
}

/** Own orders, ten per page, with the newest one open. */
export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const [page, setPage] = useState(1)
  const ordersQuery = useQuery(ask(ownApi.orders.list, { query: { page, limit: ordersPerPage } }))

  return (
    <AccountSection title={t('orders.title')}>
      <QueryResult
        answer={ordersQuery}
        failed={t('orders.errorLoad')}
        retry={t('common:action.retry')}
        waiting={
          <Skeletons
            count={3}
            label={t('common:state.loading')}
            className="grid gap-4"
            each="h-48 rounded-lg"
          />
        }
      >
        {(ownOrders) => <OwnOrders own={ownOrders} page={page} onPage={setPage} />}
      </QueryResult>
    </AccountSection>
  )
}
