import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'

const starNumbers = [1, 2, 3, 4, 5] as const

/** A rating as drawn stars, with text for screen readers. */
export function RatingStars({ rating }: { rating: number }) {
  const { t } = useTranslation('admin')
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className="inline-flex star-ink">
        {starNumbers.map((star) => (
          <Star key={star} size={14} className={join(star <= rating && 'fill-current')} />
        ))}
      </span>

      <span>{t('adminReviews.stars', { rating })}</span>
    </span>
  )
}
