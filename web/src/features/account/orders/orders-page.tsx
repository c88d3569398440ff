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
import { Figures, StatCard } from '../../../ui/card.tsx'
import { Skeletons } from '../../../ui/states.tsx'
import { EmptyRoom } from '../shared/empty-room.tsx'
import { Section } from '../shared/section.tsx'
import { OrderCard } from './order-card.tsx'

const limit = 10

type Orders = Reply<Api['orders']['list']>

/** Back and on between the pages. */
function Pages({
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

/** Figures, cards and pages, or the way to the shop while nothing was ordered. */
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
      <EmptyRoom
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
      <Figures>
        <StatCard label={t('orders.total')} value={number(pagination.totalItems)} />
        <StatCard label={t('dashboard.spent')} value={reais(totalSpent)} />
      </Figures>

      <ul className="grid gap-3">
        {orders.map((order, index) => (
          <li key={order.id}>
            <OrderCard order={order} open={page === 1 && index === 0} />
          </li>
        ))}
      </ul>

      {pagination.totalPages > 1 && <Pages of={pagination} page={page} onPage={onPage} />}
    </>
  )
}

/** Own orders, ten a page, the newest one open, with how many and how much in all. */
export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const [page, setPage] = useState(1)
  const answer = useQuery(ask(ownApi.orders.list, { query: { page, limit } }))

  return (
    <Section title={t('orders.title')}>
      <QueryResult
        answer={answer}
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
        {(own) => <OwnOrders own={own} page={page} onPage={setPage} />}
      </QueryResult>
    </Section>
  )
}
