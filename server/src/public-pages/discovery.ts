import type { SiteSettings } from '@chaveiro/contracts/defaults'
import { languages } from '@chaveiro/contracts/limits'
import type { FastifyInstance } from 'fastify'

import { slugsOnSale } from '../domains/catalogue/pages/slugs.queries.ts'
import { activeCategories } from '../domains/catalogue/products/products.queries.ts'
import { readUpload, uploadVersion } from '../domains/settings/brand.pictures.ts'
import { publishedPages } from '../domains/settings/pages/site-pages.queries.ts'
import { siteSettings } from '../domains/settings/settings.service.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/errors.ts'
import { serveCards } from './cards.ts'
import { drawIcon, drawLogo, icons } from './social-card.ts'

const day = 'public, max-age=86400'

/**
 * What search engines, chats and devices ask for beside the pages: sitemap, robots, manifest,
 * icons, cards. All kept ready until a change.
 */
export function serveFound(http: FastifyInstance, app: App, webRoot: string): void {
  const { publicUrl } = app.config
  http.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', day).send(robots(publicUrl)),
  )

  http.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        await app.publicCache.hold('sitemap', async () => sitemap(publicUrl, await pagesOf(app))),
      ),
  )

  http.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await app.publicCache.hold('manifest', async () => manifest(await siteSettings(app)))),
  )

  for (const name of Object.keys(icons) as (keyof typeof icons)[]) {
    http.get(`/icons/${name}`, async (_request, reply) =>
      reply
        .type('image/png')
        .header('cache-control', day)
        .send(
          await app.publicCache.hold(`icon:${name}`, async () => {
            const { siteFavicon } = await siteSettings(app)
            return drawIcon(name, webRoot, await readUpload(app, siteFavicon))
          }),
        ),
    )
  }

  for (const [name, setting] of logos) {
    http.get(`/icons/${name}`, async (_request, reply) => {
      const own = await readUpload(app, (await siteSettings(app))[setting])
      if (!own) throw fail('request.not_found')

      const png = await app.publicCache.hold(`icon:${name}`, () => drawLogo(own))

      return reply.type('image/png').header('cache-control', day).send(png)
    })
  }

  serveCards(http, app, webRoot)
}

/** The logo as mails show it, for light and for dark ground. */
const logos = [
  ['logo.png', 'siteLogo'],
  ['logo-dark.png', 'siteLogoDark'],
] as const

/** What belongs to one person, or to nobody yet, is not for search engines. */
const robots = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...[
      '/admin',
      '/dashboard',
      '/checkout',
      '/api',
      '/success',
      '/failed',
      '/reset-password',
      '/permission',
      '/sandbox',
    ].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

const xml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

type Listed = { path: string; changedAt?: Date }

/** The pages that search engines are told of; of products also when they last changed (L056). */
async function pagesOf(app: App): Promise<Listed[]> {
  const [categories, products, pages] = await Promise.all([
    activeCategories(app),
    slugsOnSale(app),
    publishedPages(app),
  ])

  return [
    { path: '/' },
    { path: '/products' },
    ...categories.map(({ name }) => ({ path: `/products/category/${encodeURIComponent(name)}` })),
    ...products.map(({ slug, changedAt }) => ({ path: `/products/${slug}`, changedAt })),
    ...pages.map(({ slug, changedAt }) => ({ path: `/p/${slug}`, changedAt })),
    { path: '/status' },
    { path: '/terms' },
  ]
}

/** Each page, and each of its languages under its own address; all of them name each other. */
function sitemap(publicUrl: string, pages: readonly Listed[]): string {
  const entry = ({ path, changedAt }: Listed): string => {
    const bare = xml(publicUrl + path)
    const versions = languages.map((language) => [language, `${bare}?lng=${language}`] as const)
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    const links = [...versions, ['x-default', bare] as const]
      .map(([language, at]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${at}"/>`)
      .join('')

    return [bare, ...versions.map(([, at]) => at)]
      .map((at) => `<url><loc>${at}</loc>${changed}${links}</url>`)
      .join('\n')
  }

  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset ' +
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ' +
    `xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${pages.map(entry).join('\n')}\n` +
    '</urlset>\n'
  )
}

function manifest(
  site: Pick<SiteSettings, 'siteName' | 'siteDescription' | 'siteFavicon'>,
): string {
  const version = uploadVersion(site.siteFavicon)

  const icon = (name: keyof typeof icons, purpose: string) => ({
    src: `/icons/${name}${version ? `?v=${version}` : ''}`,
    sizes: `${icons[name][0]}x${icons[name][0]}`,
    type: 'image/png',
    purpose,
  })

  return JSON.stringify({
    id: '/',
    name: site.siteName,
    short_name: site.siteName.slice(0, 24),
    description: site.siteDescription,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#080b12',
    theme_color: '#080b12',
    icons: [
      icon('icon-192.png', 'any'),
      icon('icon-512.png', 'any'),
      icon('maskable-512.png', 'maskable'),
    ],
  })
}
