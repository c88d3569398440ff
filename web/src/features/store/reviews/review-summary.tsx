import { useTranslation } from 'react-i18next'

import { number } from '../../../i18n/format.ts'
import { Stars } from '../../../ui/stars.tsx'
import type { Reviews } from './reviews.ts'

const starValues = [5, 4, 3, 2, 1] as const

/** The rating in stars and words, and counts per star (L072). */
export function ReviewSummary({
  of: { rating, counts },
}: {
  of: Pick<Reviews, 'rating' | 'counts'>
}) {
  const { t } = useTranslation('reviews')
  if (!rating) return <p className="text-muted">{t('list.none')}</p>

  const { average, count } = rating

  return (
    <div className="grid w-full items-center gap-x-12 gap-y-4 sm:w-auto sm:grid-cols-[auto_minmax(16rem,24rem)] sm:justify-start">
      <p className="flex items-center gap-3">
        <span aria-hidden className="display text-[4rem] leading-[0.9]">
          {number(average)}
        </span>

        <span className="grid gap-1 text-sm font-medium">
          <Stars rating={average} size={18} />
          {t('list.rating', { average: number(average), count })}
        </span>
      </p>

      <ul aria-label={t('list.counts')} className="grid gap-1 text-sm">
        {starValues.map((star) => (
          <li key={star} className="grid grid-cols-[5.5rem_1fr_3rem] items-center gap-3">
            <span className="text-muted">{t('list.star', { count: star })}</span>

            <span aria-hidden className="h-1.5 overflow-hidden bg-raised">
              <span
                className="block h-full bg-accent"
                style={{ width: `${(counts[star] / count) * 100}%` }}
              />
            </span>

            <span className="text-right tabular-nums">{number(counts[star])}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
