import type { Api } from '@chaveiro/contracts'
import { timings } from '@chaveiro/contracts/limits'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import type { Reply } from '../../../api/http.ts'
import { date } from '../../../i18n/format.ts'
import { useHydrated } from '../../../routing/hydrated.ts'
import { useTitle } from '../../../routing/title.ts'
import { Badge } from '../../../ui/badge.tsx'
import { join } from '../../../ui/join.ts'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { CardReturn } from './card-return.tsx'
import { productStatus } from './product-status.ts'
import { serviceHistory, servicesInTrouble } from './service-history.ts'
import { Services } from './services.tsx'
import { shownStatus, shownTones, countTroubled } from './shown-status.ts'

type Category = Reply<Api['status']['products']>[number]

function CategoryTable({ category, checkedAt }: { category: Category; checkedAt: string }) {
  const { t } = useTranslation('status')
  return (
    <section aria-label={category.categoryName} className={tableClass}>
      <h2 className="px-4 pt-6 pb-2 font-semibold first-letter:uppercase">
        {category.categoryName}
      </h2>

      {category.products.length === 0 && (
        <p className="px-4 pb-4 text-sm text-muted">{t('noProducts')}</p>
      )}

      {category.products.length > 0 && (
        <Table
          caption={category.categoryName}
          rows={category.products}
          rowKey={(row) => row.name}
          columns={[
            { key: 'name', phone: 'title', head: t('column.product'), cell: (row) => row.name },
            {
              key: 'status',
              phone: 'side',
              head: t('column.status'),
              cell: (row) => {
                const publicStatus = shownStatus(row.status)
                return <Badge tone={shownTones[publicStatus]}>{t(`shown.${publicStatus}`)}</Badge>
              },
            },
            {
              key: 'time',
              head: t('column.checked'),
              end: true,
              cell: () => <span className="text-muted">{checkedAt}</span>,
            },
          ]}
        />
      )}
    </section>
  )
}

/**
 * All tables have the same columns; only the first shows its head, so that they read as one (P127).
 */
const tableClass =
  'border-b border-line last:border-0 sm:[&_td]:py-2.5 max-sm:[&_tr]:py-3 ' +
  'sm:[&_table]:table-fixed sm:[&_th]:w-1/4 ' +
  'sm:[&_th:first-child]:w-1/2 sm:[&:not(:first-child)_th]:py-0 ' +
  'sm:[&:not(:first-child)_th]:text-[0px] sm:[&:not(:first-child)_thead_tr]:border-0'

/** All is well, or how many products and services are in trouble. */
function StatusSummary({ categories }: { categories: readonly Category[] }) {
  const { t } = useTranslation('status')
  const troubledProducts = countTroubled(categories)
  const troubledServices = servicesInTrouble(useQuery(serviceHistory).data)

  const troubleTexts = [
    ...(troubledProducts ? [t('summary.some', { count: troubledProducts })] : []),
    ...(troubledServices ? [t('services.trouble', { count: troubledServices })] : []),
  ]

  const SummaryIcon = troubleTexts.length ? TriangleAlert : CircleCheck
  const iconTone = troubleTexts.length ? 'text-wait' : 'text-good'

  return (
    <div className="grid gap-1">
      {(troubleTexts.length ? troubleTexts : [t('summary.fine')]).map((line) => (
        <p key={line} className="flex items-center gap-3 text-lg font-semibold">
          <SummaryIcon size={22} aria-hidden className={join('shrink-0', iconTone)} />
          {line}
        </p>
      ))}
    </div>
  )
}

/** All categories below their summary. If a refetch fails, the last result stays. */
function CategoryList({
  query,
  checkedAt,
}: {
  query: UseQueryResult<Category[]>
  checkedAt: string
}) {
  const { t } = useTranslation(['status', 'common'])
  if (query.data?.length === 0) return <EmptyState title={t('empty')} />

  if (query.data)
    return (
      <>
        <StatusSummary categories={query.data} />

        <div className="overflow-hidden rounded-lg bg-surface">
          {query.data.map((category) => (
            <CategoryTable key={category.categoryName} category={category} checkedAt={checkedAt} />
          ))}
        </div>
      </>
    )

  if (query.isError) return null

  return (
    <Skeletons
      count={3}
      label={t('common:state.loading')}
      className="grid gap-4"
      each="h-48 rounded-lg"
    />
  )
}

function ProductStatus() {
  const { t } = useTranslation(['status', 'common'])
  const statusQuery = useQuery(productStatus)
  const isHydrated = useHydrated()
  // Time of the last successful fetch (Q101) in the visitor's time zone, so the server's page
  // leaves it out.
  const checkedAt =
    isHydrated && statusQuery.dataUpdatedAt ? date(statusQuery.dataUpdatedAt, 'moment') : ''
  useTitle(t('title'), t('common:head.status'))

  return (
    <div className="page grid gap-6 py-10">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold tracking-tight">{t('title')}</h1>

        <p className="text-sm text-muted">
          <span data-testid="status-updated" className="block min-h-[1lh]">
            {checkedAt && t('updated', { time: checkedAt })}
          </span>{' '}
          {t('every', { seconds: timings.statusPage / 1000 })}
        </p>

        <a href="#services" className="min-h-6 justify-self-start text-sm link">
          {t('services.title')}
        </a>
      </header>

      {statusQuery.isError && (
        <ErrorState
          text={t('error')}
          retry={t('common:action.retry')}
          onRetry={() => {
            void statusQuery.refetch()
          }}
        />
      )}

      <CategoryList query={statusQuery} checkedAt={checkedAt} />
      <section id="services" className="grid scroll-mt-20 gap-6 *:min-w-0">
        <Services />
      </section>
    </div>
  )
}

/** Status of all products; with session_id, the return page of a card payment (Q61). */
export function Page() {
  const [searchParams] = useSearchParams()
  const sessionId = searchParams.get('session_id')

  if (sessionId) return <CardReturn sessionId={sessionId} />

  return <ProductStatus />
}
