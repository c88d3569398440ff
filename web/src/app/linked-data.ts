import type { Api } from '@chaveiro/contracts'
import type { Reply } from '../api/http.ts'
import { paths } from '../routing/paths.ts'
import type { SiteSettings } from '../state/site.ts'

type Product = Reply<Api['catalogue']['byCategory']>[number]

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

function product(
  { name, description, image, price, currency, stock, category }: Product,
  publicUrl: string,
): object {
  return {
    '@type': 'Product',
    name,
    description,
    category: category.name,
    image: absolute(publicUrl, image ?? '/icons/icon-512.png'),
    offers: {
      '@type': 'Offer',
      price: price.toFixed(2),
      priceCurrency: currency,
      availability: `${context}/${stock === 'out' ? 'OutOfStock' : 'InStock'}`,
      url: publicUrl + paths.category(category.name),
    },
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
