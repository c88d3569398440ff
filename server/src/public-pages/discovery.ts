import { languages } from '@chaveiro/contracts/limits'
import type { FastifyInstance } from 'fastify'
import { activeCategories } from '../domains/catalogue/products/products.queries.ts'
import { siteSettings } from '../domains/settings/settings.service.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/errors.ts'
import { drawCard, drawIcon, icons } from './social-card.ts'

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
        await app.publicCache.hold('sitemap', async () =>
          sitemap(
            publicUrl,
            (await activeCategories(app)).map(({ name }) => name),
          ),
        ),
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
        .send(await app.publicCache.hold(`icon:${name}`, () => drawIcon(name, webRoot))),
    )
  }
  http.get<{ Params: { name: string } }>('/cards/:name', async (request, reply) => {
    const name = /^(.{1,200})\.png$/.exec(request.params.name)?.[1]
    const card = name === undefined ? null : await cardOf(app, name)
    if (!card) throw fail('request.not_found')
    return reply
      .type('image/png')
      .header('cache-control', day)
      .send(await app.publicCache.hold(`card:${card.key}`, () => drawCard(card.facts)))
  })
}

async function cardOf(app: App, name: string) {
  const site = await siteSettings(app)
  if (name === 'shop')
    return {
      key: 'shop',
      facts: {
        title: site.siteName,
        text: site.siteDescription,
        site: new URL(app.config.publicUrl).host,
        colour: '',
      },
    }
  const category = (await activeCategories(app)).find(
    (category) => category.name.toLowerCase() === name.toLowerCase(),
  )
  return category
    ? {
        key: `category ${category.name}`,
        facts: {
          title: category.name,
          text: category.description || site.siteDescription,
          site: site.siteName,
          colour: category.color,
        },
      }
    : null
}

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

function sitemap(publicUrl: string, categories: readonly string[]): string {
  const pages = [
    '/',
    '/products',
    ...categories.map((name) => `/products/category/${encodeURIComponent(name)}`),
    '/status',
    '/terms',
  ]
  const entry = (path: string): string => {
    const bare = xml(publicUrl + path)
    const others = languages
      .map(
        (language) =>
          `<xhtml:link rel="alternate" hreflang="${language}" href="${bare}?lng=${language}"/>`,
      )
      .join('')
    return `<url><loc>${bare}</loc>${others}<xhtml:link rel="alternate" hreflang="x-default" href="${bare}"/></url>`
  }
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset ' +
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ' +
    `xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${pages.map(entry).join('\n')}\n` +
    '</urlset>\n'
  )
}

function manifest(site: { siteName: string; siteDescription: string }): string {
  const icon = (name: keyof typeof icons, purpose: string) => ({
    src: `/icons/${name}`,
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
