import type { Api } from '@chaveiro/contracts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'

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
import { ProductImage } from '../../../ui/product-image.tsx'
import { ErrorState, Skeletons } from '../../../ui/states.tsx'
import { EmptyShelf } from '../shared/empty-shelf.tsx'
import { cardGrid, cardPlace, gridClassFor, ProductCard } from '../shared/product-card.tsx'
import { isSearch } from './is-search.ts'

// The search field loads after the first paint, results with the first search.
const SearchBar = lazyPart(() => import('./search-bar.tsx').then((module) => module.SearchBar))

const SearchResults = lazyPart(() =>
  import('./search-results.tsx').then((module) => module.SearchResults),
)

type ShopCategory = Reply<Api['catalogue']['categories']>[number]

/** Placeholders with the height of the cards. */
function ShelfSkeleton({ tall = cardPlace }: { tall?: string | undefined }) {
  const { t } = useTranslation('common')
  return <Skeletons count={4} label={t('state.loading')} className={cardGrid} each={tall} />
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
      <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
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
      className="group grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-4 rounded-lg bg-surface p-3 transition-colors hover:bg-raised"
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
          <div className={gridClassFor(products.length)}>
            {products.map((product, index) => (
              <ProductCard
                key={product._id}
                product={product}
                eager={index < 4}
                first={index === 0}
              />
            ))}
          </div>
        )}
      </ShopShelf>

      <Link
        to={paths.allProducts}
        className={buttonClass('plain', 'md', '-mt-4 justify-self-start')}
      >
        {t('search.all')}
      </Link>

      <ShopShelf
        title={t('shop.categories')}
        query={categories}
        tall="h-28 rounded-lg"
        empty={t('shop.categoriesEmpty')}
      >
        {(list) => (
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4">
            {offeredCategories(list).map((category) => (
              <CategoryCard key={category._id} category={category} />
            ))}
          </div>
        )}
      </ShopShelf>
    </>
  )
}

/** The front, or search results; their place is reserved until hydration. */
function ShopContent() {
  const categories = useQuery(ask(api.catalogue.categories))
  const [searchParams] = useSearchParams()
  const isHydrated = useHydrated()
  if (!isSearch(searchParams)) return <ShopFront categories={categories} />
  if (!isHydrated) return <ShelfSkeleton />

  return (
    <Suspense fallback={<ShelfSkeleton />}>
      <SearchResults categories={categories.data ?? []} />
    </Suspense>
  )
}

/** The shop page. */
export function Page() {
  const { t } = useTranslation(['store', 'common'])
  const siteSettings = useSite()
  const searchPlaceholder = (
    <div aria-hidden className="min-h-11 max-w-xl rounded-md border border-line bg-surface" />
  )
  const isHydrated = useHydrated()
  useTitle(t('shop.title'), t('common:head.products'))

  return (
    <div className="page grid gap-10 py-8 sm:py-10">
      <header className="grid gap-5">
        <div className="grid gap-2">
          <h1 className="text-xl font-bold tracking-tight">{t('shop.title')}</h1>
          <p className="max-w-prose text-muted">{t('shop.lead')}</p>
        </div>

        {isHydrated ? (
          <Suspense fallback={searchPlaceholder}>
            <SearchBar />
          </Suspense>
        ) : (
          searchPlaceholder
        )}
      </header>

      <ShopContent />

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
