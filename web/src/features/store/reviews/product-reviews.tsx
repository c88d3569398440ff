import { loadTexts } from '../../../i18n/i18n.ts'
import { useLate } from '../../../routing/late.ts'

/** The room that heading and summary take, and what each of the first reviews adds, in rem. */
const [head, each] = [12, 8]

/**
 * What customers say of a product; its code and texts come after the page, and nothing shows where
 * the shop takes no reviews. Where there are some their room is kept, so that what stands below
 * does not move when they come.
 */
export function ProductReviews({ productId, count }: { productId: string; count: number }) {
  const List = useLate(true, async () => {
    const [module] = await Promise.all([import('./review-list.tsx'), loadTexts('reviews')])
    return module.ReviewList
  })

  // Another product begins at its first page.
  const list = List ? <List key={productId} productId={productId} /> : null
  if (!count) return list

  return <div style={{ minHeight: `${head + each * Math.min(count, 3)}rem` }}>{list}</div>
}
