import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { languages, type Language } from '@chaveiro/contracts/limits'
import type { PageAsked, PageRenderer } from '@chaveiro/contracts/rendering'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../platform/app.ts'
import { readTemplate } from './template.ts'

/** The build of the web app that renders pages on the server. */
const rendererFile = fileURLToPath(
  new URL('../../../web/dist-server/entry-server.js', import.meta.url),
)

type Page = {
  status: number
  keep: boolean
  language: Language
  tag: string
  plain: Buffer
  gzip: Buffer
  br: Buffer
}
type Texts = Record<string, Record<string, string>>

/** Answers requests for pages: the public ones rendered and kept ready, the others as a shell, an address that is none of ours goes home (S033). */
export async function createPages(
  http: FastifyInstance,
  app: App,
  webRoot: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | null>> {
  const template = readTemplate(webRoot)
  const texts = await readTexts(join(webRoot, 'locales'))
  const shells = Object.fromEntries(
    await Promise.all(
      languages.map(
        async (language) =>
          [
            language,
            await packed(template.shell(language), { status: 200, keep: true, language }),
          ] as const,
      ),
    ),
  ) as Record<Language, Page>
  const renders = app.config.renderPages && existsSync(rendererFile)
  let renderer: Promise<PageRenderer> | null = null
  const load = () =>
    (renderer ??= import(pathToFileURL(rendererFile).href) as Promise<PageRenderer>)
  // React and the pages are read in once the shop listens, so that neither the start nor the first visitor waits for them.
  if (renders)
    http.addHook('onListen', () => {
      setImmediate(() => {
        load().catch((error: unknown) =>
          app.log.error({ err: error }, 'pages cannot be rendered on the server'),
        )
      })
    })

  const read = async (address: string, language: Language) => {
    const answer = await http.inject({ url: address, headers: { 'accept-language': language } })
    return { status: answer.statusCode, body: answer.body }
  }
  const render = async (by: PageRenderer, asked: PageAsked): Promise<Page> => {
    const rendered = await by.renderPage(asked, texts[asked.language], read)
    if (rendered.status === 503) return { ...shells[asked.language], status: 503 }
    return packed(template.page(asked.language, rendered), {
      status: rendered.status,
      keep: rendered.keep,
      language: asked.language,
    })
  }
  return async (request, reply) => {
    const { path, search, query } = addressOf(request.url)
    if (/\.\w{1,8}$|^\/(?:api|assets|locales|cards|icons)(?:\/|$)/.test(path)) return null
    if (!renders) return send(request, reply, shells['pt-BR'])
    const by = await load()
    const kind = by.kindOf(path, search)
    if (kind === 'unknown') return reply.header('cache-control', 'no-store').redirect('/', 302)
    const lng = query.get('lng') ?? undefined
    const language = by.languageOf({
      lng,
      cookie: request.cookies.i18next,
      acceptLanguage: request.headers['accept-language'],
    })
    if (kind === 'shell') return send(request, reply, shells[language])
    // Of the query only the language is drawn here: what searches, sorts or pages (q, category, sort, stock, page) is looked at once the browser
    // has taken over, and what a page does not know (utm_source, anything) by nobody. So no address makes the server draw a page twice.
    const languageInAddress = lng === language
    const asked = {
      path,
      search: languageInAddress ? `?lng=${lng}` : '',
      language,
      languageInAddress,
      publicUrl: app.config.publicUrl,
    }
    const page = await app.pages.hold(
      `page:${language}:${languageInAddress ? 'own' : 'any'}:${path}`,
      () => render(by, asked),
      ({ keep }) => keep,
    )
    return send(request, reply, page)
  }
}

function addressOf(url: string): { path: string; search: string; query: URLSearchParams } {
  const at = url.indexOf('?')
  const search = at < 0 ? '' : url.slice(at)
  return { path: at < 0 ? url : url.slice(0, at), search, query: new URLSearchParams(search) }
}

/** A page with its packed forms and its tag, so that sending it is only sending. */
async function packed(
  html: string,
  facts: Pick<Page, 'status' | 'keep' | 'language'>,
): Promise<Page> {
  const plain = Buffer.from(html)
  const [gz, br] = await Promise.all([
    promisify(gzip)(plain),
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  ])
  return {
    ...facts,
    plain,
    gzip: gz,
    br,
    tag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  }
}

function send(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply.code(page.status).headers({
    'cache-control': 'no-cache',
    vary: 'accept-language, cookie, accept-encoding',
    'content-language': page.language,
    etag: page.tag,
  })
  if (page.status === 503) reply.headers({ 'retry-after': '60', 'cache-control': 'no-store' })
  if (page.status === 200 && request.headers['if-none-match'] === page.tag)
    return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  const coding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
  if (coding) reply.header('content-encoding', coding)
  return reply.type('text/html; charset=utf-8').send(coding ? page[coding] : page.plain)
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
