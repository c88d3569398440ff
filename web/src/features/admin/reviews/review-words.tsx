import { reviewStatuses } from '@chaveiro/contracts/states'
import { useTranslation } from 'react-i18next'

import type { Tone } from '../../../ui/badge.tsx'
import { join } from '../../../ui/join.ts'
import { CustomerLink } from '../components/customer-link.tsx'
import { StatusMenu } from '../components/status-menu.tsx'
import { When } from '../components/when.tsx'
import type { Review } from '../shared/rows.ts'
import { date } from '../shared/shop-clock.ts'

const statusTones: Record<Review['status'], Tone> = {
  pending: 'wait',
  published: 'good',
  rejected: 'muted',
}

type Moved = {
  review: Review
  /** Publishes or rejects by the status menu; without `onMove` the status is read-only. */
  onMove?: (review: Review, to: Review['status']) => void
}

/** Status of a review. */
export function ReviewStatus({ review, onMove }: Moved) {
  const { t } = useTranslation('admin')
  return (
    <StatusMenu
      label={t('adminReviews.statusOf', { name: review.authorName })}
      value={review.status}
      options={reviewStatuses.map(
        (status) => [status, t(`adminReviews.status.${status}`)] as const,
      )}
      tones={statusTones}
      // Staff never return a review to pending.
      may={(to) => onMove !== undefined && to !== 'pending'}
      onChange={(to) => onMove?.(review, to)}
    />
  )
}

/** The rejection reason of a review, and a note that its purchase was refunded. */
export function ReviewNotes({ review, className }: { review: Review; className?: string }) {
  const { t } = useTranslation('admin')
  const { rejectReason, counts } = review
  const notes = [rejectReason, counts ? null : t('adminReviews.refunded')].filter(
    (note) => note !== null,
  )

  return notes.map((note) => (
    <span
      key={note}
      title={note}
      className={join('max-w-[30ch] text-xs wrap-anywhere text-muted', className)}
    >
      {note}
    </span>
  ))
}

/** Status of a review with its notes. */
export function ReviewState(props: Moved) {
  return (
    <div className="grid justify-items-start gap-1 max-md:justify-items-end">
      <ReviewStatus {...props} />
      <ReviewNotes review={props.review} />
    </div>
  )
}

/** The displayed name, and the author's account. */
export function ReviewAuthor({ review }: { review: Review }) {
  const { t } = useTranslation('admin')
  return (
    <div className="grid md:min-w-[12ch] xl:min-w-44">
      <CustomerLink id={review.userId} className="wrap-anywhere">
        {review.userName ?? t('adminReviews.noAccount')}
      </CustomerLink>
      <span className="text-xs wrap-anywhere text-muted">
        {t('adminReviews.shownAs', { name: review.authorName })}
      </span>
    </div>
  )
}

/** When a review was written and last edited. */
export function WrittenDate({ review }: { review: Review }) {
  const { t } = useTranslation('admin')
  return (
    <div className="grid gap-0.5">
      <When at={review.createdAt} />

      {review.editedAt && (
        <span className="text-xs text-muted">
          {t('adminReviews.edited', { when: date(review.editedAt, 'moment') })}
        </span>
      )}
    </div>
  )
}
