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
import { Figures, StatCard } from '../../../ui/card.tsx'
import { Skeletons } from '../../../ui/states.tsx'
import { EmptyRoom } from '../shared/empty-room.tsx'
import { Section } from '../shared/section.tsx'
import { onShelf, shelves } from './library.ts'
import { OwnedCard } from './owned-card.tsx'

const OwnReviews = lazyPart(async () => {
  const [module] = await Promise.all([import('../reviews/own-reviews.tsx'), loadTexts('reviews')])
  return module.OwnReviews
})

type Products = Reply<Api['orders']['products']>

/** Figures and cards, or the way to the shop while nothing is owned. */
function Owned({ owned }: { owned: Products }) {
  const { t } = useTranslation('account')

  if (owned.total === 0)
    return (
      <EmptyRoom
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
      <Figures>
        <StatCard label={t('products.total')} value={number(owned.total)} />
        <StatCard label={t('products.active')} value={number(owned.active)} />
        <StatCard label={t('products.value')} value={money(owned.totalValue)} />
      </Figures>

      <Shelf products={owned.products} />
    </>
  )
}

/** The cards, of which one sees all, what works or what has ended; the choice is in the address. */
function Shelf({ products }: Pick<Products, 'products'>) {
  const { t } = useTranslation('account')
  const [{ show }, set] = useUrlState({ show: 'all' })
  const chosen = shelves.find((shelf) => shelf === show) ?? 'all'
  const shown = onShelf(products, chosen)

  return (
    <>
      <div role="group" aria-label={t('library.filter')} className="flex flex-wrap gap-2">
        {shelves.map((shelf) => (
          <Button
            key={shelf}
            size="sm"
            look={shelf === chosen ? 'plain' : 'ghost'}
            aria-pressed={shelf === chosen}
            onClick={() => set({ show: shelf })}
          >
            {t(`library.${shelf}`, { count: onShelf(products, shelf).length })}
          </Button>
        ))}
      </div>

      {shown.length === 0 && <p className="text-muted">{t('library.none')}</p>}

      <ul className="grid gap-4 md:grid-cols-2">
        {shown.map((product) => (
          <li key={product.id}>
            <OwnedCard product={product} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** What the customer owns, one card a unit. */
export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const answer = useQuery(ask(ownApi.orders.products))

  return (
    <Section title={t('products.title')}>
      <QueryResult
        answer={answer}
        failed={t('products.errorLoad')}
        retry={t('common:action.retry')}
        waiting={
          <Skeletons
            count={4}
            label={t('common:state.loading')}
            className="grid gap-4 md:grid-cols-2"
            each="h-56 rounded-lg"
          />
        }
      >
        {(owned) => (
          <>
            <Owned owned={owned} />
            <Suspense fallback={null}>
              <OwnReviews />
            </Suspense>
          </>
        )}
      </QueryResult>
    </Section>
  )
}
