import { z } from 'zod'
import { route } from './route.ts'
import { amount, currency, entityId } from './shared.ts'
import { productProviders, productStatuses } from './states.ts'

/** in: plenty; low: five or fewer keys left; out: none. Products that are not taken from stock are always in. */
export const stockState = z.enum(['in', 'low', 'out'])
export const categoryRef = z.object({ ...entityId, name: z.string(), color: z.string() })
export const shopProduct = z.object({
  ...entityId, name: z.string(), description: z.string(), price: amount, currency, image: z.string().nullable(), category: categoryRef,
  provider: z.enum(productProviders), status: z.enum(productStatuses), isFeatured: z.boolean(), stock: stockState,
  metadata: z.object({ sellerType: z.string(), level: z.int(), expiration: z.int() }),
})
export const shopCategory = z.object({ ...entityId, name: z.string(), description: z.string(), image: z.string().nullable(), color: z.string(), productCount: z.int() })

export const catalogue = {
  featured: route({ method: 'GET', path: '/api/product/list-featured-products', access: 'public', summary: 'Featured products', reply: z.array(shopProduct) }),
  categories: route({ method: 'GET', path: '/api/product/list-active-categories', access: 'public', summary: 'Active categories with their number of products on sale', reply: z.array(shopCategory) }),
  byCategory: route({
    method: 'GET', path: '/api/product/list-by-category/:categoryName', access: 'public', summary: 'Products on sale of one category; empty for an unknown one (Q28)',
    params: z.object({ categoryName: z.string().max(200) }), reply: z.array(shopProduct),
  }),
  product: route({
    method: 'GET', path: '/api/product/detail/:productId', access: 'public', summary: 'One product on sale',
    params: z.object({ productId: z.string().max(64) }), reply: shopProduct, errors: ['product.not_found'],
  }),
}
