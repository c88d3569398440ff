import { loadTexts } from '../../../i18n/i18n.ts'
import { useLate } from '../../../routing/late.ts'

/** Reserved height of the heading and of each of the first reviews, in rem. */
const [head, each] = [12, 8]

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

  return <div style={{ minHeight: `${head + each * Math.min(count, 3)}rem` }}>{reviewList}</div>
}
