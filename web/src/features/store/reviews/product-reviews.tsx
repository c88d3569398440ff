import type { CSSProperties } from 'react'

import { loadTexts } from '../../../i18n/i18n.ts'
import { useLate } from '../../../routing/late.ts'

/** Reserved height of the heading and of each row of the first reviews, in rem. */
const [head, each] = [14, 9]

/**
 * Reviews of a product; loaded after the page, and empty if the shop takes none. Height is reserved
 * for known reviews, so that content below does not move.
 */
export function ProductReviews({ productId, count }: { productId: string; count: number }) {
  const LoadedReviewList = useLate(true, async () => {
    const [module] = await Promise.all([import('./review-list.tsx'), loadTexts('reviews')])
    return module.ReviewList
  })

  // The key resets the list for another product.
  const reviewList = LoadedReviewList && <LoadedReviewList key={productId} productId={productId} />
  if (!count) return reviewList

  const listed = Math.min(count, 4)
  const heights = {
    '--phone': `${head + each * listed}rem`,
    '--desk': `${head + each * Math.ceil(listed / 2)}rem`,
  } as CSSProperties

  return (
    <div style={heights} className="min-h-(--phone) md:min-h-(--desk)">
      {reviewList}
    </div>
  )
}
