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

import { writePageState } from './api/page-state.ts'
import { clientOfPage, readWanted, ShopClosed } from './app/answers.ts'
import { BarCode } from './app/bar-slot.tsx'
import { Bar } from './app/bar.tsx'
import { headTags } from './app/head-tags.ts'
import { placeShown, siteOf } from './app/place.ts'
import { Providers } from './app/providers.tsx'
import { routes } from './app/router.tsx'
import { isSearch } from './features/store/shop/is-search.ts'
import { serverTexts } from './i18n/i18n.ts'
import { nearestLanguage, setCurrentLanguage } from './i18n/language.ts'
import { HeadSink, type About } from './routing/head.ts'
import type { PageHandle } from './routing/page.ts'
import { paths } from './routing/paths.ts'

const categoryPattern = '/products/category/:categoryName'
const productPattern = '/products/:slug'
const ownPattern = '/p/:page'

const rendered = [
  paths.home,
  paths.products,
  categoryPattern,
  productPattern,
  ownPattern,
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
  if (isRendered(path)) return kindOfRendered(path, new URLSearchParams(search))
  return isKnown(path) ? 'shell' : 'unknown'
}

function kindOfRendered(path: string, search: URLSearchParams): PageKind {
  if (search.has('session_id')) return 'shell'
  return isSearch(search) && matchPath({ path: paths.products, end: true }, path)
    ? 'search'
    : 'render'
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

  const product = matchPath({ path: productPattern, end: true }, path)?.params.slug
  if (product !== undefined) return { product: decoded(product) }

  const page = matchPath({ path: ownPattern, end: true }, path)?.params.page
  if (page !== undefined) return { page: decoded(page) }

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

/** The one address of a page that staff wrote. */
export const ownPagePath = (slug: string): string => paths.ownPage(slug)

/** The one address of a product's page. */
export const productPath = (slug: string): string => paths.product(slug)

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
    const params = context.matches.at(-1)?.params ?? {}
    const place = await placeShown({ asked, params, client, texts, read })

    return {
      status: place.status,
      head: headTags({ asked, about: page.about, site: siteOf(client), place }),
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
        <BarCode value={Bar}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </BarCode>
      </Providers>
    </HeadSink>,
  )

  return { body, about }
}
