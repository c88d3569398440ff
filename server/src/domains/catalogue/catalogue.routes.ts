import type { Api } from '@chaveiro/contracts'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { CachedJson } from '../../platform/http/cached-json.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { pagesOf } from '../../platform/lists/pagination.ts'
import { NotThere } from '../../platform/load/page-cache.ts'
import { categoriesNamed } from './categories/category-names.queries.ts'
import { productPageOf } from './pages/product-page.queries.ts'
import { slugForm } from './pages/slugs.queries.ts'
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
    const ids = await categoriesNamed(app, params.categoryName)
    if (!ids.length) return new CachedJson(noProducts)

    const language = await languageShown(app, caller.language)

    return new CachedJson(
      await app.publicCache.get(`category:${language}:${ids.join()}`, () =>
        productsOfCategories(app, ids, language),
      ),
    )
  },

  async product(app, { params, caller }) {
    const asked = params.productId.toLowerCase()
    if (!slugForm.test(asked)) throw fail('product.not_found')

    const language = await languageShown(app, caller.language)
    const bytes = await keepFound(app, `product:${language}:${asked}`, () =>
      productOnSale(app, asked, language),
    )
    if (!bytes) throw fail('product.not_found')

    return new CachedJson(bytes)
  },

  async page(app, { params, query, caller }) {
    const slug = params.slug.toLowerCase()
    if (!slugForm.test(slug)) throw fail('product.not_found')

    const language = query.lng ?? caller.language
    const bytes = await keepFound(app, `page:${language}:${slug}`, () =>
      productPageOf(app, slug, language),
    )
    if (!bytes) throw fail('product.not_found')

    return new CachedJson(bytes)
  },

  async search(app, { query, caller }) {
    const language = await languageShown(app, caller.language)

    // What one types others type too, letter by letter; what finds nothing may be anything.
    const found = await keepFound(app, `search:${language}:${JSON.stringify(query)}`, async () => {
      const { products, total } = await searchProducts(app, query, language)
      return total ? searched(query, products, total) : null
    })

    return found ? new CachedJson(found) : searched(query, [], 0)
  },
}

type Query = Parameters<typeof searchProducts>[1]

const searched = (query: Query, products: ShopProduct[], total: number) => ({
  success: true as const,
  products,
  total,
  pagination: pagesOf(total, query),
})

const noProducts = Buffer.from('[]')

/**
 * A reply that is cached only when it is not empty: made-up names and ids must not fill the cache.
 */
async function keepFound(
  app: App,
  key: string,
  find: () => Promise<object | null>,
): Promise<Buffer | null> {
  try {
    return await app.publicCache.get(key, async () => {
      const found = await find()
      if (!found) throw new NotThere()

      return found
    })
  } catch (error) {
    if (error instanceof NotThere) return null
    throw error
  }
}
