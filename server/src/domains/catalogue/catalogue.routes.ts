import type { Api } from '@chaveiro/contracts'
import { fail } from '../../platform/fail.ts'
import { Ready, type Handlers } from '../../platform/mount.ts'
import { activeCategories, featuredProducts, productOnSale, productsOfCategory } from './catalogue.queries.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const catalogueRoutes: Handlers<Api['catalogue']> = {
  async featured(app) { return new Ready(await app.pages.get('featured', () => featuredProducts(app))) },
  async categories(app) { return new Ready(await app.pages.get('categories', () => activeCategories(app))) },
  async byCategory(app, { params }) {
    const name = params.categoryName.trim()
    return new Ready(await app.pages.get(`category:${name.toLowerCase()}`, () => productsOfCategory(app, name)))
  },
  async product(app, { params }) {
    const bytes = uuid.test(params.productId) ? await app.pages.get(`product:${params.productId.toLowerCase()}`, () => productOnSale(app, params.productId)) : null
    if (!bytes || bytes.equals(nothing)) throw fail('product.not_found')
    return new Ready(bytes)
  },
}

const nothing = Buffer.from('null')
