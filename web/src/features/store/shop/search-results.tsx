import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { api, call } from '../../../api/call.ts'
import { queryKeyOf } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { ErrorState, Skeletons } from '../../../ui/states.tsx'
import { EmptyWithProducts } from '../../shared/empty/nothing.tsx'
import { cardGrid, cardPlace, ProductCard } from '../shared/product-card.tsx'
import { SearchFilters } from './search-filters.tsx'
import { useSearch, type Search } from './search-state.ts'

const resultsPerPage = 24

function useResults({ q, category, sort, inStock }: Search) {
  const searchQuery = {
    q: q.trim(),
    sort,
    limit: resultsPerPage,
    ...(category && { category }),
    ...(inStock && { inStock: 'true' as const }),
  }

  return useInfiniteQuery({
    queryKey: [...queryKeyOf(api.catalogue.search, { query: searchQuery }), 'pages'],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      call(api.catalogue.search, { query: { ...searchQuery, page: pageParam } }, { signal }),
    getNextPageParam: ({ pagination }) =>
      pagination.hasNextPage ? pagination.currentPage + 1 : undefined,
  })
}

/** Number of results; empty while unknown. */
function ResultCount({ of }: { of: number | undefined }) {
  const { t } = useTranslation('store')
  if (of === undefined) return ''

  if (of) return t('search.found', { count: of })

  return t('search.none')
}

/** Product cards, or why there are none. */
function ResultCards({
  results,
  total,
  onReset,
}: {
  results: ReturnType<typeof useResults>
  total: number | undefined
  onReset(): void
}) {
  const { t } = useTranslation(['store', 'common'])

  if (results.isError)
    return (
      <ErrorState
        text={t('search.error')}
        retry={t('common:action.retry')}
        onRetry={() => {
          void results.refetch()
        }}
      />
    )

  if (!results.data)
    return (
      <Skeletons
        count={5}
        label={t('common:state.loading')}
        className={cardGrid}
        each={cardPlace}
      />
    )

  if (total === 0)
    return (
      <EmptyWithProducts
        pose="apart"
        title={t('search.none')}
        text={t('search.noneText')}
        action={<Button onClick={onReset}>{t('search.reset')}</Button>}
      />
    )

  return (
    <div
      className={join(cardGrid, 'transition-opacity', results.isPlaceholderData && 'opacity-60')}
    >
      {results.data.pages
        .flatMap(({ products }) => products)
        .map((product, index) => (
          <ProductCard key={product._id} product={product} eager={index < 5} />
        ))}
    </div>
  )
}

/**
 * Search results with more on request. The count is announced; old results stay until the new ones
 * arrive.
 */
export function SearchResults() {
  const { search, change, reset } = useSearch()
  const { t } = useTranslation(['store', 'common'])
  const searchResults = useResults(search)
  const totalCount = searchResults.data?.pages[0]?.total
  const knownCount = searchResults.isPlaceholderData ? undefined : totalCount

  return (
    <section aria-label={t('search.title')} className="grid gap-5">
      <div className="-mt-4 flex min-h-11 flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <p
          role="status"
          // The empty state shows this text already.
          className={knownCount === 0 ? 'sr-only' : 'min-w-36 text-sm text-muted'}
          data-testid="search-count"
        >
          <ResultCount of={knownCount} />
        </p>

        <Button
          look="ghost"
          onClick={reset}
          icon={<ArrowLeft size={16} aria-hidden className="max-sm:hidden" />}
          className={join('px-3!', knownCount === 0 ? '-ml-3' : 'max-sm:-mr-3 sm:mr-auto')}
        >
          {t('search.front')}
        </Button>

        <div className="flex items-center gap-x-5 max-sm:w-full">
          <SearchFilters search={search} change={change} />
        </div>
      </div>

      <ResultCards results={searchResults} total={totalCount} onReset={reset} />

      {searchResults.hasNextPage && !searchResults.isError && (
        <Button
          className="justify-self-center"
          busy={searchResults.isFetchingNextPage}
          onClick={() => {
            void searchResults.fetchNextPage()
          }}
        >
          {t('search.more')}
        </Button>
      )}
    </section>
  )
}
