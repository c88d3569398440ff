import { textColors } from '@chaveiro/contracts/accent'
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
import { drawIcon, drawLogo, drawMark, iconSizes } from './social-card.ts'

const cacheForDay = 'public, max-age=86400'

/**
 * Serves files for search engines, chats and devices: sitemap, robots, manifest, icons and cards.
 * All are cached until something changes.
 */
export function serveDiscovery(http: FastifyInstance, app: App, webRoot: string): void {
  const { publicUrl } = app.config
  http.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', cacheForDay)
      .send(robotsText(publicUrl)),
  )

  http.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        await app.publicCache.hold('sitemap', async () =>
          sitemapXml(publicUrl, await readSitemapPages(app)),
        ),
      ),
  )

  http.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        await app.publicCache.hold('manifest', async () => manifestJson(await siteSettings(app))),
      ),
  )

  for (const name of Object.keys(iconSizes) as (keyof typeof iconSizes)[]) {
    http.get(`/icons/${name}`, async (_request, reply) =>
      reply
        .type('image/png')
        .header('cache-control', cacheForDay)
        .send(
          await app.publicCache.hold(`icon:${name}`, async () => {
            const { siteFavicon } = await siteSettings(app)
            return drawIcon(name, webRoot, await readUpload(app, siteFavicon))
          }),
        ),
    )
  }

  for (const color of textColors) {
    const name = `mark-${color.slice(1)}.png`

    http.get(`/icons/${name}`, async (_request, reply) =>
      reply
        .type('image/png')
        .header('cache-control', cacheForDay)
        .send(await app.publicCache.hold(`icon:${name}`, () => drawMark(webRoot, color))),
    )
  }

  for (const [name, setting] of logoSettings) {
    http.get(`/icons/${name}`, async (_request, reply) => {
      const uploadedLogo = await readUpload(app, (await siteSettings(app))[setting])
      if (!uploadedLogo) throw fail('request.not_found')

      const png = await app.publicCache.hold(`icon:${name}`, () => drawLogo(uploadedLogo))

      return reply.type('image/png').header('cache-control', cacheForDay).send(png)
    })
  }

  serveCards(http, app, webRoot)
}

/** The logos in mails, for light and for dark backgrounds, with their settings. */
const logoSettings = [
  ['logo.png', 'siteLogo'],
  ['logo-dark.png', 'siteLogoDark'],
] as const

/** robots.txt: keeps search engines away from personal pages and from the API. */
const robotsText = (publicUrl: string): string =>
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

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

type SitemapPage = { path: string; changedAt?: Date }

/**
 * The pages of the sitemap. Product pages and pages that staff wrote have the time of their last
 * change (L056).
 */
async function readSitemapPages(app: App): Promise<SitemapPage[]> {
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

/**
 * Lists each page once without a language and once for each language; all versions link to each
 * other.
 */
function sitemapXml(publicUrl: string, pages: readonly SitemapPage[]): string {
  const pageEntries = ({ path, changedAt }: SitemapPage): string => {
    const plainAddress = escapeXml(publicUrl + path)
    const versions = languages.map(
      (language) => [language, `${plainAddress}?lng=${language}`] as const,
    )
    const lastModified = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    const links = [...versions, ['x-default', plainAddress] as const]
      .map(
        ([language, address]) =>
          `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`,
      )
      .join('')

    return [plainAddress, ...versions.map(([, address]) => address)]
      .map((address) => `<url><loc>${address}</loc>${lastModified}${links}</url>`)
      .join('\n')
  }

  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset ' +
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ' +
    `xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${pages.map(pageEntries).join('\n')}\n` +
    '</urlset>\n'
  )
}

function manifestJson(
  site: Pick<SiteSettings, 'siteName' | 'siteDescription' | 'siteFavicon'>,
): string {
  const version = uploadVersion(site.siteFavicon)

  const iconEntry = (name: keyof typeof iconSizes, purpose: string) => ({
    src: `/icons/${name}${version ? `?v=${version}` : ''}`,
    sizes: `${iconSizes[name][0]}x${iconSizes[name][0]}`,
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
    background_color: '#11120e',
    theme_color: '#11120e',
    icons: [
      iconEntry('icon-192.png', 'any'),
      iconEntry('icon-512.png', 'any'),
      iconEntry('maskable-512.png', 'maskable'),
    ],
  })
}
