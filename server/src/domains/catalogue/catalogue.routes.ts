import type { Api } from '@chaveiro/contracts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { CachedJson } from '../../platform/http/cached-json.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { pagesOf } from '../../platform/pagination.ts'
import { categoriesNamed } from './categories/category-names.queries.ts'
import {
  activeCategories,
  featuredProducts,
  productOnSale,
  productsOfCategories,
  type ShopProduct,
} from './products/products.queries.ts'
import { searchProducts } from './search/search.queries.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const catalogueRoutes: Handlers<Api['catalogue']> = {
  async featured(app) {
    return new CachedJson(await app.publicCache.get('featured', () => featuredProducts(app)))
  },
  async categories(app) {
    return new CachedJson(await app.publicCache.get('categories', () => activeCategories(app)))
  },
  async byCategory(app, { params }) {
    const ids = await categoriesNamed(app, params.categoryName)
    return new CachedJson(
      ids.length
        ? await app.publicCache.get(`category:${ids.join()}`, () => productsOfCategories(app, ids))
        : noProducts,
    )
  },
  async product(app, { params }) {
    const bytes = uuid.test(params.productId)
      ? await keepFound(app, `product:${params.productId.toLowerCase()}`, () =>
          productOnSale(app, params.productId),
        )
      : null
    if (!bytes) throw fail('product.not_found')
    return new CachedJson(bytes)
  },
  async search(app, { query }) {
    // What one types others type too, letter by letter; what finds nothing may be anything.
    const found = await keepFound(app, `search:${JSON.stringify(query)}`, async () => {
      const { products, total } = await searchProducts(app, query)
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

class NotThere extends Error {}

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
