import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { date } from '../../../i18n/format.ts'
import { lazyPart } from '../../../routing/code.ts'
import { useSession } from '../../../state/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Stars } from '../../../ui/stars.tsx'
import type { Reviews } from './reviews.ts'

type Review = Reviews['reviews'][number]

const ReportDialog = lazyPart(() =>
  import('./report-dialog.tsx').then((module) => module.ReportDialog),
)

/** A review: author, stars, date, text, and the team's answer. */
export function ShownReview({ review }: { review: Review }) {
  const { t } = useTranslation('reviews')
  const { loggedIn } = useSession()
  const { authorName, rating, body, language, reply, createdAt, editedAt } = review

  return (
    <div className="grid min-w-0 gap-3 border-t border-line py-5">
      <header className="grid gap-1">
        <div className="flex items-center justify-between gap-4">
          <h3 className="min-w-0 font-medium wrap-anywhere">{authorName}</h3>
          {loggedIn && <ReportButton review={review} />}
        </div>

        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="inline-flex items-center gap-2">
            <Stars rating={rating} />
            {t('stars.of', { stars: rating })}
          </span>
          <span className="text-muted">
            {date(createdAt)}
            {editedAt && `, ${t('list.edited', { date: date(editedAt) })}`}
          </span>
        </p>
      </header>

      {body && (
        <p lang={language} className="wrap-anywhere whitespace-pre-line">
          {body}
        </p>
      )}

      {reply && (
        <div className="grid gap-1 border-l-2 border-accent pl-4 text-sm">
          <p>
            <span className="font-medium">{t('reply')}</span>{' '}
            <span className="text-muted">{date(reply.repliedAt)}</span>
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{reply.text}</p>
        </div>
      )}
    </div>
  )
}

/** Reports a review to staff, once. */
function ReportButton({ review: { id, authorName } }: { review: Review }) {
  const { t } = useTranslation('reviews')
  const [isOpen, setIsOpen] = useState(false)
  const [isMounted, setIsMounted] = useState(false)
  const [isReported, setIsReported] = useState(false)

  return (
    <>
      <Button
        look="ghost"
        size="sm"
        icon={<Flag aria-hidden size={15} />}
        aria-label={isReported ? undefined : t('report.of', { name: authorName })}
        aria-disabled={isReported || undefined}
        className="-my-1 -mr-3 shrink-0 text-muted"
        onClick={() => {
          if (isReported) return

          setIsMounted(true)
          setIsOpen(true)
        }}
      >
        {t(isReported ? 'report.done' : 'report.open')}
      </Button>

      {isMounted && (
        <Suspense fallback={null}>
          <ReportDialog
            reviewId={id}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onDone={() => setIsReported(true)}
          />
        </Suspense>
      )}
    </>
  )
}
