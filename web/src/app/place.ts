import type { Api } from '@chaveiro/contracts'
import type { PageAsked, PageReader } from '@chaveiro/contracts/rendering'
import { withoutEnd } from '@chaveiro/contracts/without-end'
import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'

import { api } from '../api/call.ts'
import type { Reply } from '../api/http.ts'
import { keyOf } from '../api/queries.ts'
import { categoryLabel } from '../i18n/language.ts'
import { paths } from '../routing/paths.ts'
import { defaultSettings, type SiteSettings } from '../state/site.ts'
import { breadcrumbs, organization, productAlone, productList } from './linked-data.ts'

type Products = Reply<Api['catalogue']['byCategory']>

/** A page that was drawn: what was asked, and what was read for it. */
export type Drawn = {
  asked: PageAsked
  params: { categoryName?: string | undefined; slug?: string | undefined }
  client: QueryClient
  texts: i18n
  read: PageReader
}

/** What stands at an address, as its head says it. */
export type Place = {
  /** The one spelling of the address. */
  path: string
  status: 200 | 404
  /** Whether search engines may list it. */
  isListed: boolean
  type: 'website' | 'product'
  /** The picture that goes with a shared link. */
  card: string
  data: readonly object[]
}

const ordinary = {
  status: 200,
  isListed: true,
  type: 'website',
  card: '/cards/shop.png',
} as const

/** The settings that a page was drawn with. */
export const siteOf = (client: QueryClient): SiteSettings =>
  client.getQueryData<SiteSettings>([api.settings.publicSettings.path]) ?? defaultSettings

/** What an address shows, under which one spelling, and what search engines are told of it. */
export function placeShown(drawn: Drawn): Place | Promise<Place> {
  const { slug, categoryName } = drawn.params
  if (slug !== undefined) return productAt(drawn, slug)

  return categoryName === undefined ? pageAt(drawn) : categoryAt(drawn, categoryName)
}

function pageAt({ asked, client, texts }: Drawn): Place {
  const { publicUrl } = asked
  if (asked.path === paths.home)
    return { ...ordinary, path: paths.home, data: [organization(siteOf(client), publicUrl)] }

  const path = withoutEnd(asked.path, /\//)
  if (path !== paths.products) return { ...ordinary, path, data: [] }

  const products = client.getQueryData<Products>(keyOf(api.catalogue.featured)) ?? []

  return {
    ...ordinary,
    path,
    data: [breadcrumbs(crumbsOf(client, texts), publicUrl), ...listOf(products, publicUrl)],
  }
}

/**
 * A category that the shop does not have is not there, though its page says so in words (Q28).
 */
async function categoryAt(drawn: Drawn, category: string): Promise<Place> {
  const { asked, client, texts } = drawn
  const { publicUrl } = asked

  const products =
    client.getQueryData<Products>(
      keyOf(api.catalogue.byCategory, { params: { categoryName: category } }),
    ) ?? []

  const found = products[0]?.category ?? (await emptyCategory(category, drawn))

  if (found === undefined)
    return {
      ...ordinary,
      path: asked.path,
      status: 404,
      isListed: false,
      data: [breadcrumbs(crumbsOf(client, texts), publicUrl)],
    }

  const { name } = found
  const path = paths.category(name)

  return {
    ...ordinary,
    path,
    card: `/cards/${encodeURIComponent(name)}.png`,
    data: [
      breadcrumbs(
        [...crumbsOf(client, texts), { name: categoryLabel(found, asked.language), path }],
        publicUrl,
      ),
      ...listOf(products, publicUrl),
    ],
  }
}

type Named = Parameters<typeof categoryLabel>[0]

/** A category that is there but has nothing on sale right now. */
async function emptyCategory(category: string, { asked, read }: Drawn): Promise<Named | undefined> {
  const { status, body } = await read(api.catalogue.categories.path, asked.language)
  const list = status === 200 ? (JSON.parse(body) as Reply<Api['catalogue']['categories']>) : []

  return list.find(({ name }) => name.toLowerCase() === category.trim().toLowerCase())
}

/** A product that is not on sale keeps its page, which nobody is led to (L048). */
function productAt({ asked, client, texts }: Drawn, slug: string): Place {
  const path = paths.product(slug)
  const page = client.getQueryData<Reply<Api['catalogue']['page']>>(
    keyOf(api.catalogue.page, { params: { slug }, query: { lng: asked.language } }),
  )
  if (!page?.isAvailable) return { ...ordinary, path, isListed: false, data: [] }

  const { name, category } = page.product

  const crumbs = [
    ...crumbsOf(client, texts),
    { name: categoryLabel(category, asked.language), path: paths.category(category.name) },
    { name, path },
  ]

  return {
    ...ordinary,
    path,
    type: 'product',
    card: `/cards/product/${slug}.png`,
    data: [
      breadcrumbs(crumbs, asked.publicUrl),
      productAlone(page, siteOf(client).siteName, asked.publicUrl),
    ],
  }
}

const crumbsOf = (client: QueryClient, texts: i18n) => [
  { name: siteOf(client).siteName, path: paths.home },
  { name: texts.t('nav.products'), path: paths.products },
]

const listOf = (products: Products, publicUrl: string): object[] =>
  products.length ? [productList(products, publicUrl)] : []
