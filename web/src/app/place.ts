import type { Api } from '@chaveiro/contracts'
import type { PageAsked, PageReader } from '@chaveiro/contracts/rendering'
import { withoutEnd } from '@chaveiro/contracts/without-end'
import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'

import { api } from '../api/call.ts'
import type { Reply } from '../api/http.ts'
import { queryKeyOf } from '../api/queries.ts'
import { categoryLabel } from '../i18n/language.ts'
import { paths } from '../routing/paths.ts'
import { defaultSettings, type SiteSettings } from '../state/site.ts'
import {
  breadcrumbData,
  organizationData,
  productPageData,
  productListData,
} from './linked-data.ts'

type Products = Reply<Api['catalogue']['byCategory']>

/** A rendered page: the request, its query results and its texts. */
export type RenderedPage = {
  asked: PageAsked
  params: { categoryName?: string | undefined; slug?: string | undefined }
  client: QueryClient
  texts: i18n
  read: PageReader
}

/** The page at a URL, as its head tags describe it. */
export type Place = {
  /** The canonical path. */
  path: string
  status: 200 | 404
  /** Whether search engines may list it. */
  isListed: boolean
  type: 'website' | 'product'
  /** The preview picture of a shared link. */
  card: string
  data: readonly object[]
}

const defaultPlace = {
  status: 200,
  isListed: true,
  type: 'website',
  card: '/cards/shop.png',
} as const

/** The settings a page was rendered with. */
export const readSite = (client: QueryClient): SiteSettings =>
  client.getQueryData<SiteSettings>([api.settings.publicSettings.path]) ?? defaultSettings

/** Resolves a rendered page to its canonical path, status and structured data. */
export function resolvePlace(rendered: RenderedPage): Place | Promise<Place> {
  const { slug, categoryName } = rendered.params
  if (slug !== undefined) return resolveProduct(rendered, slug)

  if (categoryName === undefined) return resolvePage(rendered)

  return resolveCategory(rendered, categoryName)
}

function resolvePage({ asked, client, texts }: RenderedPage): Place {
  const { publicUrl } = asked
  if (asked.path === paths.home)
    return {
      ...defaultPlace,
      path: paths.home,
      data: [organizationData(readSite(client), publicUrl)],
    }

  const path = withoutEnd(asked.path, /\//)
  if (path !== paths.products) return { ...defaultPlace, path, data: [] }

  const featuredProducts = client.getQueryData<Products>(queryKeyOf(api.catalogue.featured)) ?? []

  return {
    ...defaultPlace,
    path,
    data: [
      breadcrumbData(baseCrumbs(client, texts), publicUrl),
      ...productLists(featuredProducts, publicUrl),
    ],
  }
}

/** An unknown category answers 404, although its page is rendered with a message (Q28). */
async function resolveCategory(rendered: RenderedPage, category: string): Promise<Place> {
  const { asked, client, texts } = rendered
  const { publicUrl } = asked

  const categoryProducts =
    client.getQueryData<Products>(
      queryKeyOf(api.catalogue.byCategory, { params: { categoryName: category } }),
    ) ?? []

  const knownCategory =
    categoryProducts[0]?.category ?? (await findEmptyCategory(category, rendered))

  if (knownCategory === undefined)
    return {
      ...defaultPlace,
      path: asked.path,
      status: 404,
      isListed: false,
      data: [breadcrumbData(baseCrumbs(client, texts), publicUrl)],
    }

  const { name } = knownCategory
  const path = paths.category(name)

  return {
    ...defaultPlace,
    path,
    card: `/cards/${encodeURIComponent(name)}.png`,
    data: [
      breadcrumbData(
        [
          ...baseCrumbs(client, texts),
          { name: categoryLabel(knownCategory, asked.language), path },
        ],
        publicUrl,
      ),
      ...productLists(categoryProducts, publicUrl),
    ],
  }
}

type CategoryName = Parameters<typeof categoryLabel>[0]

/** An existing category with no product on sale. */
async function findEmptyCategory(
  category: string,
  { asked, read }: RenderedPage,
): Promise<CategoryName | undefined> {
  const { status, body } = await read(api.catalogue.categories.path, asked.language)
  const allCategories =
    status === 200 ? (JSON.parse(body) as Reply<Api['catalogue']['categories']>) : []

  return allCategories.find(({ name }) => name.toLowerCase() === category.trim().toLowerCase())
}

/** A product off sale keeps its page but is not listed (L048). */
function resolveProduct({ asked, client, texts }: RenderedPage, slug: string): Place {
  const path = paths.product(slug)
  const productPage = client.getQueryData<Reply<Api['catalogue']['page']>>(
    queryKeyOf(api.catalogue.page, { params: { slug }, query: { lng: asked.language } }),
  )
  if (!productPage?.isAvailable) return { ...defaultPlace, path, isListed: false, data: [] }

  const { name, category } = productPage.product

  const productCrumbs = [
    ...baseCrumbs(client, texts),
    { name: categoryLabel(category, asked.language), path: paths.category(category.name) },
    { name, path },
  ]

  return {
    ...defaultPlace,
    path,
    type: 'product',
    card: `/cards/product/${slug}.png`,
    data: [
      breadcrumbData(productCrumbs, asked.publicUrl),
      productPageData(productPage, readSite(client).siteName, asked.publicUrl),
    ],
  }
}

const baseCrumbs = (client: QueryClient, texts: i18n) => [
  { name: readSite(client).siteName, path: paths.home },
  { name: texts.t('nav.products'), path: paths.products },
]

const productLists = (products: Products, publicUrl: string): object[] =>
  products.length ? [productListData(products, publicUrl)] : []
