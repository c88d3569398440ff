// Faults in reviews of products, and in the permission to write them.
const folder = 'server/src/domains/reviews'

export const reviews = [
  {
    name: 'an edited review adds its stars once more',
    file: `${folder}/totals.service.ts`,
    from: '[is.n - was.n, is.stars - was.stars]',
    to: '[is.n - was.n, is.stars]',
    seenBy: ['server', 'reviews/reviews.counts'],
  },
  {
    name: 'a refund that fails leaves the review hidden',
    file: `${folder}/recheck.service.ts`,
    from: 'review.counts !== ownedProducts.has(review.productId)',
    to: 'review.counts && !ownedProducts.has(review.productId)',
    seenBy: ['server', 'reviews/reviews.counts'],
  },
  {
    name: 'a review is written while what it speaks of is refunded',
    file: `${folder}/writers.service.ts`,
    from: `.for('share', { of: orderUnits })`,
    to: '',
    seenBy: ['server', 'reviews/reviews.counts'],
  },
  {
    name: 'who waits for his key reviews what he does not have',
    file: `${folder}/writers.service.ts`,
    from: `eq(orderUnits.status, 'delivered')`,
    to: `eq(orderUnits.productId, productId)`,
    seenBy: ['server', 'reviews/reviews.test'],
  },
  {
    name: 'a person reviews six times a day',
    file: `${folder}/writers.service.ts`,
    from: 'n > dailyWrites',
    to: 'n > dailyWrites + 1',
    seenBy: ['server', 'reviews/reviews.test'],
  },
  {
    name: 'an edit publishes what staff rejected',
    file: `${folder}/reviews.rules.ts`,
    from: ` && before !== 'rejected'`,
    to: '',
    seenBy: ['server', 'reviews/reviews.rules'],
  },
  {
    name: 'staff publish a text that its author changed meanwhile',
    file: `${folder}/reviews.admin.service.ts`,
    from: '!isSameVersion(lockedRow, move.editedAt)',
    to: 'false',
    seenBy: ['server', 'reviews/reviews.admin'],
  },
  {
    name: 'a deleted person stays the author of his reviews',
    file: 'server/src/domains/accounts/deletion.service.ts',
    from: 'await anonymiseReviews(tx, userId)',
    to: 'void anonymiseReviews',
    seenBy: ['server', 'reviews/reviews.counts'],
  },
  {
    name: 'a review that is hidden still stands in the public list',
    file: `${folder}/reviews.queries.ts`,
    from: `and(eq(reviews.status, 'published'), eq(reviews.counts, true))`,
    to: `and(eq(reviews.status, 'published'))`,
    seenBy: ['server', 'reviews/reviews.counts'],
  },
  {
    name: 'buyers are asked for reviews though the owner did not want it',
    file: `${folder}/reviews.mail.ts`,
    from: `return isOn && reviewsMode !== 'off'`,
    to: `return reviewsMode !== 'off'`,
    seenBy: ['server', 'reviews/reviews.mail'],
  },
  {
    name: 'an answer to a review is mailed again when it shows again',
    file: `${folder}/reviews.admin.service.ts`,
    from: ' &&\n    !nextReview.replyTold',
    to: '',
    seenBy: ['server', 'reviews/reviews.mail'],
  },
]
