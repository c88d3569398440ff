import { reviewSorts, type ReviewSort } from '@chaveiro/contracts/states'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { api, ApiError } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { useSession } from '../../../state/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Cut } from '../../../ui/cut.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { ErrorState, Skeletons } from '../../../ui/states.tsx'
import { ReviewSummary } from './review-summary.tsx'
import type { Reviews } from './reviews.ts'
import { ShownReview } from './shown-review.tsx'

const reviewsPerPage = 10

/** Reviews of a product: rating, counts per star, ten per page. */
export function ReviewList({ productId }: { productId: string }) {
  const { t } = useTranslation(['reviews', 'common'])

  const [{ page, sort }, setShown] = useState<{ page: number; sort: ReviewSort }>({
    page: 1,
    sort: 'newest',
  })

  const titleRef = useRef<HTMLHeadingElement>(null)

  const { data, error, isError, refetch } = useQuery({
    ...ask(api.reviews.list, {
      params: { productId },
      query: { page, limit: reviewsPerPage, sort },
    }),
    placeholderData: keepPreviousData,
  })

  // The shop takes no reviews, or the product was deleted.
  if (isError && error instanceof ApiError && error.status === 404) return null

  if (isError)
    return (
      <ErrorState
        text={t('list.error')}
        retry={t('common:action.retry')}
        onRetry={() => void refetch()}
      />
    )

  if (!data) return <ReviewsSkeleton />

  return (
    <section aria-labelledby="reviews" className="grid min-w-0 gap-6">
      <div className="grid gap-3">
        <Cut id={productId} />
        <h2 id="reviews" ref={titleRef} tabIndex={-1} className="section-heading outline-none">
          {t('list.title')}
        </h2>
      </div>

      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
        <ReviewSummary of={data} />

        <div className="grid w-full justify-items-start gap-2 empty:hidden sm:w-auto">
          <OwnReviewsLink />
          {data.total > 3 && (
            <SortSelect value={sort} onChange={(next) => setShown({ page: 1, sort: next })} />
          )}
        </div>
      </div>

      <ul className="grid gap-x-12 md:grid-cols-2">
        {data.reviews.map((review) => (
          <li key={review.id} className="min-w-0">
            <ShownReview review={review} />
          </li>
        ))}
      </ul>

      <ReviewPages
        of={data.pagination}
        onPage={(next) => {
          setShown({ page: next, sort })
          // Reading continues at the top of the next page.
          titleRef.current?.focus()
        }}
      />
    </section>
  )
}

function ReviewsSkeleton() {
  const { t } = useTranslation()
  return (
    <Skeletons count={3} label={t('state.loading')} className="grid gap-4" each="h-28 rounded-md" />
  )
}

function SortSelect({ value, onChange }: { value: ReviewSort; onChange(sort: ReviewSort): void }) {
  const { t } = useTranslation('reviews')
  return (
    <SelectField
      label={t('list.sort')}
      className="w-full sm:w-56"
      value={value}
      onChange={({ target }) => onChange(target.value as ReviewSort)}
    >
      {reviewSorts.map((one) => (
        <option key={one} value={one}>
          {t(`list.sort.${one}`)}
        </option>
      ))}
    </SelectField>
  )
}

/** Link for logged-in customers to write a review. */
function OwnReviewsLink() {
  const { t } = useTranslation('reviews')
  const { loggedIn } = useSession()

  if (!loggedIn) return null

  return (
    <Link to={paths.myProducts} className="inline-flex min-h-11 items-center text-sm link">
      {t('list.toOwn')}
    </Link>
  )
}

function ReviewPages({ of, onPage }: { of: Reviews['pagination']; onPage(page: number): void }) {
  const { t } = useTranslation('reviews')
  const { currentPage: page, totalPages: pages, hasPrevPage, hasNextPage } = of
  if (pages < 2) return null

  return (
    <nav aria-label={t('list.pages')} className="flex items-center justify-between gap-4">
      <Button disabled={!hasPrevPage} onClick={() => onPage(page - 1)}>
        {t('list.previous')}
      </Button>
      <span className="text-sm text-muted">
        {t('list.page', { page: number(page), pages: number(pages) })}
      </span>
      <Button disabled={!hasNextPage} onClick={() => onPage(page + 1)}>
        {t('list.next')}
      </Button>
    </nav>
  )
}
