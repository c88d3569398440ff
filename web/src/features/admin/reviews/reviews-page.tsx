import { reviewStatuses } from '@chaveiro/contracts/states'
import { Ban, Check, MessageSquareQuote, MessageSquareReply, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { number } from '../../../i18n/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../components/data-table.tsx'
import { SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import { CustomerFilter } from '../components/of-customer.tsx'
import type { RowAction } from '../components/row-actions.tsx'
import { useOpenRow } from '../components/row-link.tsx'
import { loadedFigure, StatCards } from '../components/stat-cards.tsx'
import { useList, type List } from '../components/use-list.ts'
import type { Review } from '../shared/rows.ts'
import { ReplyForm } from './reply-form.tsx'
import { ReviewDetails } from './review-details.tsx'
import { ReviewAuthor, ReviewNotes, ReviewStatus, WrittenDate } from './review-words.tsx'
import { RatingStars } from './stars.tsx'
import { useReviewActs } from './use-review-acts.ts'

function ReviewBody({ text }: { text: string }) {
  const { t } = useTranslation('admin')
  if (!text) return <p className="text-muted md:col-span-2">{t('adminReviews.noText')}</p>

  return (
    <p className="line-clamp-4 wrap-anywhere whitespace-pre-line md:col-span-2 md:line-clamp-1">
      {text}
    </p>
  )
}

/**
 * Stars and the beginning of text and reply; the details show all of it. A desk has the reply beside
 * the stars, so that a row has two lines.
 */
function ReviewText({ review }: { review: Review }) {
  const { t } = useTranslation('admin')
  return (
    <div className="grid max-w-[52ch] gap-x-3 text-left max-md:gap-1 md:min-w-[10ch] md:grid-cols-[auto_minmax(0,1fr)] xl:min-w-[26ch]">
      <RatingStars rating={review.rating} />

      <ReviewBody text={review.body} />

      {review.reply && (
        <p className="line-clamp-2 self-center text-xs wrap-anywhere text-muted md:col-start-2 md:row-start-1 md:line-clamp-1">
          {t('adminReviews.replyIs', { text: review.reply.text })}
        </p>
      )}
    </div>
  )
}

type Move = (row: Review, to: Review['status']) => void

function useColumns(moveReview: Move): Column<Review>[] {
  const { t } = useTranslation('admin')
  return [
    {
      key: 'product',
      head: t('adminReviews.product'),
      lead: true,
      cell: (row) => <span className="wrap-anywhere">{row.productName}</span>,
    },
    { key: 'who', head: t('adminReviews.who'), cell: (row) => <ReviewAuthor review={row} /> },
    {
      key: 'text',
      head: t('adminReviews.review'),
      sort: ['rating', '-rating'],
      cell: (row) => <ReviewText review={row} />,
    },
    {
      key: 'status',
      head: t('adminReviews.statusHead'),
      cell: (row) => (
        <div className="grid justify-items-start max-md:justify-items-end max-md:gap-1">
          <span className="flex flex-wrap items-center gap-x-2 max-md:justify-end">
            {row.reports.length > 0 && (
              <Badge tone="bad">
                {t('adminReviews.reportCount', { count: row.reports.length })}
              </Badge>
            )}
            <ReviewStatus review={row} onMove={moveReview} />
          </span>
          <ReviewNotes review={row} className="md:line-clamp-1" />
        </div>
      ),
    },
    {
      key: 'date',
      head: t('adminReviews.date'),
      sort: ['createdAt', '-createdAt'],
      cell: (row) => <WrittenDate review={row} />,
    },
  ]
}

/** On a phone the number of reports takes the place of the status. */
function PhoneState({ review, onMove }: { review: Review; onMove: Move }) {
  const { t } = useTranslation('admin')
  if (!review.reports.length) return <ReviewStatus review={review} onMove={onMove} />

  return <Badge tone="bad">{t('adminReviews.reportCount', { count: review.reports.length })}</Badge>
}

type Filter = {
  status: string
  rating: string
  reported: string
  product: string
  userId: string
}

function ReviewFilters({ list }: { list: List<Review, Filter> }) {
  const { t } = useTranslation('admin')
  const { state, set } = list

  return (
    <>
      <SelectFilter
        label={t('adminReviews.statusHead')}
        value={state.status}
        onChange={(status) => set({ status })}
        options={[
          ['', t('adminReviews.allStatuses')],
          ...reviewStatuses.map((status) => [status, t(`adminReviews.status.${status}`)] as const),
        ]}
      />

      <SelectFilter
        label={t('adminReviews.rating')}
        value={state.rating}
        onChange={(rating) => set({ rating })}
        options={[
          ['', t('adminReviews.allRatings')],
          ...[5, 4, 3, 2, 1].map(
            (rating) => [String(rating), t('adminReviews.stars', { rating })] as const,
          ),
        ]}
      />

      <SelectFilter
        label={t('adminReviews.reports')}
        value={state.reported}
        onChange={(reported) => set({ reported })}
        options={[
          ['', t('adminReviews.allReports')],
          ['true', t('adminReviews.reported')],
          ['false', t('adminReviews.notReported')],
        ]}
      />

      <CustomerFilter list={list} name={list.rows[0]?.userName ?? undefined} />
    </>
  )
}

function useRowActions(acts: ReturnType<typeof useReviewActs>, reply: (row: Review) => void) {
  const { t } = useTranslation('admin')
  return (row: Review): RowAction[] => [
    {
      label: t('adminReviews.publish'),
      icon: <Check aria-hidden />,
      refused: row.status === 'published' ? t('adminReviews.isPublished') : undefined,
      run: () => void acts.publish(row),
    },
    {
      label: t('adminReviews.reject'),
      icon: <Ban aria-hidden />,
      refused: row.status === 'rejected' ? t('adminReviews.isRejected') : undefined,
      run: () => void acts.reject(row),
    },
    {
      label: t('adminReviews.reply'),
      icon: <MessageSquareReply aria-hidden />,
      run: () => reply(row),
    },
    {
      label: t('kit.delete'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      run: () => void acts.remove(row),
    },
  ]
}

/** Customers' reviews and their moderation (L068). */
export function Page() {
  const { t } = useTranslation('admin')

  const reviewList = useList(adminApi.reviews.list, {
    filters: { status: '', rating: '', reported: '', product: '', userId: '' },
    rows: (answer) => answer.reviews,
    total: (answer) => answer.total,
  })

  const openedReview = useOpenRow('review', reviewList.rows)
  const [replying, setReplying] = useState<Review | null>(null)
  const reviewActions = useReviewActs()
  const moveReview: Move = (row, to) =>
    void (to === 'published' ? reviewActions.publish(row) : reviewActions.reject(row))
  const reviewColumns = useColumns(moveReview)
  const rowActions = useRowActions(reviewActions, setReplying)

  return (
    <ListPage
      title={t('adminReviews.title')}
      text={t('adminReviews.about')}
      list={reviewList}
      columns={reviewColumns}
      rowKey={(row) => row.id}
      rowName={(row) => `${row.productName}, ${row.authorName}`}
      failed={t('adminReviews.errorLoad')}
      figures={
        <StatCards
          items={[
            {
              label: t('adminReviews.waiting'),
              value: loadedFigure(
                reviewList.answer && number(reviewList.answer.waiting),
                reviewList.failed,
              ),
            },
          ]}
        />
      }
      bulk={[{ label: t('adminReviews.publish'), run: reviewActions.publishMany }]}
      views="reviews"
      filters={<ReviewFilters list={reviewList} />}
      opens={openedReview.to}
      item={(row) => ({
        title: row.productName,
        line: [row.authorName, row.body || t('adminReviews.noText')].join(' · '),

        end: (
          <span
            role="img"
            aria-label={t('adminReviews.stars', { rating: row.rating })}
            className="inline-flex items-center gap-1"
          >
            <Star size={13} aria-hidden className="fill-current star-ink" />
            {number(row.rating)}
          </span>
        ),

        state: <PhoneState review={row} onMove={moveReview} />,
      })}
      rowActions={rowActions}
      empty={{
        title: t('adminReviews.empty'),
        text: t('adminReviews.emptyText'),
        icon: <MessageSquareQuote />,
      }}
    >
      {openedReview.row && <ReviewDetails review={openedReview.row} onClose={openedReview.close} />}
      {replying && <ReplyForm review={replying} onClose={() => setReplying(null)} />}
    </ListPage>
  )
}
