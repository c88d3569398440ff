import type { Api } from '@chaveiro/contracts'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { api } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { Stars } from '../../../ui/stars.tsx'
import { Heading } from '../shared/heading.tsx'

/** The average rating in digits of 64 px, with stars and the number of reviews. */
function Average({ rating: { average, count } }: { rating: { average: number; count: number } }) {
  const { t } = useTranslation('reviews')
  return (
    <p className="flex items-center gap-3">
      <span aria-hidden className="display text-[4rem] leading-[0.9]">
        {number(average)}
      </span>

      <span className="grid gap-1 text-sm font-medium">
        <Stars rating={average} size={18} />
        {t('list.rating', { average: number(average), count })}
      </span>
    </p>
  )
}

type LatestReview = Reply<Api['reviews']['latest']>['reviews'][number]

/** A review as plain text: stars, text, author and product. */
function Quote({ review }: { review: LatestReview }) {
  const { t } = useTranslation(['home', 'reviews'])
  const { authorName, rating, body, language, product } = review

  return (
    <li className="flex min-w-0 flex-col gap-3 wrap-anywhere">
      <p className="flex items-center gap-2 text-sm">
        <Stars rating={rating} />
        {t('reviews:stars.of', { stars: rating })}
      </p>
      <blockquote lang={language} className="line-clamp-6 whitespace-pre-line">
        {body}
      </blockquote>

      <footer className="grid gap-0.5 text-sm">
        <span className="font-semibold">{authorName}</span>
        <span className="flex items-center gap-1.5 text-xs text-muted">
          <BadgeCheck size={15} aria-hidden className="shrink-0 text-good" />
          {t('praise.verified')}
        </span>

        <Link
          to={paths.product(product.slug)}
          className="inline-flex min-h-6 items-center text-muted hover:text-ink hover:underline"
        >
          {product.name}
        </Link>
      </footer>
    </li>
  )
}

/** Average rating, number of reviews and the newest good ones (P121). */
export function Praise() {
  const { t } = useTranslation('home')
  const { reviews = [], rating } = useQuery(ask(api.reviews.latest)).data ?? {}
  if (reviews.length === 0 || !rating) return null

  return (
    <section className="grid gap-8">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <Heading seed="praise">{t('praise.title')}</Heading>
        <Average rating={rating} />
      </header>

      <ul className="grid gap-x-8 gap-y-8 md:grid-cols-3">
        {reviews.map((review) => (
          <Quote key={review._id} review={review} />
        ))}
      </ul>
    </section>
  )
}
