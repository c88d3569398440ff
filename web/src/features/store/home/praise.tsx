import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { api } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { Stars } from '../../../ui/stars.tsx'
import { Heading } from './heading.tsx'

/** Average rating, number of reviews and the newest good ones (P121). */
export function Praise() {
  const { t } = useTranslation(['home', 'reviews'])
  const { reviews = [], rating } = useQuery(ask(api.reviews.latest)).data ?? {}
  if (reviews.length === 0 || !rating) return null

  return (
    <section className="grid gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <Heading>{t('praise.title')}</Heading>
        <p className="flex flex-wrap items-center gap-x-2.5 text-sm font-medium">
          <Stars rating={rating.average} size={18} />
          {t('reviews:list.rating', { average: number(rating.average), count: rating.count })}
        </p>
      </header>

      <ul className="grid gap-4 md:grid-cols-3">
        {reviews.map(({ _id, authorName, rating: stars, body, language, product }) => (
          <li
            key={_id}
            className="flex min-w-0 flex-col gap-3 rounded-lg bg-surface p-5 wrap-anywhere"
          >
            <p className="flex items-center gap-2 text-sm">
              <Stars rating={stars} />
              {t('reviews:stars.of', { stars })}
            </p>
            <blockquote lang={language} className="line-clamp-6 whitespace-pre-line">
              {body}
            </blockquote>

            <footer className="mt-auto grid gap-0.5 text-sm">
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
        ))}
      </ul>
    </section>
  )
}
