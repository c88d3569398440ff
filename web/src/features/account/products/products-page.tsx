import type { Api } from '@chaveiro/contracts'
import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { money, number } from '../../../i18n/format.ts'
import { loadTexts } from '../../../i18n/i18n.ts'
import { lazyPart } from '../../../routing/code.ts'
import { paths } from '../../../routing/paths.ts'
import { Answered } from '../../../ui/answered.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { StatCard } from '../../../ui/card.tsx'
import { EmptyState, Skeletons } from '../../../ui/states.tsx'
import { Section } from '../shared/section.tsx'
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
      <EmptyState
        icon={<Package />}
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
      <div className="grid gap-4 sm:grid-cols-3">
        <StatCard label={t('products.total')} value={number(owned.total)} />
        <StatCard label={t('products.active')} value={number(owned.active)} />
        <StatCard label={t('products.value')} value={money(owned.totalValue)} />
      </div>
      <ul className="grid gap-4 md:grid-cols-2">
        {owned.products.map((product) => (
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
  const answer = useQuery(ask(api.orders.products))
  return (
    <Section title={t('products.title')}>
      <Answered
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
      </Answered>
    </Section>
  )
}
