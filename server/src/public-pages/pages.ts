import { languages, type Language } from '@chaveiro/contracts/limits'
import type { PageAsked, PageRendered, PageRenderer } from '@chaveiro/contracts/rendering'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { categorySpelling } from '../domains/catalogue/categories/category-names.queries.ts'
import { presentSlug } from '../domains/catalogue/pages/slugs.queries.ts'
import { sitePageSlug } from '../domains/settings/pages/site-pages.queries.ts'
import { siteSettings } from '../domains/settings/settings.service.ts'
import type { App } from '../platform/app.ts'
import { failWhenSilent } from '../platform/database/fail-when-silent.ts'
import { markStale } from '../platform/http/mark-stale.ts'
import { ownReadAddress } from '../platform/http/mount.ts'
import { countAsPage } from '../platform/http/page-requests.ts'
import { fewAtOnce } from './few-at-once.ts'
import { lookAttributes } from './look.ts'
import { packPage, sendPage, type PackedPage } from './packed-page.ts'
import { readTemplate, type Template } from './template.ts'

/** The build of the web app for rendering on the server. */
const rendererFile = fileURLToPath(
  new URL('../../../web/dist-server/entry-server.js', import.meta.url),
)

/**
 * How many pages may render and wait at once. Above that, the visitor's browser renders the page.
 */
const renderLimits = { most: 2, waiting: 50 }

type Texts = Record<string, Record<string, string>>
type Shells = Record<Language, PackedPage>

/** Pages without content, which the browser renders. */
type EmptyPages = Record<'shells' | 'missing' | 'closed', Shells>
export type LoadRenderer = () => Promise<PageRenderer>

/**
 * Answers requests for pages: public pages are rendered and cached, others are sent as an empty
 * page. An unknown URL redirects to the home page (S033).
 */
export async function createPages(
  http: FastifyInstance,
  app: App,
  webRoot: string,
  load: LoadRenderer | null,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | null>> {
  const template = readTemplate(webRoot)
  const currentTexts = await createTextReader(app, join(webRoot, 'locales'))
  const defaultPages = await createEmptyPages(template, '')

  // Cached until the settings change. If the settings cannot be read, a page in the default colour
  // is sent.
  const currentEmptyPages = () =>
    app.publicCache
      .hold('empty-pages', async () =>
        createEmptyPages(template, lookAttributes(app, await siteSettings(app))),
      )
      .catch(() => defaultPages)

  const renderQueue = fewAtOnce(renderLimits.most, renderLimits.waiting)

  const drawPage = pageDrawer(http, app, { template, currentTexts, currentEmptyPages })

  return async (request, reply) => {
    const { path, search, query } = splitAddress(request.url)
    if (fileOrCall.test(path)) return null

    countAsPage(request)
    const { shells, missing } = await failWhenSilent(app, currentEmptyPages()).catch(
      () => defaultPages,
    )
    if (!load) return sendPage(request, reply, shells['pt-BR'])

    const renderer = await load()
    const pageKind = renderer.classifyPath(path, search)
    if (pageKind === 'unknown') return reply.header('cache-control', 'no-store').redirect('/', 302)

    const queryLanguage = query.get('lng') ?? undefined
    const language = requestLanguage(renderer, request, queryLanguage)
    if (pageKind === 'shell') return sendPage(request, reply, shells[language])

    try {
      const canonical = await failWhenSilent(app, findCanonical(app, renderer, path))
      if (canonical === null) return sendPage(request, reply, missing[language])
      // Each page has one canonical URL; another spelling redirects.
      if (canonical.path !== path) return redirectToCanonical(reply, canonical, search)

      // Of the query, only the language and a few searches are used, so that arbitrary queries cannot
      // fill the cache.
      const languageInAddress = queryLanguage === language

      const pageAsked = {
        path,
        search: renderedSearch(
          renderer.drawnSearch(path, search),
          languageInAddress ? queryLanguage : undefined,
        ),
        language,
        languageInAddress,
        publicUrl: app.config.publicUrl,
      }

      const cachedPage = app.publicCache.hold(
        `page:${language}:${path}${pageAsked.search}`,
        () => drawUnderPressure(app, () => renderQueue.run(() => drawPage(renderer, pageAsked))),
        ({ keep }) => keep,
      )

      const drawn = await failWhenSilent(app, cachedPage)
      markStale(reply, drawn)
      if (drawn.keep) return sendPage(request, reply, drawn.page!)
    } catch (error) {
      app.log.error({ err: error, path }, 'a page cannot be drawn on the server')
    }

    // After a failed read the rendered page would lack content. The browser gets an empty page
    // instead, renders it and retries.
    return sendPage(request, reply, shells[language], true)
  }
}

type PageParts = {
  template: Template
  currentTexts: () => Promise<Record<Language, Texts>>
  currentEmptyPages: () => Promise<EmptyPages>
}

/** Renders and compresses a page; while the shop is closed, returns the empty page that says so. */
function pageDrawer(
  http: FastifyInstance,
  app: App,
  { template, currentTexts, currentEmptyPages }: PageParts,
): (renderer: PageRenderer, pageAsked: PageAsked) => Promise<Drawn> {
  return async (renderer, pageAsked) => {
    const { language } = pageAsked
    const texts = (await currentTexts())[language]
    const { rendered, wasRead } = await renderAll(http, renderer, pageAsked, texts)
    if (rendered.status === 503)
      return { page: (await currentEmptyPages()).closed[language], keep: wasRead }

    const lookText = lookAttributes(app, await siteSettings(app))
    const html = template.page(language, rendered, lookText)

    return { page: await packPage(html, { status: rendered.status, language }), keep: wasRead }
  }
}

/** The query string with which a page is rendered: its search, and a language in the URL. */
function renderedSearch(drawnSearch: string, language: string | undefined): string {
  const parameters = new URLSearchParams(drawnSearch)
  if (language) parameters.set('lng', language)

  return parameters.size ? `?${parameters}` : ''
}

const requestLanguage = (
  renderer: PageRenderer,
  { cookies, headers }: FastifyRequest,
  queryLanguage: string | undefined,
): Language =>
  renderer.requestLanguage({
    lng: queryLanguage,
    cookie: cookies.i18next,
    acceptLanguage: headers['accept-language'],
  })

type Drawn = { page: PackedPage | null; keep: boolean }

/** A rendered page, or null while the shop is overloaded; then the browser renders it (P565). */
async function drawUnderPressure(app: App, drawPage: () => Promise<Drawn> | null): Promise<Drawn> {
  const drawn = app.pressure.isOver('first') ? null : await drawPage()
  return drawn ?? { page: null, keep: false }
}

/**
 * Renders a page with answers of the shop's own API. `wasRead` is false when a read failed: the
 * page then lacks content and must not be cached.
 */
async function renderAll(
  http: FastifyInstance,
  renderer: PageRenderer,
  pageAsked: PageAsked,
  texts: Texts,
): Promise<{ rendered: PageRendered; wasRead: boolean }> {
  let wasRead = true

  const rendered = await renderer.renderPage(pageAsked, texts, async (address, language) => {
    const { statusCode: status, body } = await http.inject({
      url: address,
      headers: { 'accept-language': language },
      remoteAddress: ownReadAddress,
    })

    // A 503 means that the shop is closed. This is no failed read, since a closed shop has its own
    // page.
    if (status !== 200 && status !== 503) wasRead = false

    return { status, body }
  })

  return { rendered, wasRead }
}

type Canonical = { path: string; stays: boolean }

const redirectToCanonical = (
  reply: FastifyReply,
  { path, stays }: Canonical,
  search: string,
): FastifyReply =>
  reply
    .header('cache-control', stays ? 'public, max-age=3600' : 'no-cache')
    .redirect(path + search, 301)

/**
 * The canonical URL of a public page; null for a category, product or page that does not exist.
 * `stays` is false for products and for pages that staff wrote. Such a page may get an older slug
 * back, and a browser that cached both redirects would loop.
 */
async function findCanonical(
  app: App,
  renderer: PageRenderer,
  path: string,
): Promise<Canonical | null> {
  const publicPlace = renderer.parsePlace(path)
  if ('path' in publicPlace) return { path: publicPlace.path, stays: true }

  if ('product' in publicPlace) {
    const slug = await presentSlug(app, publicPlace.product)
    return slug === null ? null : { path: renderer.productPath(slug), stays: false }
  }

  if ('page' in publicPlace) {
    const slug = await sitePageSlug(app, publicPlace.page)
    return slug === null ? null : { path: renderer.ownPagePath(slug), stays: false }
  }

  const categoryName = await categorySpelling(app, publicPlace.category)

  return categoryName === null ? null : { path: renderer.categoryPath(categoryName), stays: true }
}

/** Loads the renderer at its first use; null when rendering on the server is off or not built. */
export function rendererLoader(app: App): LoadRenderer | null {
  if (!app.config.renderPages || !existsSync(rendererFile)) return null

  let loadedRenderer: Promise<PageRenderer> | null = null

  return () =>
    (loadedRenderer ??= import(pathToFileURL(rendererFile).href).then(
      (built: { pageRenderer: PageRenderer }) => built.pageRenderer,
    ))
}

/**
 * Loads React and the pages right after the shop listens, so that neither the start nor the first
 * visitor waits for them.
 */
export function loadRendererEarly(http: FastifyInstance, app: App, load: LoadRenderer): void {
  http.addHook('onListen', () => {
    setImmediate(() => {
      load().catch((error: unknown) =>
        app.log.error({ err: error }, 'pages cannot be rendered on the server'),
      )
    })
  })
}

async function createEmptyPages(template: Template, look: string): Promise<EmptyPages> {
  return {
    shells: await packShells((language) => template.shell(language, look), 200),
    missing: await packShells((language) => template.missing(language, look), 404),
    closed: await packShells((language) => template.shell(language, look), 503),
  }
}

async function packShells(
  drawHtml: (language: Language) => string,
  status: PackedPage['status'],
): Promise<Shells> {
  return Object.fromEntries(
    await Promise.all(
      languages.map(
        async (language) =>
          [language, await packPage(drawHtml(language), { status, language })] as const,
      ),
    ),
  ) as Shells
}

function splitAddress(url: string): { path: string; search: string; query: URLSearchParams } {
  const queryStart = url.indexOf('?')
  const search = queryStart < 0 ? '' : url.slice(queryStart)

  return {
    path: queryStart < 0 ? url : url.slice(0, queryStart),
    search,
    query: new URLSearchParams(search),
  }
}

/**
 * Matches URLs of files and API calls. URLs of another system's pages (nope.html) do not match, so
 * they redirect to the home page.
 */
const fileOrCall =
  /\.(?!(?:html?|php|aspx?)$)\w{1,8}$|^\/(?:api|assets|locales|cards|icons)(?:\/|$)/i

/**
 * Returns a function that reads the translations, at most once an hour, so that a corrected text
 * needs no restart (S296).
 */
export async function createTextReader(
  app: App,
  folder: string,
): Promise<() => Promise<Record<Language, Texts>>> {
  let texts = await readTexts(folder)
  let readAt = app.clock.now().getTime()

  return async () => {
    const now = app.clock.now().getTime()

    if (now - readAt >= 3_600_000) {
      readAt = now
      texts = await readTexts(folder).catch(() => texts)
    }

    return texts
  }
}

async function readTexts(folder: string): Promise<Record<Language, Texts>> {
  const entries = await Promise.all(
    languages.map(async (language) => {
      const fileNames = (await readdir(join(folder, language))).filter((fileName) =>
        fileName.endsWith('.json'),
      )

      const namespaceEntries = await Promise.all(
        fileNames.map(
          async (fileName) =>
            [
              fileName.replace('.json', ''),
              JSON.parse(await readFile(join(folder, language, fileName), 'utf8')) as Record<
                string,
                string
              >,
            ] as const,
        ),
      )

      return [language, Object.fromEntries(namespaceEntries)] as const
    }),
  )
  return Object.fromEntries(entries) as Record<Language, Texts>
}
