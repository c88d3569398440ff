import type { Api } from '@chaveiro/contracts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ownApi } from 'virtual:own-api'

import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { money, number } from '../../../i18n/format.ts'
import { loadTexts } from '../../../i18n/i18n.ts'
import { lazyPart } from '../../../routing/code.ts'
import { paths } from '../../../routing/paths.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Skeletons } from '../../../ui/states.tsx'
import { EmptyAccountPage } from '../shared/empty-room.tsx'
import { Figure, FigureLine } from '../shared/figure-line.tsx'
import { AccountSection } from '../shared/section.tsx'
import { productsOnShelf, libraryShelves } from './library.ts'
import { OwnedRow } from './owned-row.tsx'

const OwnReviews = lazyPart(async () => {
  const [module] = await Promise.all([import('../reviews/own-reviews.tsx'), loadTexts('reviews')])
  return module.OwnReviews
})

type OwnedProducts = Reply<Api['orders']['products']>

/** Figures and rows; an empty state if nothing is owned. */
function OwnedLibrary({ owned }: { owned: OwnedProducts }) {
  const { t } = useTranslation('account')

  if (owned.total === 0)
    return (
      <EmptyAccountPage
        pose="single"
        title={t('products.empty')}
        text={t('products.emptyText')}
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
        <Figure label={t('products.total')} value={number(owned.total)} />
        <Figure label={t('products.active')} value={number(owned.active)} />
        <Figure label={t('products.value')} value={money(owned.totalValue)} />
      </FigureLine>

      <FilteredRows products={owned.products} />
    </>
  )
}

/** Products filtered by shelf; the URL contains the choice. */
function FilteredRows({ products }: Pick<OwnedProducts, 'products'>) {
  const { t } = useTranslation('account')
  const [{ show }, setUrlState] = useUrlState({ show: 'all' })
  const chosenShelf = libraryShelves.find((shelf) => shelf === show) ?? 'all'
  const visibleProducts = productsOnShelf(products, chosenShelf)

  return (
    <>
      <div role="group" aria-label={t('library.filter')} className="flex gap-2 max-sm:edge-row">
        {libraryShelves.map((shelf) => (
          <Button
            key={shelf}
            look={shelf === chosenShelf ? 'plain' : 'ghost'}
            aria-pressed={shelf === chosenShelf}
            className="shrink-0"
            onClick={() => setUrlState({ show: shelf })}
          >
            {t(`library.${shelf}`, { count: productsOnShelf(products, shelf).length })}
          </Button>
        ))}
      </div>

      {visibleProducts.length === 0 && <p className="text-muted">{t('library.none')}</p>}

      <ul className="divide-y divide-line border-y border-line">
        {visibleProducts.map((product) => (
          <li key={product.id}>
            <OwnedRow product={product} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The customer's products, one row per unit. */
export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const productsQuery = useQuery(ask(ownApi.orders.products))

  return (
    <AccountSection title={t('products.title')}>
      <QueryResult
        answer={productsQuery}
        failed={t('products.errorLoad')}
        retry={t('common:action.retry')}
        waiting={
          <Skeletons
            count={4}
            label={t('common:state.loading')}
            className="grid gap-px"
            each="h-18"
          />
        }
      >
        {(owned) => (
          <>
            <OwnedLibrary owned={owned} />
            <Suspense fallback={null}>
              <OwnReviews />
            </Suspense>
          </>
        )}
      </QueryResult>
    </AccountSection>
  )
}
