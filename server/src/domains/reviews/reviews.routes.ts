import type { Api } from '@chaveiro/contracts'
import type { Language } from '@chaveiro/contracts/limits'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { CachedJson } from '../../platform/http/cached-json.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { pagesOf } from '../../platform/lists/pagination.ts'
import { keptSettings } from '../settings/settings.service.ts'
import {
  latestPraise,
  productNameOf,
  reviewable,
  reviewsOf,
  visibleReviews,
} from './reviews.queries.ts'
import { ratingOf } from './reviews.rules.ts'
import {
  assertReviewsOn,
  editReview,
  postReview,
  reportReview,
  withdrawReview,
} from './reviews.service.ts'
import { ownView, shownView } from './reviews.views.ts'
import type { Review } from './totals.service.ts'

export const reviewsRoutes: Handlers<Api['reviews']> = {
  async list(app, { params, query, caller }) {
    if ((await keptSettings(app)).reviewsMode === 'off') throw fail('review.not_found')

    const productId = params.productId.toLowerCase()
    const { page, limit, sort } = query
    const cacheKey = ['reviews', productId, caller.language, sort, page, limit].join(':')

    const { bytes } = await app.publicCache.hold(
      cacheKey,
      () => reviewsPage(app, productId, query, caller.language),
      ({ isFilled }) => isFilled,
    )

    return new CachedJson(bytes)
  },

  async latest(app, { caller: { language } }) {
    if ((await keptSettings(app)).reviewsMode === 'off') return new CachedJson(noPraise)
    return new CachedJson(
      await app.publicCache.get(`praise:${language}`, () => latestPage(app, language)),
    )
  },

  async create(app, { params, body, principal, caller }) {
    const { userId } = principal
    const writing = { userId, productId: params.productId, language: caller.language }

    return ownReply(app, await postReview(app, writing, body), caller.language)
  },
  async update(app, { params, body, principal, caller }) {
    const { userId } = principal
    const writing = { userId, productId: params.productId, language: caller.language }

    return ownReply(app, await editReview(app, writing, body), caller.language)
  },
  async remove(app, { params, principal }) {
    await withdrawReview(app, { userId: principal.userId, productId: params.productId })
    return { success: true as const }
  },

  async own(app, { principal, caller }) {
    await assertReviewsOn(app)

    const [products, ownReviews] = await Promise.all([
      reviewable(app, principal.userId),
      reviewsOf(app, principal.userId),
    ])

    return {
      success: true as const,
      products: products.map((product) => ({
        ...product,
        _id: product.id,
        boughtAt: product.boughtAt.toISOString(),
      })),
      reviews: ownReviews.map(({ review, productName }) =>
        ownView(review, productName, caller.language),
      ),
    }
  },

  async report(app, { params, body, principal }) {
    await reportReview(app, principal.userId, params.id, body.reason)
    return { success: true as const }
  },
}

const noPraise = Buffer.from(JSON.stringify({ success: true, reviews: [], rating: null }))

async function latestPage(app: App, language: Language) {
  const { rows, n, stars } = await latestPraise(app, language)
  return {
    success: true as const,
    reviews: rows.map(({ review, name, slug }) => ({
      ...shownView(review, language),
      product: { name, slug },
    })),
    rating: ratingOf(n, stars),
  }
}

type Query = Parameters<typeof visibleReviews>[2]

/**
 * A page of visible reviews as JSON, and whether it may be cached. Pages behind the last one are
 * never cached, because their number is unlimited.
 */
async function reviewsPage(app: App, productId: string, query: Query, language: Language) {
  const visiblePage = await visibleReviews(app, productId, query)
  if (!visiblePage) throw fail('product.not_found')

  const { rows, n, stars, counts } = visiblePage

  const pageReply = {
    success: true as const,
    reviews: rows.map((review) => shownView(review, language)),
    rating: ratingOf(n, stars),
    counts: { 1: counts(1), 2: counts(2), 3: counts(3), 4: counts(4), 5: counts(5) },
    total: n,
    pagination: pagesOf(n, query),
  }

  return {
    bytes: Buffer.from(JSON.stringify(pageReply)),
    isFilled: rows.length > 0 || query.page === 1,
  }
}

async function ownReply(app: App, review: Review, language: Language) {
  return {
    success: true as const,
    review: ownView(review, await productNameOf(app, review.productId), language),
  }
}
