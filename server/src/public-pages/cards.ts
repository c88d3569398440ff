import { isHexColor, toneOf } from '@chaveiro/contracts/accent'
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'

import { slugPattern } from '../domains/catalogue/pages/slugs.queries.ts'
import {
  activeCategories,
  productOnSale,
  type ShopProduct,
} from '../domains/catalogue/products/products.queries.ts'
import { readUpload } from '../domains/settings/brand.pictures.ts'
import { siteSettings } from '../domains/settings/settings.service.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/errors.ts'
import { drawCard, drawCover, type CardWords } from './social-card.ts'

type Card = { key: string; draw(): Promise<Buffer> }
type Named = { Params: { name: string } }

/**
 * Serves the preview pictures of shared links: of the shop, of categories and of products. Each is
 * drawn at its first request and cached until something changes.
 */
export function serveCards(http: FastifyInstance, app: App, webRoot: string): void {
  const serveCard = (path: string, cardOf: (name: string) => Promise<Card | null>) =>
    http.get<Named>(path, async ({ params }, reply) => {
      const cardName = /^(.{1,200})\.png$/.exec(params.name)?.[1]
      const foundCard = cardName === undefined ? null : await cardOf(cardName)
      if (!foundCard) throw fail('request.not_found')

      return reply
        .type('image/png')
        .header('cache-control', 'public, max-age=86400')
        .send(await app.publicCache.hold(`card:${foundCard.key}`, () => foundCard.draw()))
    })

  serveCard('/cards/:name', (name) => pageCard(app, name))
  serveCard('/cards/product/:name', (slug) => productCard(app, slug, webRoot))
}

type DrawnCard = { key: string; words: CardWords; icon: string }

const drawnCard = (app: App, { key, words, icon }: DrawnCard): Card => ({
  key,
  draw: async () => drawCard(words, await readUpload(app, icon)),
})

/** The card of the shop (`shop`) or of a category; null when no category has that name. */
async function pageCard(app: App, name: string): Promise<Card | null> {
  const site = await siteSettings(app)

  if (name === 'shop')
    return drawnCard(app, {
      key: 'shop',
      icon: site.siteFavicon,
      words: {
        title: site.siteName,
        text: site.siteDescription,
        site: new URL(app.config.publicUrl).host,
        colour: isHexColor(site.accentColor) ? toneOf(site.accentColor, 'dark').color : '',
      },
    })

  const category = (await activeCategories(app)).find(
    (category) => category.name.toLowerCase() === name.toLowerCase(),
  )
  if (!category) return null

  return drawnCard(app, {
    key: `category ${category.name}`,
    icon: site.siteFavicon,
    words: {
      title: category.name,
      text: category.description || site.siteDescription,
      site: site.siteName,
      colour: category.color,
    },
  })
}

/** The card of a product on sale: the cover, or drawn text when the shop stores no cover (L056). */
async function productCard(app: App, slug: string, webRoot: string): Promise<Card | null> {
  const product = slugPattern.test(slug) ? await productOnSale(app, slug) : null
  if (!product) return null

  const { siteName: site, siteFavicon: icon } = await siteSettings(app)
  const { name: title, description: text, category } = product
  const cardWords = { title, text, site, colour: category.color }
  const fallbackCard = drawnCard(app, { key: `product ${slug}`, words: cardWords, icon })
  const coverPath = coverFile(app, product, webRoot)
  if (!coverPath) return fallbackCard

  return {
    key: fallbackCard.key,
    // If the cover's file is missing, the card has drawn text instead.
    draw: () => drawCover(coverPath).catch(fallbackCard.draw),
  }
}

/** The file of a product's cover; null without a cover, or when the picture is on another site. */
function coverFile(app: App, { image }: ShopProduct, webRoot: string): string | null {
  const uploadedName = /^\/uploads\/([0-9a-f]{64}\.webp)$/.exec(image ?? '')?.[1]
  if (uploadedName) return join(app.config.dataDir, 'uploads', uploadedName)

  const builtName = /^\/demo\/([\w-]+\.svg)$/.exec(image ?? '')?.[1]

  return builtName ? join(webRoot, 'demo', builtName) : null
}
