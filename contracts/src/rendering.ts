import type { Language } from './limits.ts'

// What the server and the server's build of the web app say to each other; types only.

/** What is known of a request for a page before it is rendered. */
export type PageAsked = {
  /**
   * Path, and of the query what the page is drawn from: the language, when the address chose it.
   */
  path: string
  search: string
  language: Language
  /** Whether `?lng` chose the language: such a page is its own canonical address. */
  languageInAddress: boolean
  /** The public address of the shop, without a slash at its end. */
  publicUrl: string
}

/**
 * How the renderer reads what a page shows: the shop's own public calls, asked by their address.
 */
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
   * What the browser starts from: language, texts, answers; JSON that is safe inside a script
   * element.
   */
  state: string
  /**
   * Source files of the page's own code, to be looked up in the build's manifest and loaded early.
   */
  sources: readonly string[]
}

/**
 * render: finished HTML for everybody; search: the shop without its front, whose place is kept for
 * what the browser finds; shell: drawn in the browser, since it depends on who is
 * there; unknown: no page of ours.
 */
export type PageKind = 'render' | 'search' | 'shell' | 'unknown'

/**
 * What a public page's address means: a fixed page by its one spelling, the page of a category by
 * the name that was asked for, or that of a product or one that staff wrote by the slug.
 */
export type PagePlace =
  | { path: string }
  | { category: string }
  | { product: string }
  | { page: string }

/** The object `pageRenderer` that web/dist-server/entry-server.js exports. */
export type PageRenderer = {
  classifyPath(path: string, search: string): PageKind
  /** For an address whose kind is render. */
  parsePlace(path: string): PagePlace
  /** The one address of a category's page. */
  categoryPath(name: string): string
  /** The one address of a page that staff wrote. */
  ownPagePath(slug: string): string
  /** The one address of a product's page. */
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
