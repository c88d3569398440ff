import type {
  PageAsked,
  PageKind,
  PagePlace,
  PageReader,
  PageRendered,
  PageRenderer,
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
import { createPageClient, readPendingQueries, ShopClosed } from './app/answers.ts'
import { AnnouncementBarContext } from './app/bar-slot.tsx'
import { Bar } from './app/bar.tsx'
import { headTags } from './app/head-tags.ts'
import { resolvePlace, readSite } from './app/place.ts'
import { Providers } from './app/providers.tsx'
import { routes } from './app/router.tsx'
import { SearchForm } from './features/store/search/search-form.tsx'
import { SearchFormContext } from './features/store/search/search-slot.tsx'
import { isSearch, isSharedSearch } from './features/store/shop/is-search.ts'
import { SearchResults } from './features/store/shop/search-results.tsx'
import { SearchResultsContext } from './features/store/shop/search-slot.ts'
import { sharedSearchOf } from './features/store/shop/search-state.ts'
import { serverTexts } from './i18n/i18n.ts'
import { nearestLanguage, setCurrentLanguage } from './i18n/language.ts'
import { HeadSink, type PageHead } from './routing/head.ts'
import type { PageHandle } from './routing/page.ts'
import { paths } from './routing/paths.ts'

const categoryPattern = '/products/category/:categoryName'
const productPattern = '/products/:slug'
const ownPagePattern = '/p/:page'

const renderedPatterns = [
  paths.home,
  paths.products,
  categoryPattern,
  productPattern,
  ownPagePattern,
  paths.status,
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.terms,
  paths.maintenance,
]

const staticHandler = createStaticHandler(routes)

/**
 * Paths of all pages, compiled once: the router's own matching would sort all routes for each
 * request.
 */
const knownPatterns = collectPatterns(routes).filter((pattern) => !pattern.endsWith('*'))
const isRenderedPath = matchAny(renderedPatterns)
const isKnownPath = matchAny(knownPatterns)

/**
 * How the server handles an address. A return from the card page (session_id) is private to its
 * buyer, so the browser renders it.
 */
function classifyPath(path: string, search: string): PageKind {
  if (isRenderedPath(path)) return classifyRendered(path, new URLSearchParams(search))
  if (isKnownPath(path)) return 'shell'

  return 'unknown'
}

function classifyRendered(path: string, search: URLSearchParams): PageKind {
  if (search.has('session_id')) return 'shell'
  if (isSearch(search) && matchPath({ path: paths.products, end: true }, path)) return 'search'

  return 'render'
}

/** The query with which a search is rendered: sorting and stock, or `q=q` for any other search. */
function drawnSearch(path: string, search: string): string {
  if (classifyPath(path, search) !== 'search') return ''

  const address = new URLSearchParams(search)
  if (!isSharedSearch(address)) return 'q=q'

  return sharedSearchOf(address)
}

function collectPatterns(routeObjects: readonly RouteObject[]): string[] {
  return routeObjects.flatMap((route) => [
    ...(route.path === undefined ? [] : [route.path]),
    ...collectPatterns(route.children ?? []),
  ])
}

/**
 * One expression for many patterns like /products/category/:categoryName, with the router's
 * semantics.
 */
function matchAny(patterns: readonly string[]): (path: string) => boolean {
  const patternSources = patterns.map((pattern) =>
    pattern
      .replace(/\/+$/, '')
      .replace(/[.+*?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+'),
  )

  const expression = new RegExp(`^(?:${patternSources.join('|')})/*$`, 'i')

  return (path) => expression.test(path)
}

/**
 * The page that a path addresses, by its canonical name: letter case and trailing slashes do not
 * matter.
 */
function parsePlace(path: string): PagePlace {
  const categoryName = matchPath({ path: categoryPattern, end: true }, path)?.params.categoryName
  if (categoryName !== undefined) return { category: decodeSafely(categoryName) }

  const productSlug = matchPath({ path: productPattern, end: true }, path)?.params.slug
  if (productSlug !== undefined) return { product: decodeSafely(productSlug) }

  const pageSlug = matchPath({ path: ownPagePattern, end: true }, path)?.params.page
  if (pageSlug !== undefined) return { page: decodeSafely(pageSlug) }

  return {
    path: renderedPatterns.find((pattern) => matchPath({ path: pattern, end: true }, path)) ?? path,
  }
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Language of a request, in the same order as the browser's detection (S013, Q99). */
function requestLanguage({
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
 * Renders a public page for a visitor. Missing queries are read and the page rendered again, up to
 * three rounds.
 */
async function renderPage(
  pageRequest: PageAsked,
  textFiles: Record<string, Record<string, string>>,
  read: PageReader,
): Promise<PageRendered> {
  const routerContext = await staticHandler.query(
    new Request(pageRequest.publicUrl + pageRequest.path + pageRequest.search),
  )
  if (routerContext instanceof Response) throw new Error(`${pageRequest.path} redirects`)

  const queryClient = createPageClient()
  const pageTexts = serverTexts(pageRequest.language, textFiles)

  try {
    let renderedPage = renderOnce(pageRequest, routerContext, queryClient, pageTexts)
    for (
      let round = 0;
      round < 3 && (await readPendingQueries(queryClient, pageRequest.language, read));
      round++
    )
      renderedPage = renderOnce(pageRequest, routerContext, queryClient, pageTexts)
    const pageHandles = routerContext.matches
      .map(({ route }) => route.handle as PageHandle | undefined)
      .filter((handle) => handle !== undefined)
    const namespaces = new Set(['common', ...pageHandles.flatMap((handle) => handle.namespaces)])
    const params = routerContext.matches.at(-1)?.params ?? {}
    const resolvedPlace = await resolvePlace({
      asked: pageRequest,
      params,
      client: queryClient,
      texts: pageTexts,
      read,
    })

    return {
      status: resolvedPlace.status,
      head: headTags({
        asked: pageRequest,
        about: renderedPage.about,
        site: readSite(queryClient),
        place: resolvedPlace,
      }),
      body: renderedPage.body,
      sources: pageHandles.flatMap(({ source }) => source ?? []),
      state: writePageState({
        language: pageRequest.language,
        texts: Object.fromEntries([...namespaces].map((name) => [name, textFiles[name] ?? {}])),
        answers: queryClient
          .getQueriesData({ predicate: ({ state }) => state.data !== undefined })
          .map(([key, data]) => [key, data]),
      }),
    }
  } catch (error) {
    if (error instanceof ShopClosed)
      return { status: 503, head: '', body: '', state: '', sources: [] }
    throw error
  } finally {
    queryClient.clear()
  }
}

/**
 * Renders the page once. Synchronous, because the language is module state, which other requests
 * change.
 */
function renderOnce(
  pageRequest: PageAsked,
  routerContext: StaticHandlerContext,
  queryClient: QueryClient,
  texts: i18n,
): { body: string; about: PageHead } {
  let pageHead: PageHead = { title: '', description: '' }
  setCurrentLanguage(pageRequest.language)

  const markup = renderToString(
    <HeadSink
      value={(reported) => {
        pageHead = reported
      }}
    >
      <Providers texts={texts} client={queryClient}>
        <AnnouncementBarContext value={Bar}>
          <SearchFormContext value={SearchForm}>
            <SearchResultsContext value={SearchResults}>
              <StaticRouterProvider
                router={createStaticRouter(staticHandler.dataRoutes, routerContext)}
                context={routerContext}
                hydrate={false}
              />
            </SearchResultsContext>
          </SearchFormContext>
        </AnnouncementBarContext>
      </Providers>
    </HeadSink>,
  )

  return { body: markup, about: pageHead }
}

/**
 * The server, a separate build, loads this export by name; the type keeps both sides in agreement.
 */
export const pageRenderer: PageRenderer = {
  classifyPath,
  drawnSearch,
  parsePlace,
  categoryPath: paths.category,
  ownPagePath: paths.ownPage,
  productPath: paths.product,
  requestLanguage,
  renderPage,
}
