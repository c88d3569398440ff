import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useParams } from 'react-router'

import { api, ApiError, refusalMessage } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { nearestLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ErrorState, Skeletons } from '../../../ui/states.tsx'
import { MissingPage } from '../shared/missing-page.tsx'
import { descriptionOf, type ProductPage } from './about.ts'
import { ProductView } from './product-view.tsx'

/** No product has this slug, or the product was deleted. */
function ProductMissing() {
  const { t } = useTranslation('store')
  return (
    <MissingPage
      title={t('page.missing')}
      text={t('page.missingText')}
      action={
        <Link to={paths.products} className={buttonClass('primary')}>
          {t('search.all')}
        </Link>
      }
    />
  )
}

function LoadFailed({ error, onRetry }: { error: Error; onRetry(): void }) {
  const { t } = useTranslation(['store', 'common'])
  return (
    <div className="page py-10">
      <ErrorState
        text={refusalMessage(error, t('page.errorLoad'))}
        retry={t('common:action.retry')}
        onRetry={onRetry}
      />
    </div>
  )
}

function PageSkeleton() {
  const { t } = useTranslation('common')
  return (
    <div className="page py-10">
      <Skeletons
        count={2}
        label={t('state.loading')}
        className="grid gap-8 md:grid-cols-2"
        each="h-96 rounded-lg"
      />
    </div>
  )
}

/** Loads a product's page; while another language loads, the previous one stays. */
function useProductPage(slug: string) {
  const language = nearestLanguage(useTranslation('store').i18n.language)
  return useQuery({
    ...ask(api.catalogue.page, { params: { slug }, query: { lng: language } }),
    placeholderData: (last: ProductPage | undefined) =>
      last?.product.slug === slug ? last : undefined,
  })
}

/** Page of a product. A former slug redirects to the current one (L047). */
export function Page() {
  const { t } = useTranslation('store')
  const { slug = '' } = useParams()
  const { search } = useLocation()
  const { data, error, refetch } = useProductPage(slug)
  const isMissing = error instanceof ApiError && error.status === 404
  const pageTitle = isMissing ? t('page.missing') : data?.product.name
  useTitle(pageTitle, data && descriptionOf(data), data?.seo.title)
  if (data?.movedTo) return <Navigate replace to={paths.product(data.movedTo) + search} />
  if (data) return <ProductView key={data.product.id} page={data} />
  if (isMissing) return <ProductMissing />
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />

  return <PageSkeleton />
}
