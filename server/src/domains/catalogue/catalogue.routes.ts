import type { Api } from '@chaveiro/contracts'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { CachedJson } from '../../platform/http/cached-json.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { pagesOf } from '../../platform/lists/pagination.ts'
import { NoSuchPage } from '../../platform/load/page-cache.ts'
import { categoriesNamed } from './categories/category-names.queries.ts'
import { productPageOf } from './pages/product-page.queries.ts'
import { slugPattern } from './pages/slugs.queries.ts'
import {
  activeCategories,
  featuredProducts,
  languageShown,
  productOnSale,
  productsOfCategories,
  type ShopProduct,
} from './products/products.queries.ts'
import { searchProducts } from './search/search.queries.ts'

export const catalogueRoutes: Handlers<Api['catalogue']> = {
  async featured(app, { caller }) {
    const language = await languageShown(app, caller.language)
    return new CachedJson(
      await app.publicCache.get(`featured:${language}`, () => featuredProducts(app, language)),
    )
  },

  async categories(app) {
    return new CachedJson(await app.publicCache.get('categories', () => activeCategories(app)))
  },

  async byCategory(app, { params, caller }) {
    const categoryIds = await categoriesNamed(app, params.categoryName)
    if (!categoryIds.length) return new CachedJson(noProducts)

    const language = await languageShown(app, caller.language)

    return new CachedJson(
      await app.publicCache.get(`category:${language}:${categoryIds.join()}`, () =>
        productsOfCategories(app, categoryIds, language),
      ),
    )
  },

  async product(app, { params, caller }) {
    const idOrSlug = params.productId.toLowerCase()
    if (!slugPattern.test(idOrSlug)) throw fail('product.not_found')

    const language = await languageShown(app, caller.language)
    const cachedDetails = await cacheNonEmpty(app, `product:${language}:${idOrSlug}`, () =>
      productOnSale(app, idOrSlug, language),
    )
    if (!cachedDetails) throw fail('product.not_found')

    return new CachedJson(cachedDetails)
  },

  async page(app, { params, query, caller }) {
    const lowerCaseSlug = params.slug.toLowerCase()
    if (!slugPattern.test(lowerCaseSlug)) throw fail('product.not_found')

    const language = query.lng ?? caller.language
    const cachedPage = await cacheNonEmpty(app, `page:${language}:${lowerCaseSlug}`, () =>
      productPageOf(app, lowerCaseSlug, language),
    )
    if (!cachedPage) throw fail('product.not_found')

    return new CachedJson(cachedPage)
  },

  async search(app, { query, caller }) {
    const language = await languageShown(app, caller.language)

    // Many visitors search for the same words, so results are cached. Empty results are not cached,
    // since the number of possible queries is unlimited.
    const searchReply = await cacheNonEmpty(
      app,
      `search:${language}:${JSON.stringify(query)}`,
      async () => {
        const { products, total } = await searchProducts(app, query, language)
        return total ? searchBody(query, products, total) : null
      },
    )

    return searchReply ? new CachedJson(searchReply) : searchBody(query, [], 0)
  },
}

type Query = Parameters<typeof searchProducts>[1]

const searchBody = (query: Query, products: ShopProduct[], total: number) => ({
  success: true as const,
  products,
  total,
  pagination: pagesOf(total, query),
})

const noProducts = Buffer.from('[]')

/**
 * The reply of `find`, from the cache if possible; null when there is no content. An empty reply is
 * not cached, so invented names and ids cannot fill the cache.
 */
async function cacheNonEmpty(
  app: App,
  key: string,
  find: () => Promise<object | null>,
): Promise<Buffer | null> {
  try {
    return await app.publicCache.get(key, async () => {
      const content = await find()
      if (!content) throw new NoSuchPage()

      return content
    })
  } catch (error) {
    if (error instanceof NoSuchPage) return null
    throw error
  }
}
