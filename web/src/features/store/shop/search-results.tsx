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
import { SearchFilters, type Categories } from './search-filters.tsx'
import { useSearch, type Search } from './search-state.ts'

const limit = 24

function useResults({ q, category, sort, inStock }: Search) {
  const query = {
    q: q.trim(),
    sort,
    limit,
    ...(category ? { category } : {}),
    ...(inStock ? { inStock: 'true' as const } : {}),
  }

  return useInfiniteQuery({
    queryKey: ['search', ...queryKeyOf(api.catalogue.search, { query })],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      call(api.catalogue.search, { query: { ...query, page: pageParam } }, { signal }),
    getNextPageParam: ({ pagination }) =>
      pagination.hasNextPage ? pagination.currentPage + 1 : undefined,
  })
}

/** How many were found; nothing while that is not known. */
function Count({ of }: { of: number | undefined }) {
  const { t } = useTranslation('store')
  if (of === undefined) return ''

  return of ? t('search.found', { count: of }) : t('search.none')
}

/** The cards, or why there are none. */
function Found({
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
        count={4}
        label={t('common:state.loading')}
        className={cardGrid}
        each={cardPlace}
      />
    )

  if (total === 0)
    return (
      <EmptyWithProducts
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
          <ProductCard key={product._id} product={product} eager={index < 4} />
        ))}
    </div>
  )
}

/**
 * What was found, more on request; the number is told to a screen reader, the old results stay
 * until the new ones are here.
 */
export function SearchResults({ categories }: { categories: Categories }) {
  const { search, change, reset } = useSearch()
  const { t } = useTranslation(['store', 'common'])
  const results = useResults(search)
  const total = results.data?.pages[0]?.total
  const known = results.isPlaceholderData ? undefined : total

  return (
    <section aria-label={t('search.title')} className="grid gap-5">
      <SearchFilters search={search} categories={categories} change={change} />

      <div className="-my-1 flex min-h-11 items-center justify-between gap-3">
        <p
          role="status"
          // What is read beneath the family of keys is not said twice to who sees it.
          className={known === 0 ? 'sr-only' : 'text-sm text-muted'}
          data-testid="search-count"
        >
          <Count of={known} />
        </p>

        <Button
          look="ghost"
          size="sm"
          onClick={reset}
          icon={<ArrowLeft size={16} aria-hidden />}
          className="-mr-3 ml-auto"
        >
          {t('search.front')}
        </Button>
      </div>

      <Found results={results} total={total} onReset={reset} />

      {results.hasNextPage && !results.isError && (
        <Button
          className="justify-self-center"
          busy={results.isFetchingNextPage}
          onClick={() => {
            void results.fetchNextPage()
          }}
        >
          {t('search.more')}
        </Button>
      )}
    </section>
  )
}
