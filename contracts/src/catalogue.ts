import { z } from 'zod'

import { lengths } from './lengths.ts'
import { languages } from './limits.ts'
import { richText } from './rich-text.ts'
import { route } from './route.ts'
import { amount, currency, entityId, pageQuery, pagination, success } from './shared.ts'
import { productProviders, productSorts, productStatuses } from './states.ts'

/**
 * in: more than five keys; low: one to five keys; out: no keys. A product without stock is always
 * `in`.
 */
export const stockState = z.enum(['in', 'low', 'out'])

/** The English name of a category; null when English pages use the Portuguese name. */
const englishName = z.string().nullable().optional()

/** A category. Its name is also the path of its page, in both languages. */
export const categoryRef = z.object({
  ...entityId,
  name: z.string(),
  nameEn: englishName,
  color: z.string(),
})

export const shopProduct = z.object({
  ...entityId,
  /** The slug of the product's page. */
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  price: amount,
  currency,
  image: z.string().nullable(),
  category: categoryRef,
  provider: z.enum(productProviders),
  status: z.enum(productStatuses),
  isFeatured: z.boolean(),
  /** The chat role that the product gives; null without one. */
  discordRoleId: z.string().nullable().optional(),
  stock: stockState,
  /** Maximum units of the product in one order (Q116). */
  maxPerOrder: z.int(),
  metadata: z.object({ sellerType: z.string(), level: z.int(), expiration: z.int() }),
  /** The lowest and the highest price among the active variants. */
  priceFrom: amount,
  priceTo: amount,
  /** Count of active variants. */
  variantCount: z.int(),
  /** The previous price of its only variant. */
  compareAtPrice: amount.nullable(),
  /** Mean stars of the product's reviews, to one decimal, and their count; null without reviews. */
  rating: z.object({ average: z.number(), count: z.int() }).nullable().optional(),
})

/** A variant as the shop shows it (L019); days null: valid for life. */
export const shopVariant = z.object({
  ...entityId,
  name: z.string(),
  price: amount,
  compareAtPrice: amount.nullable(),
  currency,
  stock: stockState,
  isAvailable: z.boolean(),
  validity: z.object({ days: z.int().nullable(), basis: z.literal('purchase') }),
  minQuantity: z.int(),
  maxQuantity: z.int(),
})

/** A rendered text of a product's page; null without one. */
const renderedText = richText.nullable()

/**
 * A product's page (L049), each text in the requested language or else in pt-BR. The activation
 * guide is never part of it (L054).
 */
export const productPage = z.object({
  ...success,
  product: shopProduct,
  /** Active variants, in the shop's order. */
  variants: z.array(shopVariant),
  /** Whether the product is on sale; the page remains when it is not. */
  isAvailable: z.boolean(),
  /** The current slug; null unless an older one was requested. */
  movedTo: z.string().nullable(),
  images: z.array(z.object({ url: z.string(), alt: z.string(), width: z.int(), height: z.int() })),
  texts: z.object({ body: renderedText, requirements: renderedText, includes: renderedText }),
  seo: z.object({ title: z.string().nullable(), description: z.string().nullable() }),
  /**
   * Facts about delivery: seconds after payment or by staff, validity in days (null: for life), and
   * whether it gives a chat role.
   */
  delivered: z.object({
    delivery: z.enum(['at_once', 'by_staff']),
    validityDays: z.int().nullable(),
    chatRole: z.boolean(),
  }),
  related: z.array(shopProduct),
})

export const shopCategory = z.object({
  ...entityId,
  name: z.string(),
  nameEn: englishName,
  description: z.string(),
  image: z.string().nullable(),
  color: z.string(),
  productCount: z.int(),
})

/**
 * Search that ignores case and accents and tolerates one wrong letter. An empty text lists
 * everything on sale.
 */
export const searchQuery = z.object({
  ...pageQuery,
  q: z.string().max(200).default(''),
  category: z.string().max(200).optional(),
  sort: z.enum(productSorts).default('relevance'),
  featured: z.stringbool().optional(),
  inStock: z.stringbool().optional(),
  limit: pageQuery.limit.default(24),
})

export const catalogue = {
  featured: route({
    method: 'GET',
    path: '/api/product/list-featured-products',
    access: 'public',
    summary: 'Featured products',
    reply: z.array(shopProduct),
  }),

  categories: route({
    method: 'GET',
    path: '/api/product/list-active-categories',
    access: 'public',
    summary: 'Active categories with their number of products on sale',
    reply: z.array(shopCategory),
  }),

  byCategory: route({
    method: 'GET',
    path: '/api/product/list-by-category/:categoryName',
    access: 'public',
    summary: 'Products on sale of one category; empty for an unknown one (Q28)',
    params: z.object({ categoryName: z.string().max(200) }),
    reply: z.array(shopProduct),
  }),

  product: route({
    method: 'GET',
    path: '/api/product/detail/:productId',
    access: 'public',
    summary: 'One product on sale, by its id or a slug of it',
    params: z.object({ productId: z.string().max(lengths.slug) }),
    reply: shopProduct.extend({ variants: z.array(shopVariant) }),
    errors: ['product.not_found'],
  }),

  page: route({
    method: 'GET',
    path: '/api/product/page/:slug',
    access: 'public',
    summary:
      'What the page of a product shows, in the language of lng or Accept-Language; a slug that ' +
      'it had before says where it moved to',
    params: z.object({ slug: z.string().max(lengths.slug) }),
    query: z.object({ lng: z.enum(languages).optional() }),
    reply: productPage,
    errors: ['product.not_found'],
  }),

  search: route({
    method: 'GET',
    path: '/api/product/search',
    access: 'public',
    summary: 'Search products on sale by words, tolerant of accents and one wrong letter',
    query: searchQuery,
    reply: z.object({ ...success, products: z.array(shopProduct), total: z.int(), pagination }),
  }),
}
