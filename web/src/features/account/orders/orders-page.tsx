import { useQuery } from '@tanstack/react-query'
import { Receipt } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { number, reais } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { StatCard } from '../../../ui/card.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx'
import { Section } from '../shared/section.tsx'
import { OrderCard } from './order-card.tsx'

const limit = 10

/** Own orders, ten a page, with how many and how much in all. */
export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const [page, setPage] = useState(1)
  const answer = useQuery(ask(api.orders.list, { query: { page, limit } }))
  return (
    <Section title={t('orders.title')}>
      {answer.isError ? (
        <ErrorState
          text={t('orders.errorLoad')}
          retry={t('common:action.retry')}
          onRetry={() => void answer.refetch()}
        />
      ) : !answer.data ? (
        <Skeletons
          count={3}
          label={t('common:state.loading')}
          className="grid gap-4"
          each="h-48 rounded-lg"
        />
      ) : answer.data.pagination.totalItems === 0 ? (
        <EmptyState
          icon={<Receipt />}
          title={t('orders.empty')}
          text={t('orders.emptyText')}
          action={
            <Link to={paths.products} className={buttonClass('primary')}>
              {t('toProducts')}
            </Link>
          }
        />
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <StatCard label={t('orders.total')} value={number(answer.data.pagination.totalItems)} />
            <StatCard label={t('dashboard.spent')} value={reais(answer.data.totalSpent)} />
          </div>
          <ul className="grid gap-4">
            {answer.data.orders.map((order) => (
              <li key={order.id}>
                <OrderCard order={order} />
              </li>
            ))}
          </ul>
          {answer.data.pagination.totalPages > 1 ? (
            <nav aria-label={t('orders.pages')} className="flex items-center justify-between gap-4">
              <Button
                disabled={!answer.data.pagination.hasPrevPage}
                onClick={() => setPage(page - 1)}
              >
                {t('orders.previous')}
              </Button>
              <span className="text-sm text-muted">
                {t('orders.page', { page, pages: answer.data.pagination.totalPages })}
              </span>
              <Button
                disabled={!answer.data.pagination.hasNextPage}
                onClick={() => setPage(page + 1)}
              >
                {t('orders.next')}
              </Button>
            </nav>
          ) : null}
        </>
      )}
    </Section>
  )
}
