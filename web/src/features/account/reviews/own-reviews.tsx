import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ApiError } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { OwnReview } from './own-review.tsx'
import type { OwnRow } from './own.ts'

/**
 * The customer's reviews and products they may review. Renders nothing if the shop takes no reviews
 * (L063).
 */
export function OwnReviews() {
  const { t, i18n } = useTranslation(['reviews', 'common'])
  const { data, error, isError, refetch } = useQuery(ask(ownApi.reviews.own))
  if (isError && error instanceof ApiError && error.code === 'review.not_found') return null

  if (isError)
    return (
      <ErrorState
        text={t('own.error')}
        retry={t('common:action.retry')}
        onRetry={() => void refetch()}
      />
    )

  if (!data) return null

  const reviewRows: OwnRow[] = [
    ...data.products.map(({ id, name, boughtAt }) => ({ id, name, boughtAt, review: null })),
    ...data.reviews.map((review) => ({
      id: review.productId,
      name: review.productName,
      boughtAt: null,
      review,
    })),
  ].sort((first, second) => first.name.localeCompare(second.name, i18n.language))

  if (reviewRows.length === 0) return null

  return (
    <section className="grid gap-4" aria-labelledby="own-reviews">
      <header className="grid gap-1">
        <h2 id="own-reviews" className="section-heading">
          {t('own.title')}
        </h2>
        <p className="text-sm text-muted">{t('own.lead')}</p>
      </header>
      {/* Sorted by name, so that a product keeps its place when it is reviewed. */}
      <ul className="divide-y divide-line border-y border-line">
        {reviewRows.map((row) => (
          <li key={row.id} data-row className="py-3.5">
            <OwnReview row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}
