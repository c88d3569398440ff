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
import { cardGrid, cardPlace, gridFor, ProductCard } from '../shared/product-card.tsx'
import { isSearch } from './is-search.ts'

// Searching comes after the first paint, its results with the first search.
const SearchBar = lazyPart(() => import('./search-bar.tsx').then((module) => module.SearchBar))

const SearchResults = lazyPart(() =>
  import('./search-results.tsx').then((module) => module.SearchResults),
)

type ShopCategory = Reply<Api['catalogue']['categories']>[number]

/** What stands where cards are still being fetched, as tall as they will be. */
function Waiting({ tall = cardPlace }: { tall?: string | undefined }) {
  const { t } = useTranslation('common')
  return <Skeletons count={4} label={t('state.loading')} className={cardGrid} each={tall} />
}

/** A shelf under its title: what it holds, or why it holds nothing yet. */
function Section<T>({
  title,
  query,
  empty,
  tall,
  children,
}: {
  title: string
  query: UseQueryResult<T[]>
  /** What an empty shelf says. */
  empty: string
  tall?: string | undefined
  children: (rows: T[]) => ReactNode
}) {
  const { t } = useTranslation(['store', 'common'])

  const under = (content: ReactNode) => (
    <section aria-label={title} className="grid gap-5">
      <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
      {content}
    </section>
  )

  if (query.data?.length) return under(children(query.data))
  if (query.data) return under(<EmptyShelf title={empty} />)

  if (query.isError)
    return under(
      <ErrorState
        text={t('shop.errorLoad')}
        retry={t('common:action.retry')}
        onRetry={() => {
          void query.refetch()
        }}
      />,
    )

  return under(<Waiting tall={tall} />)
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

/** The categories that have something, or all of a shop that sells nothing yet (P640). */
const offered = (list: ShopCategory[]): ShopCategory[] => {
  const filled = list.filter(({ productCount }) => productCount > 0)
  return filled.length ? filled : list
}

/** The shop front: what is featured, then the categories. */
function Front({ categories }: { categories: UseQueryResult<ShopCategory[]> }) {
  const { t } = useTranslation('store')
  const featured = useQuery(ask(api.catalogue.featured))

  return (
    <>
      <Section title={t('shop.featured')} query={featured} empty={t('shop.featuredEmpty')}>
        {(products) => (
          <div className={gridFor(products.length)}>
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
      </Section>

      <Link
        to={paths.allProducts}
        className={buttonClass('plain', 'md', '-mt-4 justify-self-start')}
      >
        {t('search.all')}
      </Link>

      <Section
        title={t('shop.categories')}
        query={categories}
        tall="h-28 rounded-lg"
        empty={t('shop.categoriesEmpty')}
      >
        {(list) => (
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4">
            {offered(list).map((category) => (
              <CategoryCard key={category._id} category={category} />
            ))}
          </div>
        )}
      </Section>
    </>
  )
}

/** The front, or what the address asks for, whose place is kept until the browser has found it. */
function Shelves() {
  const categories = useQuery(ask(api.catalogue.categories))
  const [address] = useSearchParams()
  const hydrated = useHydrated()
  if (!isSearch(address)) return <Front categories={categories} />
  if (!hydrated) return <Waiting />

  return (
    <Suspense fallback={<Waiting />}>
      <SearchResults categories={categories.data ?? []} />
    </Suspense>
  )
}

/** The shop: searched when the address asks for something, else its front. */
export function Page() {
  const { t } = useTranslation(['store', 'common'])
  const site = useSite()
  const place = (
    <div aria-hidden className="min-h-11 max-w-xl rounded-md border border-line bg-surface" />
  )
  const hydrated = useHydrated()
  useTitle(t('shop.title'), t('common:head.products'))

  return (
    <div className="page grid gap-10 py-8 sm:py-10">
      <header className="grid gap-5">
        <div className="grid gap-2">
          <h1 className="text-xl font-bold tracking-tight">{t('shop.title')}</h1>
          <p className="max-w-prose text-muted">{t('shop.lead')}</p>
        </div>

        {hydrated ? (
          <Suspense fallback={place}>
            <SearchBar />
          </Suspense>
        ) : (
          place
        )}
      </header>

      <Shelves />

      <aside className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
        <p className="text-muted">{t('shop.help')}</p>

        <a
          href={supportLink(site)}
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
