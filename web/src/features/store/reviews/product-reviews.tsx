import { loadTexts } from '../../../i18n/i18n.ts'
import { useLate } from '../../../routing/late.ts'

/**
 * What customers say of a product; its code and texts come after the page, and nothing shows where
 * the shop takes no reviews.
 */
export function ProductReviews({ productId }: { productId: string }) {
  const List = useLate(true, async () => {
    const [module] = await Promise.all([import('./review-list.tsx'), loadTexts('reviews')])
    return module.ReviewList
  })
  // Another product begins at its first page.
  return List ? <List key={productId} productId={productId} /> : null
}
