import type { Api } from '@chaveiro/contracts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { memo, Suspense, useContext, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams, type LinkProps } from 'react-router'

import { api } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { categoryLabel } from '../../../i18n/language.ts'
import { lazyPart } from '../../../routing/code.ts'
import { useHydrated } from '../../../routing/hydrated.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { supportLink, useSite } from '../../../state/site.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { ErrorState, Skeletons } from '../../../ui/states.tsx'
import { CategoryChips, Chip, type Categories } from '../shared/category-chips.tsx'
import { EmptyShelf } from '../shared/empty-shelf.tsx'
import { Heading } from '../shared/heading.tsx'
import { cardGrid, cardPlace, ProductCard } from '../shared/product-card.tsx'
import { ShopRow } from '../shared/shop-row.tsx'
import { isSearch, isSharedSearch, searchNames } from './is-search.ts'
import { SearchResultsContext } from './search-slot.ts'

// The search field loads after the first paint.
const SearchBar = lazyPart(() => import('./search-bar.tsx').then((module) => module.SearchBar))

type ShopCategory = Reply<Api['catalogue']['categories']>[number]

/** Placeholders with the height of the cards. */
function ShelfSkeleton({ tall = cardPlace }: { tall?: string | undefined }) {
  const { t } = useTranslation('common')
  return <Skeletons count={5} label={t('state.loading')} className={cardGrid} each={tall} />
}

/** A titled shelf with its loading, error and empty states. */
function ShopShelf<T>({
  title,
  query,
  empty,
  tall,
  children,
}: {
  title: string
  query: UseQueryResult<T[]>
  empty: string
  tall?: string | undefined
  children: (rows: T[]) => ReactNode
}) {
  const { t } = useTranslation(['store', 'common'])

  const underTitle = (content: ReactNode) => (
    <section aria-label={title} className="grid gap-5">
      <Heading seed={title}>{title}</Heading>
      {content}
    </section>
  )

  if (query.data?.length) return underTitle(children(query.data))
  if (query.data) return underTitle(<EmptyShelf title={empty} />)

  if (query.isError)
    return underTitle(
      <ErrorState
        text={t('shop.errorLoad')}
        retry={t('common:action.retry')}
        onRetry={() => {
          void query.refetch()
        }}
      />,
    )

  return underTitle(<ShelfSkeleton tall={tall} />)
}

/** A category with its number of products (S067). */
function CategoryCard({ category }: { category: ShopCategory }) {
  const { t } = useTranslation('store')
  const { image, color, productCount } = category

  return (
    <Link
      to={paths.category(category.name)}
      className="group grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-4 py-2"
    >
      <ProductImage src={image} color={color} crop="motif" />

      <span className="grid gap-0.5">
        <span className="leading-snug font-semibold hyphens-auto group-hover:underline first-letter:uppercase">
          {categoryLabel(category)}
        </span>
        <span className="text-sm text-muted">
          {t('shop.productCount', { count: productCount })}
        </span>
      </span>
    </Link>
  )
}

/** Categories with products; all of them if the shop sells nothing yet (P640). */
const offeredCategories = (list: ShopCategory[]): ShopCategory[] => {
  const filledCategories = list.filter(({ productCount }) => productCount > 0)
  if (filledCategories.length) return filledCategories

  return list
}

/** The shop front: featured products, then categories. */
function ShopFront({ categories }: { categories: UseQueryResult<ShopCategory[]> }) {
  const { t } = useTranslation('store')
  const featuredProducts = useQuery(ask(api.catalogue.featured))

  return (
    <>
      <ShopShelf
        title={t('shop.featured')}
        query={featuredProducts}
        empty={t('shop.featuredEmpty')}
      >
        {(products) => (
          <div className={cardGrid}>
            {products.map((product, index) => (
              <ProductCard
                key={product._id}
                product={product}
                eager={index < 5}
                first={index === 0}
              />
            ))}
          </div>
        )}
      </ShopShelf>

      <Link to={paths.allProducts} className={buttonClass('plain', 'md', '-mt-8 self-start')}>
        {t('search.all')}
      </Link>

      <ShopShelf
        title={t('shop.categories')}
        query={categories}
        tall="h-28 rounded-lg"
        empty={t('shop.categoriesEmpty')}
      >
        {(list) => (
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-6 gap-y-2">
            {offeredCategories(list).map((category) => (
              <CategoryCard key={category._id} category={category} />
            ))}
          </div>
        )}
      </ShopShelf>
    </>
  )
}

/**
 * Whether results are rendered. The server renders the results of a shared search
 * (isSharedSearch); for all other searches only the browser renders results, after hydration.
 */
function useResultsShown(): boolean {
  const [searchParams] = useSearchParams()
  const isHydrated = useHydrated()

  return isSearch(searchParams) && (isHydrated || isSharedSearch(searchParams))
}

/** Placeholders of the results: a row of filters, then cards. */
const ResultsSkeleton = () => (
  <div>
    <div className="mb-1 h-11 max-sm:h-23" />
    <ShelfSkeleton />
  </div>
)

/**
 * The results. Without `memo`, an update of the page before hydration would discard the server's
 * markup, and the browser would render the results again.
 */
const Results = memo(function Results() {
  const SearchResults = useContext(SearchResultsContext)
  return (
    <Suspense fallback={<ResultsSkeleton />}>
      <SearchResults />
    </Suspense>
  )
})

/** The shop front, or the search results, or placeholders until results are rendered. */
function ShopContent({ categories }: { categories: UseQueryResult<ShopCategory[]> }) {
  const [searchParams] = useSearchParams()
  const areResultsShown = useResultsShown()
  if (!isSearch(searchParams)) return <ShopFront categories={categories} />
  if (!areResultsShown) return <ResultsSkeleton />

  return <Results />
}

/** Category chips. During a search they filter its results; otherwise they link to categories. */
function ShopChips({ categories }: { categories: Categories }) {
  const { t } = useTranslation('store')
  const [searchParams] = useSearchParams()
  const isSearching = useResultsShown()
  const category = (isSearching && searchParams.get('category')) || ''

  const linkOf = (name: string): LinkProps => {
    if (!isSearching) return { to: name ? paths.category(name) : paths.allProducts }

    const narrowed = new URLSearchParams(
      searchNames.flatMap((part) => {
        const value = part === 'category' ? name : searchParams.get(part)
        return value ? [[part, value]] : []
      }),
    )
    if (!isSearch(narrowed)) return { to: paths.allProducts, replace: true }

    return { to: `?${narrowed}`, replace: true, preventScrollReset: true }
  }

  return (
    <>
      <Chip {...linkOf('')} current={isSearching && !category}>
        {t('search.everything')}
      </Chip>
      <CategoryChips categories={categories} current={category} linkOf={linkOf} />
    </>
  )
}

/** The place of the search field until its code has loaded. */
function SearchPlace() {
  return (
    <div
      aria-hidden
      className="flex min-h-11 items-center rounded-md border border-edge px-3 text-muted"
    >
      <Glyph name="search" size={18} />
    </div>
  )
}

/** The shop page. */
export function Page() {
  const { t } = useTranslation(['store', 'common'])
  const siteSettings = useSite()
  const categories = useQuery(ask(api.catalogue.categories))
  const isHydrated = useHydrated()
  useTitle(t('shop.title'), t('common:head.products'))

  return (
    <div className="page flex flex-col gap-8 pt-8 pb-10">
      <header className="grid gap-2">
        <h1 className="text-xl">{t('shop.title')}</h1>
        <p className="max-w-prose text-muted">{t('shop.lead')}</p>
      </header>

      <ShopRow
        search={
          isHydrated ? (
            <Suspense fallback={<SearchPlace />}>
              <SearchBar />
            </Suspense>
          ) : (
            <SearchPlace />
          )
        }
      >
        <ShopChips categories={categories.data ?? []} />
      </ShopRow>

      <ShopContent categories={categories} />

      <aside className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
        <p className="text-muted">{t('shop.help')}</p>

        <a
          href={supportLink(siteSettings)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('plain')}
        >
          {t('shop.support')}
        </a>
      </aside>
    </div>
  )
}
