import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import { recheckReviews } from './recheck.service.ts'
import { sendReviewInvite, sendReviewReply } from './reviews.mail.ts'

export const reviewJobs = {
  'review.recheck': (app: App, { orderId }: Jobs['review.recheck']) => recheckReviews(app, orderId),
  'mail.review-invite': (app: App, { orderId }: Jobs['mail.review-invite']) =>
    sendReviewInvite(app, orderId),
  'mail.review-reply': (app: App, { reviewId }: Jobs['mail.review-reply']) =>
    sendReviewReply(app, reviewId),
}
