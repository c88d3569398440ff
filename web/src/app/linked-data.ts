import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../api/http.ts'
import { paths } from '../routing/paths.ts'
import type { SiteSettings } from '../state/site.ts'

type Product = Reply<Api['catalogue']['byCategory']>[number]
type ProductPage = Reply<Api['catalogue']['page']>

const schemaContext = 'https://schema.org'

const absoluteAddress = (publicUrl: string, address: string): string =>
  new URL(address, `${publicUrl}/`).href

/** The shop itself. */
export function organizationData(site: SiteSettings, publicUrl: string): object {
  return {
    '@context': schemaContext,
    '@type': 'Organization',
    name: site.siteName,
    description: site.siteDescription,
    url: `${publicUrl}/`,
    logo: absoluteAddress(publicUrl, '/icons/icon-512.png'),
    email: site.contactEmail,
  }
}

/** The offer at its current price, never at the price before a discount (L055). */
const offerData = (
  { price, currency, stock }: Pick<Product, 'price' | 'currency' | 'stock'>,
  url: string,
) => ({
  '@type': 'Offer',
  price: price.toFixed(2),
  priceCurrency: currency,
  availability: `${schemaContext}/${stock === 'out' ? 'OutOfStock' : 'InStock'}`,
  url,
})

/** Offers of a product in several variants: price range and count. */
const offerRange = ({ priceFrom, priceTo, currency, variantCount }: Product) => ({
  '@type': 'AggregateOffer',
  lowPrice: priceFrom.toFixed(2),
  highPrice: priceTo.toFixed(2),
  priceCurrency: currency,
  offerCount: variantCount,
})

function productData(product: Product, publicUrl: string) {
  const { name, slug, description, image, category, variantCount } = product
  return {
    '@type': 'Product',
    name,
    description,
    category: category.name,
    image: absoluteAddress(publicUrl, image ?? '/icons/icon-512.png'),
    offers:
      variantCount > 1 ? offerRange(product) : offerData(product, publicUrl + paths.product(slug)),
  }
}

/**
 * A product on its own page with all pictures and its ratings if any. With variants it has one
 * offer per variant, with the variant's URL and current price (L055).
 */
export function productPageData(
  { product, images, variants }: ProductPage,
  brand: string,
  publicUrl: string,
): object {
  const galleryImages = images.map(({ url }) => absoluteAddress(publicUrl, url))
  const { image, ...productFacts } = productData(product, publicUrl)
  const productAddress = publicUrl + paths.product(product.slug)

  const variantOffers = variants.map((variant) => ({
    ...offerData(variant, `${productAddress}?option=${variant.id}`),
    name: variant.name,
  }))

  return {
    '@context': schemaContext,
    ...productFacts,
    ...(variants.length > 1 && { offers: { ...offerRange(product), offers: variantOffers } }),

    ...(product.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating.average,
        reviewCount: product.rating.count,
      },
    }),

    sku: product.id,
    url: productAddress,
    brand: { '@type': 'Brand', name: brand },
    image: [...new Set([image, ...galleryImages])],
  }
}

/** Products as a list in the order of the page. */
export function productListData(products: readonly Product[], publicUrl: string): object {
  return {
    '@context': schemaContext,
    '@type': 'ItemList',
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: productData(product, publicUrl),
    })),
  }
}

/** Breadcrumb trail of a page. */
export function breadcrumbData(
  steps: readonly { name: string; path: string }[],
  publicUrl: string,
): object {
  return {
    '@context': schemaContext,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  }
}
