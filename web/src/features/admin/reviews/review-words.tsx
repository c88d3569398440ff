import { useTranslation } from 'react-i18next'
import { date } from '../../../i18n/format.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import type { Review } from '../shared/rows.ts'

const tones: Record<Review['status'], Tone> = {
  pending: 'wait',
  published: 'good',
  rejected: 'muted',
}

/** Where a review stands, and why it is not shown although it was published, or was rejected. */
export function ReviewState({ review }: { review: Review }) {
  const { t } = useTranslation('admin')
  return (
    <div className="grid justify-items-start gap-1 max-md:justify-items-end">
      <Badge tone={tones[review.status]} className="whitespace-nowrap">
        {t(`adminReviews.status.${review.status}`)}
      </Badge>
      {review.rejectReason ? (
        <span className="max-w-[30ch] text-xs wrap-anywhere text-muted">{review.rejectReason}</span>
      ) : null}
      {review.counts ? null : (
        <span className="max-w-[30ch] text-xs text-muted">{t('adminReviews.refunded')}</span>
      )}
    </div>
  )
}

/** The name that readers see, and whose account it is. */
export function Author({ review }: { review: Review }) {
  const { t } = useTranslation('admin')
  return (
    <div className="grid gap-0.5 md:min-w-[12ch]">
      <span className="wrap-anywhere">{review.userName ?? t('adminReviews.noAccount')}</span>
      <span className="text-xs wrap-anywhere text-muted">
        {t('adminReviews.shownAs', { name: review.authorName })}
      </span>
    </div>
  )
}

/** When it was written, and when its author changed it last. */
export function Written({ review }: { review: Review }) {
  const { t } = useTranslation('admin')
  return (
    <div className="grid gap-0.5">
      <span className="whitespace-nowrap">{date(review.createdAt, 'moment')}</span>
      {review.editedAt ? (
        <span className="text-xs text-muted">
          {t('adminReviews.edited', { when: date(review.editedAt, 'moment') })}
        </span>
      ) : null}
    </div>
  )
}
