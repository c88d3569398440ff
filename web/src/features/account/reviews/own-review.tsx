import type { ReviewStatus } from '@chaveiro/contracts/states'
import { PencilLine, Star } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { date } from '../../../i18n/format.ts'
import { lazyPart } from '../../../routing/code.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Stars } from '../../../ui/stars.tsx'
import type { OwnRow, Review } from './own.ts'

const ReviewDialog = lazyPart(() =>
  import('./review-dialog.tsx').then((module) => module.ReviewDialog),
)

const statusTones: Record<ReviewStatus, Tone> = {
  pending: 'wait',
  published: 'good',
  rejected: 'bad',
}

/** A product with its review, if any, and the form. */
export function OwnReview({ row }: { row: OwnRow }) {
  const { t } = useTranslation('reviews')
  const [isOpen, setIsOpen] = useState(false)
  // Once opened, the form stays mounted, so that typed text survives closing it.
  const [isMounted, setIsMounted] = useState(false)
  const { id, name, boughtAt, review } = row
  const ActionIcon = review ? PencilLine : Star

  return (
    <div className="flex items-start justify-between gap-x-4">
      <div className="grid min-w-0 flex-1 gap-1">
        <h3 className="leading-5 font-semibold wrap-anywhere">{name}</h3>
        {boughtAt && (
          <p className="text-sm text-muted">{t('own.bought', { date: date(boughtAt) })}</p>
        )}
        {review && <ReviewState review={review} />}
      </div>

      <Button
        className="shrink-0"
        icon={<ActionIcon aria-hidden size={16} />}
        aria-label={t(review ? 'own.yoursOf' : 'own.writeOf', { name })}
        onClick={() => {
          setIsMounted(true)
          setIsOpen(true)
        }}
      >
        {t(review ? 'own.yours' : 'own.write')}
      </Button>

      {isMounted && (
        <Suspense fallback={null}>
          <ReviewDialog
            product={{ id, name }}
            review={review}
            open={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Stars, state and text of a review, and why it is not shown. */
function ReviewState({ review }: { review: Review }) {
  const { t } = useTranslation('reviews')
  const { rating, status, rejectReason, body, isShown, reply } = review

  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="inline-flex items-center gap-2">
          <Stars rating={rating} />
          {t('stars.of', { stars: rating })}
        </span>
        <Badge tone={statusTones[status]}>{t(`state.${status}`)}</Badge>
      </p>

      {rejectReason && (
        <p className="text-sm wrap-anywhere text-bad">
          {t('own.reason', { reason: rejectReason })}
        </p>
      )}

      {status === 'published' && !isShown && <p className="text-sm text-wait">{t('own.hidden')}</p>}
      {body && (
        <p className="line-clamp-3 text-sm wrap-anywhere whitespace-pre-line text-muted">{body}</p>
      )}

      {reply && (
        <div className="grid gap-0.5 border-l-2 border-line pl-3 text-sm">
          <p className="font-medium">{t('reply')}</p>
          <p className="wrap-anywhere whitespace-pre-line text-muted">{reply.text}</p>
        </div>
      )}
    </>
  )
}
