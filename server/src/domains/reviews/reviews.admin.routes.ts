import type { adminReview, reviews } from '@chaveiro/contracts/admin/reviews'
import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'
import { z } from 'zod'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { totalsOf } from '../../platform/lists/filters.ts'
import { actorOf } from '../audit/audit.service.ts'
import { listReviews, reviewForStaff, type ListedReview } from './reviews.admin.queries.ts'
import { deleteReview, setReviewStatus, replyToReview } from './reviews.admin.service.ts'
import { shownView } from './reviews.views.ts'

/**
 * Back-office calls of reviews (L068). These calls work in every mode, so that staff can clean up
 * after reviews are switched off.
 */
export const reviewsAdmin: Handlers<typeof reviews> = {
  async list(app, { query, caller }) {
    const { rows, total, waiting } = await listReviews(app, query)
    const reviewViews = rows.map((row) => reviewView(row, caller.language))

    return {
      success: true as const,
      reviews: reviewViews,
      data: reviewViews,
      ...totalsOf(total, query.limit),
      waiting,
    }
  },

  async setStatus(app, input) {
    await setReviewStatus(app, input.params.id, input.body, actorOf(input))
    return reviewReply(app, input.params.id, input.caller.language)
  },
  async reply(app, input) {
    await replyToReview(app, input.params.id, input.body.text, actorOf(input))
    return reviewReply(app, input.params.id, input.caller.language)
  },

  async remove(app, input) {
    await deleteReview(app, input.params.id, actorOf(input))
    return {
      success: true as const,
      message: inLanguage(input.caller.language, {
        'pt-BR': 'Avaliação excluída.',
        'en-US': 'Review deleted.',
      }),
    }
  },
}

const reviewView = (
  { review, productName, userName, reports }: ListedReview,
  language: Language,
): z.infer<typeof adminReview> => ({
  ...shownView(review, language),
  productId: review.productId,
  productName,
  userId: review.userId,
  userName,
  status: review.status,
  rejectReason: review.rejectReason,
  counts: review.counts,
  publishedAt: review.publishedAt?.toISOString() ?? null,
  reports: reports.map(({ reason, createdAt }) => ({ reason, createdAt: createdAt.toISOString() })),
})

async function reviewReply(app: App, id: string, language: Language) {
  const listedReview = await reviewForStaff(app, id)
  if (!listedReview) throw fail('review.not_found')

  const reviewData = reviewView(listedReview, language)

  return { success: true as const, review: reviewData, data: reviewData }
}
