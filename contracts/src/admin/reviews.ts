import { z } from 'zod'

import { lengths } from '../lengths.ts'
import { shownReview } from '../reviews.ts'
import { route } from '../route.ts'
import { instant, instantIn, listTotals, pageQuery, plainText, success, uuid } from '../shared.ts'
import { reviewStatuses } from '../states.ts'
import { ofCustomer, oneOf, sortBy } from './list-query.ts'

/** A review as staff see it. */
export const adminReview = z.object({
  ...shownReview,
  productId: z.string(),
  productName: z.string(),
  /** Null when the author's account was deleted. */
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  status: z.enum(reviewStatuses),
  rejectReason: z.string().nullable(),
  /**
   * Whether the rating includes the review: false when all purchases of the product by its author
   * were refunded.
   */
  counts: z.boolean(),
  publishedAt: instant.nullable(),
  reports: z.array(z.object({ reason: z.string(), createdAt: instant })),
})

const id = z.object({ id: uuid })
const reviewReply = z.object({ ...success, review: adminReview, data: adminReview })

/** Back-office calls of reviews (L068). */
export const reviews = {
  list: route({
    method: 'GET',
    path: '/api/admin/reviews',
    access: 'staff',
    fromReplica: true,
    summary:
      'Reviews, newest first or sorted, by status, stars, product, or whether somebody reported them',

    query: z.object({
      ...pageQuery,
      status: oneOf(reviewStatuses),
      rating: oneOf(['1', '2', '3', '4', '5']),
      product: uuid
        .or(z.literal(['', 'all']))
        .optional()
        .transform((text) => (text === '' || text === 'all' ? undefined : text)),
      reported: oneOf(['true', 'false']),
      userId: ofCustomer,
      sort: sortBy(['createdAt', 'rating']),
    }),

    reply: z.object({
      ...success,
      reviews: z.array(adminReview),
      data: z.array(adminReview),
      ...listTotals,
      /** Count of reviews that wait for staff, regardless of the filters. */
      waiting: z.int(),
    }),
  }),

  setStatus: route({
    method: 'PATCH',
    path: '/api/admin/reviews/:id/status',
    access: 'staff',
    summary:
      'Publish a review, reject it with a reason, or let it wait; editedAt is the text that was ' +
      'read (null for the first one) and refuses one that its author changed meanwhile',
    params: id,
    body: z.object({
      status: z.enum(reviewStatuses),
      reason: plainText(lengths.reason).optional(),
      editedAt: instantIn.nullish(),
    }),
    reply: reviewReply,
    errors: ['review.not_found', 'state.illegal'],
  }),

  reply: route({
    method: 'PUT',
    path: '/api/admin/reviews/:id/reply',
    access: 'staff',
    summary: 'Answer a review for all to read; an empty text takes the answer away',
    params: id,
    body: z.object({ text: plainText(lengths.reviewReply) }),
    reply: reviewReply,
    errors: ['review.not_found'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/reviews/:id',
    access: 'staff',
    summary: 'Delete a review with its reports',
    params: id,
    reply: z.object({ ...success, message: z.string() }),
    errors: ['review.not_found'],
  }),
}
