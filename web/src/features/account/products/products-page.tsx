import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { money, number } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { StatCard } from '../../../ui/card.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx'
import { Section } from '../shared/section.tsx'
import { OwnedCard } from './owned-card.tsx'

/** What the customer owns, one card a unit. */
export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const answer = useQuery(ask(api.orders.products))
  return (
    <Section title={t('products.title')}>
      {answer.isError ? (
        <ErrorState
          text={t('products.errorLoad')}
          retry={t('common:action.retry')}
          onRetry={() => void answer.refetch()}
        />
      ) : !answer.data ? (
        <Skeletons
          count={4}
          label={t('common:state.loading')}
          className="grid gap-4 md:grid-cols-2"
          each="h-56 rounded-lg"
        />
      ) : answer.data.total === 0 ? (
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
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-3">
            <StatCard label={t('products.total')} value={number(answer.data.total)} />
            <StatCard label={t('products.active')} value={number(answer.data.active)} />
            <StatCard label={t('products.value')} value={money(answer.data.totalValue)} />
          </div>
          <ul className="grid gap-4 md:grid-cols-2">
            {answer.data.products.map((product) => (
              <li key={product.id}>
                <OwnedCard product={product} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
