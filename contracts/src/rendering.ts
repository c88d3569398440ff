import type { Language } from './limits.ts'

// The contract of the server and the server build of the web app; types only.

/** A page request, as the renderer gets it. */
export type PageAsked = {
  /**
   * The path, and the part of the query that affects the page: a search, and the language if the
   * URL chose it.
   */
  path: string
  search: string
  language: Language
  /** Whether `?lng` chose the language: such a page is its own canonical address. */
  languageInAddress: boolean
  /** The public address of the shop, without a slash at its end. */
  publicUrl: string
}

/** Calls the shop's public API for the renderer; `address` is a path with its query. */
export type PageReader = (
  address: string,
  language: Language,
) => Promise<{ status: number; body: string }>

export type PageRendered = {
  status: 200 | 404 | 503
  /** Tags for the head: title, description, canonical, languages, card, data about the products. */
  head: string
  body: string
  /**
   * The browser's initial state: language, texts, API replies; JSON that is safe inside a script
   * element.
   */
  state: string
  /** Source files of the page's own code, for preloading through the build's manifest. */
  sources: readonly string[]
}

/**
 * render: the same HTML for all visitors. search: the HTML has results only if the query has no
 * more than sorting and stock; otherwise the browser loads the results. shell: rendered in the
 * browser, because the page depends on the user. unknown: not a page of the shop.
 */
export type PageKind = 'render' | 'search' | 'shell' | 'unknown'

/**
 * The meaning of a public page's path: a fixed page, a category by its name, or a product or staff
 * page by its slug.
 */
export type PagePlace =
  | { path: string }
  | { category: string }
  | { product: string }
  | { page: string }

/** The object `pageRenderer` that web/dist-server/entry-server.js exports. */
export type PageRenderer = {
  classifyPath(path: string, search: string): PageKind
  /** The query with which a search page is rendered, one of few values; '' for other pages. */
  drawnSearch(path: string, search: string): string
  /** The meaning of a path; only for paths of the kind `render`. */
  parsePlace(path: string): PagePlace
  /** The canonical path of a category's page. */
  categoryPath(name: string): string
  /** The canonical path of a page written by staff. */
  ownPagePath(slug: string): string
  /** The canonical path of a product's page. */
  productPath(slug: string): string
  requestLanguage(wishes: {
    lng?: string | undefined
    cookie?: string | undefined
    acceptLanguage?: string | undefined
  }): Language
  renderPage(
    asked: PageAsked,
    texts: Record<string, Record<string, string>>,
    read: PageReader,
  ): Promise<PageRendered>
}
