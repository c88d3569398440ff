import { languages, type Language } from '@chaveiro/contracts/limits'
import type { PageAsked, PageKind, PageRendered, PageRenderer } from '@chaveiro/contracts/rendering'
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
import { lookOf } from './look.ts'
import { packed, sendPage, type PackedPage } from './packed-page.ts'
import { readTemplate, type Template } from './template.ts'

/** The build of the web app that renders pages on the server. */
const rendererFile = fileURLToPath(
  new URL('../../../web/dist-server/entry-server.js', import.meta.url),
)

/**
 * Pages drawn at once, and how many more may wait; whoever comes then gets the page that his
 * browser draws.
 */
const drawing = { most: 2, waiting: 50 }

type Texts = Record<string, Record<string, string>>
type Shells = Record<Language, PackedPage>

/** The pages that hold nothing of the shop yet. */
type EmptyPages = Record<'shells' | 'missing' | 'closed', Shells>
export type LoadRenderer = () => Promise<PageRenderer>

/**
 * Answers requests for pages: the public ones rendered and kept ready, the others as a shell, an
 * address that is none of ours goes home (S033).
 */
export async function createPages(
  http: FastifyInstance,
  app: App,
  webRoot: string,
  load: LoadRenderer | null,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | null>> {
  const template = readTemplate(webRoot)
  const textsNow = await keptTexts(app, join(webRoot, 'locales'))
  const plain = await emptyPages(template, '')

  // Kept until the settings change; where they cannot be read a page in the house's colour serves.
  const emptyNow = () =>
    app.publicCache
      .hold('empty-pages', async () => emptyPages(template, lookOf(app, await siteSettings(app))))
      .catch(() => plain)

  const few = fewAtOnce(drawing.most, drawing.waiting)

  const draw = async (by: PageRenderer, asked: PageAsked): Promise<Drawn> => {
    const { language } = asked
    const { rendered, wasRead } = await renderAll(http, by, asked, (await textsNow())[language])
    if (rendered.status === 503) return { page: (await emptyNow()).closed[language], keep: wasRead }

    const look = lookOf(app, await siteSettings(app))
    const facts = { status: rendered.status, language }

    return { page: await packed(template.page(language, rendered, look), facts), keep: wasRead }
  }

  return async (request, reply) => {
    const { path, search, query } = addressOf(request.url)
    if (fileOrCall.test(path)) return null

    countAsPage(request)
    const { shells, missing } = await failWhenSilent(app, emptyNow()).catch(() => plain)
    if (!load) return sendPage(request, reply, shells['pt-BR'])

    const by = await load()
    const kind = by.classifyPath(path, search)
    if (kind === 'unknown') return reply.header('cache-control', 'no-store').redirect('/', 302)

    const lng = query.get('lng') ?? undefined
    const language = languageOf(by, request, lng)
    if (kind === 'shell') return sendPage(request, reply, shells[language])

    try {
      const spelling = await failWhenSilent(app, spellingOf(app, by, path))
      if (spelling === null) return sendPage(request, reply, missing[language])
      // One page has one address: another spelling of it draws nothing.
      if (spelling.path !== path) return redirectTo(reply, spelling, search)

      // Of the query only the language and whether it searches: no address draws a page of its own.
      const languageInAddress = lng === language

      const page = {
        path,
        search: searchOf({ lng: languageInAddress ? lng : undefined, kind }),
        language,
        languageInAddress,
        publicUrl: app.config.publicUrl,
      }

      const held = app.publicCache.hold(
        `page:${language}:${languageInAddress ? 'own' : 'any'}:${kind}:${path}`,
        () => drawnInTime(app, () => few.run(() => draw(by, page))),
        ({ keep }) => keep,
      )

      const drawn = await failWhenSilent(app, held)
      markStale(reply, drawn)
      if (drawn.keep) return sendPage(request, reply, drawn.page!)
    } catch (error) {
      app.log.error({ err: error, path }, 'a page cannot be drawn on the server')
    }

    // Nobody gets a shop that looks empty because a read failed: the browser draws the page and
    // asks again by itself.
    return sendPage(request, reply, shells[language], true)
  }
}

/** The part of a query that is drawn; every search is drawn as the same one. */
function searchOf({ lng, kind }: { lng: string | undefined; kind: PageKind }): string {
  const drawn = new URLSearchParams({
    ...(lng ? { lng } : {}),
    ...(kind === 'search' ? { q: 'q' } : {}),
  })
  return drawn.size ? `?${drawn}` : ''
}

const languageOf = (
  by: PageRenderer,
  { cookies, headers }: FastifyRequest,
  lng: string | undefined,
): Language =>
  by.requestLanguage({ lng, cookie: cookies.i18next, acceptLanguage: headers['accept-language'] })

type Drawn = { page: PackedPage | null; keep: boolean }

/** Whose page there is no time to draw gets the one that his browser draws (P565). */
async function drawnInTime(app: App, draw: () => Promise<Drawn> | null): Promise<Drawn> {
  const drawn = app.pressure.isOver('first') ? null : await draw()
  return drawn ?? { page: null, keep: false }
}

/**
 * Render a page with the shop's own answers; wasRead tells whether every read succeeded, without
 * which the page shows less than there is.
 */
async function renderAll(
  http: FastifyInstance,
  by: PageRenderer,
  page: PageAsked,
  texts: Texts,
): Promise<{ rendered: PageRendered; wasRead: boolean }> {
  let wasRead = true

  const rendered = await by.renderPage(page, texts, async (address, language) => {
    const { statusCode: status, body } = await http.inject({
      url: address,
      headers: { 'accept-language': language },
      remoteAddress: ownReadAddress,
    })

    // 503 is a closed shop, which a page can tell.
    if (status !== 200 && status !== 503) wasRead = false

    return { status, body }
  })

  return { rendered, wasRead }
}

type Spelling = { path: string; stays: boolean }

const redirectTo = (reply: FastifyReply, { path, stays }: Spelling, search: string): FastifyReply =>
  reply
    .header('cache-control', stays ? 'public, max-age=3600' : 'no-cache')
    .redirect(path + search, 301)

/**
 * The one address of a public page, and whether it stays: a product may get its older one back, and
 * a browser that kept both ways would go to and fro. null for a category, product or page that the shop
 * does not have.
 */
async function spellingOf(app: App, by: PageRenderer, path: string): Promise<Spelling | null> {
  const place = by.parsePlace(path)
  if ('path' in place) return { path: place.path, stays: true }

  if ('product' in place) {
    const slug = await presentSlug(app, place.product)
    return slug === null ? null : { path: by.productPath(slug), stays: false }
  }

  if ('page' in place) {
    const slug = await sitePageSlug(app, place.page)
    return slug === null ? null : { path: by.ownPagePath(slug), stays: false }
  }

  const name = await categorySpelling(app, place.category)

  return name === null ? null : { path: by.categoryPath(name), stays: true }
}

/** The renderer when pages are to be rendered and it was built; null otherwise. */
export function rendererOf(app: App): LoadRenderer | null {
  if (!app.config.renderPages || !existsSync(rendererFile)) return null

  let renderer: Promise<PageRenderer> | null = null

  return () =>
    (renderer ??= import(pathToFileURL(rendererFile).href).then(
      (built: { pageRenderer: PageRenderer }) => built.pageRenderer,
    ))
}

/**
 * React and the pages are read in once the shop listens, so that neither the start nor the first
 * visitor waits for them.
 */
export function loadEarly(http: FastifyInstance, app: App, load: LoadRenderer): void {
  http.addHook('onListen', () => {
    setImmediate(() => {
      load().catch((error: unknown) =>
        app.log.error({ err: error }, 'pages cannot be rendered on the server'),
      )
    })
  })
}

async function emptyPages(template: Template, look: string): Promise<EmptyPages> {
  return {
    shells: await shellsOf((language) => template.shell(language, look), 200),
    missing: await shellsOf((language) => template.missing(language, look), 404),
    closed: await shellsOf((language) => template.shell(language, look), 503),
  }
}

async function shellsOf(
  draw: (language: Language) => string,
  status: PackedPage['status'],
): Promise<Shells> {
  return Object.fromEntries(
    await Promise.all(
      languages.map(
        async (language) => [language, await packed(draw(language), { status, language })] as const,
      ),
    ),
  ) as Shells
}

function addressOf(url: string): { path: string; search: string; query: URLSearchParams } {
  const at = url.indexOf('?')
  const search = at < 0 ? '' : url.slice(at)

  return { path: at < 0 ? url : url.slice(0, at), search, query: new URLSearchParams(search) }
}

/**
 * Whether an address is a file or a call, which have no page; one that looks like a page of another
 * system (nope.html) is a page that there is not.
 */
const fileOrCall =
  /\.(?!(?:html?|php|aspx?)$)\w{1,8}$|^\/(?:api|assets|locales|cards|icons)(?:\/|$)/i

/** The translations, read again once an hour (S296), so that a mended text needs no restart. */
export async function keptTexts(
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
  const all = await Promise.all(
    languages.map(async (language) => {
      const names = (await readdir(join(folder, language))).filter((name) => name.endsWith('.json'))

      const files = await Promise.all(
        names.map(
          async (name) =>
            [
              name.replace('.json', ''),
              JSON.parse(await readFile(join(folder, language, name), 'utf8')) as Record<
                string,
                string
              >,
            ] as const,
        ),
      )

      return [language, Object.fromEntries(files)] as const
    }),
  )
  return Object.fromEntries(all) as Record<Language, Texts>
}
