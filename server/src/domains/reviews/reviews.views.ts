import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import type { ownReview, shownReview } from '@chaveiro/contracts/reviews'
import { z } from 'zod'

import { isShown, type Review } from './totals.service.ts'

/** The name of authors who hide their name or have no account any more. */
const anonymousName: Localized = { 'pt-BR': 'Cliente verificado', 'en-US': 'Verified customer' }

type ShownReview = z.infer<z.ZodObject<typeof shownReview>>

/** A review as the public sees it, field by field (L067). */
export const shownView = (review: Review, language: Language): ShownReview => ({
  id: review.id,
  _id: review.id,
  authorName: review.authorName ?? inLanguage(language, anonymousName),
  rating: review.rating,
  body: review.body,
  language: review.language,
  reply:
    review.reply !== null && review.repliedAt
      ? { text: review.reply, repliedAt: review.repliedAt.toISOString() }
      : null,
  createdAt: review.createdAt.toISOString(),
  editedAt: review.editedAt?.toISOString() ?? null,
})

/** A review as its author sees it. */
export const ownView = (
  review: Review,
  productName: string,
  language: Language,
): z.infer<typeof ownReview> => ({
  ...shownView(review, language),
  productId: review.productId,
  productName,
  showName: review.authorName !== null,
  status: review.status,
  rejectReason: review.rejectReason,
  isShown: isShown(review),
})
