import type { Api } from '@chaveiro/contracts'
import type {
  PageAsked,
  PageKind,
  PagePlace,
  PageReader,
  PageRendered,
} from '@chaveiro/contracts/rendering'
import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  matchPath,
  StaticRouterProvider,
  type RouteObject,
  type StaticHandlerContext,
} from 'react-router'
import { api } from './api/call.ts'
import type { Reply } from './api/http.ts'
import { writePageState } from './api/page-state.ts'
import { keyOf } from './api/queries.ts'
import { clientOfPage, readWanted, ShopClosed } from './app/answers.ts'
import { headTags } from './app/head-tags.ts'
import { breadcrumbs, organization, productList } from './app/linked-data.ts'
import { Providers } from './app/providers.tsx'
import { routes } from './app/router.tsx'
import { serverTexts } from './i18n/i18n.ts'
import { nearestLanguage, setCurrentLanguage } from './i18n/language.ts'
import { HeadSink, type About } from './routing/head.ts'
import type { PageHandle } from './routing/page.ts'
import { paths } from './routing/paths.ts'
import { defaultSettings, type SiteSettings } from './state/site.ts'

const categoryPattern = '/products/category/:categoryName'
const rendered = [
  paths.home,
  paths.products,
  categoryPattern,
  paths.status,
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.terms,
  paths.maintenance,
]
const handler = createStaticHandler(routes)
/**
 * Every address that has a page, compiled once: the router's own matching sorts all its routes anew
 * for each address that somebody tries.
 */
const known = patternsOf(routes).filter((pattern) => !pattern.endsWith('*'))
const isRendered = anyOf(rendered)
const isKnown = anyOf(known)

/**
 * What the server does with an address; a return from the card page (session_id) is its buyer's
 * alone and drawn in the browser.
 */
export function kindOf(path: string, search: string): PageKind {
  if (isRendered(path)) return new URLSearchParams(search).has('session_id') ? 'shell' : 'render'
  return isKnown(path) ? 'shell' : 'unknown'
}

function patternsOf(all: readonly RouteObject[]): string[] {
  return all.flatMap((route) => [
    ...(route.path === undefined ? [] : [route.path]),
    ...patternsOf(route.children ?? []),
  ])
}

/**
 * One expression for many addresses like /products/category/:categoryName, read as the router reads
 * them.
 */
function anyOf(patterns: readonly string[]): (path: string) => boolean {
  const sources = patterns.map((pattern) =>
    pattern
      .replace(/\/+$/, '')
      .replace(/[.+*?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+'),
  )
  const expression = new RegExp(`^(?:${sources.join('|')})/*$`, 'i')
  return (path) => expression.test(path)
}

/** What the address of a rendered page means, however it is spelt. */
export function placeOf(path: string): PagePlace {
  const category = matchPath({ path: categoryPattern, end: true }, path)?.params.categoryName
  if (category !== undefined) return { category: decoded(category) }
  return { path: rendered.find((pattern) => matchPath({ path: pattern, end: true }, path)) ?? path }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The one address of a category's page. */
export const categoryPath = (name: string): string => paths.category(name)

/**
 * The language that a request asks for, in the order of the browser's own detection (S013, Q99).
 */
export function languageOf({
  lng,
  cookie,
  acceptLanguage,
}: {
  lng?: string | undefined
  cookie?: string | undefined
  acceptLanguage?: string | undefined
}) {
  return nearestLanguage(lng || cookie || (acceptLanguage ?? '').split(/[,;]/)[0]!.trim())
}

/**
 * Render one public page for a visitor: what it wants to know is read and it is rendered again,
 * until it wants nothing more.
 */
export async function renderPage(
  asked: PageAsked,
  given: Record<string, Record<string, string>>,
  read: PageReader,
): Promise<PageRendered> {
  const context = await handler.query(new Request(asked.publicUrl + asked.path + asked.search))
  if (context instanceof Response) throw new Error(`${asked.path} redirects`)
  const client = clientOfPage()
  const texts = serverTexts(asked.language, given)
  try {
    let page = renderOnce(asked, context, client, texts)
    for (let rounds = 0; rounds < 3 && (await readWanted(client, asked.language, read)); rounds++)
      page = renderOnce(asked, context, client, texts)
    const handles = context.matches
      .map(({ route }) => route.handle as PageHandle | undefined)
      .filter((handle) => handle !== undefined)
    const namespaces = new Set(['common', ...handles.flatMap((handle) => handle.namespaces)])
    const params = context.matches.at(-1)?.params
    const place = await whatIsThere(asked, params?.categoryName, client, read)
    return {
      status: place.found ? 200 : 404,
      head: headOf({ ...asked, path: place.path }, page.about, place, { client, texts }),
      body: page.body,
      sources: handles.flatMap(({ source }) => source ?? []),
      state: writePageState({
        language: asked.language,
        texts: Object.fromEntries([...namespaces].map((name) => [name, given[name] ?? {}])),
        answers: client
          .getQueriesData({ predicate: ({ state }) => state.data !== undefined })
          .map(([key, data]) => [key, data]),
      }),
    }
  } catch (error) {
    if (error instanceof ShopClosed)
      return { status: 503, head: '', body: '', state: '', sources: [] }
    throw error
  } finally {
    client.clear()
  }
}

/** One pass; synchronous, so that the language of the module is that of this page alone. */
function renderOnce(
  asked: PageAsked,
  context: StaticHandlerContext,
  client: QueryClient,
  texts: i18n,
): { body: string; about: About } {
  let about: About = { title: '', description: '' }
  setCurrentLanguage(asked.language)
  const body = renderToString(
    <HeadSink
      value={(said) => {
        about = said
      }}
    >
      <Providers texts={texts} client={client}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Providers>
    </HeadSink>,
  )
  return { body, about }
}

type Products = Reply<Api['catalogue']['byCategory']>
type Place = { path: string; found: boolean; category: string | undefined; products: Products }
const siteOf = (client: QueryClient): SiteSettings =>
  client.getQueryData<SiteSettings>([api.settings.publicSettings.path]) ?? defaultSettings

/**
 * What an address shows under which one spelling; a category that the shop does not have is not
 * there, though its page says so in words (Q28).
 */
async function whatIsThere(
  asked: PageAsked,
  category: string | undefined,
  client: QueryClient,
  read: PageReader,
): Promise<Place> {
  if (category === undefined) {
    const path = asked.path === paths.home ? paths.home : asked.path.replace(/\/+$/, '')
    return {
      path,
      found: true,
      category,
      products:
        path === paths.products
          ? (client.getQueryData<Products>(keyOf(api.catalogue.featured)) ?? [])
          : [],
    }
  }
  const products =
    client.getQueryData<Products>(
      keyOf(api.catalogue.byCategory, { params: { categoryName: category } }),
    ) ?? []
  const name = products[0]?.category.name ?? (await emptyCategory(category, asked, read))
  return name === undefined
    ? { path: asked.path, found: false, category, products }
    : { path: paths.category(name), found: true, category: name, products }
}

/** The name of a category that is there but has nothing on sale right now. */
async function emptyCategory(
  category: string,
  asked: PageAsked,
  read: PageReader,
): Promise<string | undefined> {
  const { status, body } = await read(api.catalogue.categories.path, asked.language)
  const list = status === 200 ? (JSON.parse(body) as Reply<Api['catalogue']['categories']>) : []
  return list.find(({ name }) => name.toLowerCase() === category.trim().toLowerCase())?.name
}

function headOf(
  asked: PageAsked,
  about: About,
  { found, category, products }: Place,
  { client, texts }: { client: QueryClient; texts: i18n },
): string {
  const site = siteOf(client)
  const crumbs = [
    { name: site.siteName, path: paths.home },
    { name: texts.t('nav.products'), path: paths.products },
  ]
  const data = [
    ...(asked.path === paths.home ? [organization(site, asked.publicUrl)] : []),
    ...(asked.path.startsWith(paths.products)
      ? [
          breadcrumbs(
            category === undefined
              ? crumbs
              : [...crumbs, { name: category, path: paths.category(category) }],
            asked.publicUrl,
          ),
        ]
      : []),
    ...(products.length ? [productList(products, asked.publicUrl)] : []),
  ]
  const card =
    category !== undefined && found
      ? `/cards/${encodeURIComponent(category)}.png`
      : '/cards/shop.png'
  return headTags({ asked, about, site, found, card, data })
}
