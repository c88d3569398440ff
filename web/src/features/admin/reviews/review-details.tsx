import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { Facts } from '../components/facts.tsx'
import { Modal } from '../components/modal.tsx'
import type { Review } from '../shared/rows.ts'
import { date } from '../shared/shop-clock.ts'
import { ReviewAuthor, ReviewState, WrittenDate } from './review-words.tsx'
import { RatingStars } from './stars.tsx'

/** A customer's text with its line breaks. */
function QuotedText({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1">
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      {children}
    </section>
  )
}

const quotedTextClass = 'whitespace-pre-line wrap-anywhere'

/** Reports of a review, unresolved ones first. */
function ReviewReports({ review: { reports } }: { review: Review }) {
  const { t } = useTranslation('admin')
  if (reports.length === 0) return null

  return (
    <QuotedText title={t('adminReviews.reports')}>
      <ul className="grid gap-2 text-sm">
        {reports.map(({ reason, createdAt }) => (
          <li key={createdAt + reason} className="border-b border-line pb-2 last:border-0">
            <span className="text-xs text-muted">{date(createdAt, 'moment')}</span>
            <p className={quotedTextClass}>{reason}</p>
          </li>
        ))}
      </ul>
    </QuotedText>
  )
}

/** One review with author, product, full text, reply and reports. */
export function ReviewDetails({ review, onClose }: { review: Review; onClose(): void }) {
  const { t } = useTranslation(['admin', 'common'])
  const { reply, publishedAt } = review

  return (
    <Modal
      wide
      title={t('adminReviews.detailsTitle', { product: review.productName })}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <Facts
          items={[
            [
              t('adminReviews.product'),
              <Link
                key="product"
                className="underline"
                to={paths.adminSection('products', { search: review.productName })}
              >
                {review.productName}
              </Link>,
            ],
            [t('adminReviews.who'), <ReviewAuthor key="who" review={review} />],
            [t('adminReviews.rating'), <RatingStars key="stars" rating={review.rating} />],
            [t('adminReviews.statusHead'), <ReviewState key="state" review={review} />],
            [t('adminReviews.date'), <WrittenDate key="date" review={review} />],
            [t('adminReviews.publishedAt'), publishedAt && date(publishedAt, 'moment')],
            [t('adminReviews.language'), t(`adminReviews.language.${review.language}`)],
          ]}
        />

        <QuotedText title={t('adminReviews.text')}>
          <p className={quotedTextClass}>{review.body || t('adminReviews.noText')}</p>
        </QuotedText>

        {reply && (
          <QuotedText title={t('adminReviews.replyOf', { when: date(reply.repliedAt, 'moment') })}>
            <p className={quotedTextClass}>{reply.text}</p>
          </QuotedText>
        )}

        <ReviewReports review={review} />
      </div>
    </Modal>
  )
}
