import { z } from 'zod'

import { lengths } from './lengths.ts'
import { languages } from './limits.ts'
import { route } from './route.ts'
import { entityId, instant, pageQuery, pagination, plainText, success, uuid } from './shared.ts'
import { reviewSorts, reviewStatuses } from './states.ts'

const starCount = z.int().min(1).max(5)
const staffReply = z.object({ text: z.string(), repliedAt: instant }).nullable()

/** The public part of a review; nothing in it leads to the author's account (L067). */
export const shownReview = {
  ...entityId,
  /** First name and initial, or "verified customer" in the reader's language. */
  authorName: z.string(),
  rating: starCount,
  body: z.string(),
  /** The language of the text. */
  language: z.enum(languages),
  reply: staffReply,
  createdAt: instant,
  editedAt: instant.nullable(),
}

/** Mean of the stars to one decimal, and the count of reviews; null without any. */
const ratingSummary = z.object({ average: z.number(), count: z.int() }).nullable()

/** A customer's own review, published or not. */
export const ownReview = z.object({
  ...shownReview,
  productId: z.string(),
  productName: z.string(),
  showName: z.boolean(),
  status: z.enum(reviewStatuses),
  /** Why staff rejected the review; null without a reason, or when the review is shown. */
  rejectReason: z.string().nullable(),
  /**
   * Whether the shop shows the review; a published one is hidden while all its author's purchases
   * are refunded.
   */
  isShown: z.boolean(),
})

/** A review on the first page, with its product. */
const praisedReview = z.object({
  ...shownReview,
  product: z.object({ name: z.string(), slug: z.string() }),
})

const productId = z.object({ productId: uuid })

const reviewInput = z.object({
  rating: starCount,
  body: plainText(lengths.reviewText).default(''),
  /** Whether first name and initial are shown beside the review. */
  showName: z.boolean().default(false),
})

const ownReviewReply = z.object({ ...success, review: ownReview })

/**
 * Reviews of bought products. While the shop takes no reviews every call answers review.not_found.
 */
export const reviews = {
  list: route({
    method: 'GET',
    path: '/api/product/:productId/reviews',
    access: 'public',
    summary: 'The reviews of a product that are shown, with its rating and how many gave each star',
    params: productId,
    query: z.object({ ...pageQuery, sort: z.enum(reviewSorts).default('newest') }),

    reply: z.object({
      ...success,
      reviews: z.array(z.object(shownReview)),
      rating: ratingSummary,
      counts: z.object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int() }),
      total: z.int(),
      pagination,
    }),

    errors: ['product.not_found', 'review.not_found'],
  }),

  latest: route({
    method: 'GET',
    path: '/api/product/list-latest-reviews',
    access: 'public',
    summary:
      'The three newest reviews of four or five stars that say something, and the rating of all ' +
      'products together; nothing where the shop takes no reviews',
    reply: z.object({ ...success, reviews: z.array(praisedReview), rating: ratingSummary }),
  }),

  create: route({
    method: 'POST',
    path: '/api/product/:productId/reviews',
    access: 'session',
    summary: 'Review a product that you bought, once; five writes in 24 hours',
    params: productId,
    body: reviewInput,
    reply: ownReviewReply,
    errors: [
      'product.not_found',
      'review.not_buyer',
      'review.exists',
      'review.not_found',
      'rate.limited',
    ],
  }),

  update: route({
    method: 'PUT',
    path: '/api/product/:productId/reviews',
    access: 'session',
    summary: 'Write your review anew; it may wait for staff again',
    params: productId,
    body: reviewInput,
    reply: ownReviewReply,
    errors: ['product.not_found', 'review.not_buyer', 'review.not_found', 'rate.limited'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/product/:productId/reviews',
    access: 'session',
    summary: 'Take your review back',
    params: productId,
    reply: z.object(success),
    errors: ['review.not_found', 'rate.limited'],
  }),

  own: route({
    method: 'GET',
    path: '/api/users/reviews',
    access: 'session',
    summary: 'What you may review, and what you reviewed',

    reply: z.object({
      ...success,
      products: z.array(
        z.object({
          ...entityId,
          name: z.string(),
          image: z.string().nullable(),
          boughtAt: instant,
        }),
      ),
      reviews: z.array(ownReview),
    }),

    errors: ['review.not_found'],
  }),

  report: route({
    method: 'POST',
    path: '/api/product/reviews/:id/report',
    access: 'session',
    summary: 'Tell staff what is wrong with a review that is shown, once a person',
    params: z.object({ id: uuid }),
    body: z.object({ reason: plainText(lengths.reportReason).min(1) }),
    reply: z.object(success),
    errors: ['review.not_found'],
  }),
}
