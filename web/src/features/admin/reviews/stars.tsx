import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'

const all = [1, 2, 3, 4, 5] as const

/** How many stars somebody gave: drawn for the eye, and said in words for everybody. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useTranslation('admin')
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className="inline-flex text-warm">
        {all.map((star) => (
          <Star key={star} size={14} className={join(star <= rating && 'fill-current')} />
        ))}
      </span>

      <span>{t('adminReviews.stars', { rating })}</span>
    </span>
  )
}
