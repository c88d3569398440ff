import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../api/http.ts'
import { paths } from '../routing/paths.ts'
import type { SiteSettings } from '../state/site.ts'

type Product = Reply<Api['catalogue']['byCategory']>[number]
type ProductPage = Reply<Api['catalogue']['page']>

const context = 'https://schema.org'

const absolute = (publicUrl: string, address: string): string =>
  new URL(address, `${publicUrl}/`).href

/** The shop itself. */
export function organization(site: SiteSettings, publicUrl: string): object {
  return {
    '@context': context,
    '@type': 'Organization',
    name: site.siteName,
    description: site.siteDescription,
    url: `${publicUrl}/`,
    logo: absolute(publicUrl, '/icons/icon-512.png'),
    email: site.contactEmail,
  }
}

/** What is sold at a price, never at the one from before (L055). */
const offer = (
  { price, currency, stock }: Pick<Product, 'price' | 'currency' | 'stock'>,
  url: string,
) => ({
  '@type': 'Offer',
  price: price.toFixed(2),
  priceCurrency: currency,
  availability: `${context}/${stock === 'out' ? 'OutOfStock' : 'InStock'}`,
  url,
})

/** The offers of a product in several variants: the range of their prices, and how many. */
const range = ({ priceFrom, priceTo, currency, variantCount }: Product) => ({
  '@type': 'AggregateOffer',
  lowPrice: priceFrom.toFixed(2),
  highPrice: priceTo.toFixed(2),
  priceCurrency: currency,
  offerCount: variantCount,
})

function product(shown: Product, publicUrl: string) {
  const { name, slug, description, image, category, variantCount } = shown
  return {
    '@type': 'Product',
    name,
    description,
    category: category.name,
    image: absolute(publicUrl, image ?? '/icons/icon-512.png'),
    offers: variantCount > 1 ? range(shown) : offer(shown, publicUrl + paths.product(slug)),
  }
}

/**
 * A product on its own page, with all its pictures and its one offer, or one for each variant at
 * the address that chooses it, at the price that is charged (L055), and what customers think of it
 * where any said so.
 */
export function productAlone(
  { product: shown, images, variants }: ProductPage,
  brand: string,
  publicUrl: string,
): object {
  const gallery = images.map(({ url }) => absolute(publicUrl, url))
  const { image, ...facts } = product(shown, publicUrl)
  const url = publicUrl + paths.product(shown.slug)

  const offers = variants.map((one) => ({
    ...offer(one, `${url}?option=${one.id}`),
    name: one.name,
  }))

  return {
    '@context': context,
    ...facts,
    ...(variants.length > 1 ? { offers: { ...range(shown), offers } } : {}),

    ...(shown.rating
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: shown.rating.average,
            reviewCount: shown.rating.count,
          },
        }
      : {}),

    sku: shown.id,
    url,
    brand: { '@type': 'Brand', name: brand },
    image: [...new Set([image, ...gallery])],
  }
}

/** Products as a list, in the order in which the page shows them. */
export function productList(products: readonly Product[], publicUrl: string): object {
  return {
    '@context': context,
    '@type': 'ItemList',
    itemListElement: products.map((one, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: product(one, publicUrl),
    })),
  }
}

/** Where a page stands: each step with its name and address. */
export function breadcrumbs(
  steps: readonly { name: string; path: string }[],
  publicUrl: string,
): object {
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  }
}
