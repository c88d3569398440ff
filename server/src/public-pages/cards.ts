import { accentTone } from '@chaveiro/contracts/accent'
import type { SiteSettings } from '@chaveiro/contracts/defaults'
import { defaultLanguage } from '@chaveiro/contracts/limits'
import { centerFocus, uploadOf } from '@chaveiro/contracts/pictures'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
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
import { imageOfMotif } from '../platform/drawing/motif-paths.ts'
import { fail } from '../platform/errors.ts'
import { formatMoney, fromWire } from '../platform/text/money.ts'
import type { CardOffer } from './card.facts.ts'
import { drawCard, drawMotif, type CardPicture, type CardWords } from './social-card.ts'

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

  serveCard('/cards/:name', (name) => pageCard(app, name, webRoot))
  serveCard('/cards/motif/:name', async (name) => motifCard(app, name, webRoot))
  serveCard('/cards/product/:name', (slug) => productCard(app, slug, webRoot))
}

type CardPlan = { key: string; words: CardWords; icon: string; picture: CardPicture | null }

const planned = (app: App, { key, words, icon, picture }: CardPlan): Card => ({
  key,
  draw: async () => drawCard(words, { icon: await readUpload(app, icon), picture }),
})

/** The shop's accent as the background of a card, and the colour of the text on it. */
function colours({ accentColor }: Pick<SiteSettings, 'accentColor'>) {
  const { color, on } = accentTone(accentColor, 'dark')
  return { area: color, on }
}

/** The card of the shop or of a category; null if no category has that name. */
async function pageCard(app: App, name: string, webRoot: string): Promise<Card | null> {
  const site = await siteSettings(app)
  const { siteName, siteDescription, siteFavicon: icon } = site

  if (name === 'shop')
    return planned(app, {
      key: 'shop',
      icon,
      picture: null,
      words: {
        ...colours(site),
        title: siteName,
        text: siteDescription,
        offer: null,
        site: new URL(app.config.publicUrl).host,
        cut: siteName,
      },
    })

  const category = (await activeCategories(app)).find(
    (category) => category.name.toLowerCase() === name.toLowerCase(),
  )
  if (!category) return null

  return planned(app, {
    key: `category ${category.name}`,
    icon,
    picture: pictureOf(app, category.image, webRoot),
    words: {
      ...colours(site),
      title: category.name,
      text: category.description || siteDescription,
      offer: null,
      site: siteName,
      cut: category.id,
    },
  })
}

/**
 * The card of a product on sale: its cover, name, stars and price (L056). A key replaces the cover
 * if the cover is not a file of the shop.
 */
async function productCard(app: App, slug: string, webRoot: string): Promise<Card | null> {
  const product = slugPattern.test(slug) ? await productOnSale(app, slug) : null
  if (!product) return null

  const site = await siteSettings(app)

  return planned(app, {
    key: `product ${slug}`,
    icon: site.siteFavicon,
    picture: pictureOf(app, product.image, webRoot),
    words: {
      ...colours(site),
      title: product.name,
      text: product.description,
      offer: offerOf(product),
      site: site.siteName,
      cut: product.id,
    },
  })
}

/** The offer in the shop's default language, because all languages share one card. */
function offerOf({ priceFrom, variantCount, currency, rating }: ShopProduct): CardOffer {
  const average = new Intl.NumberFormat(defaultLanguage, { minimumFractionDigits: 1 })

  return {
    price: formatMoney(fromWire(priceFrom), currency, defaultLanguage),
    from: variantCount > 1 ? 'a partir de' : '',
    rating: rating
      ? { average: rating.average, words: `${average.format(rating.average)} (${rating.count})` }
      : null,
  }
}

/** The picture of a product in mails; null for a file that does not exist. */
function motifCard(app: App, name: string, webRoot: string): Card | null {
  const picture = pictureOf(app, imageOfMotif(name), webRoot)
  if (!picture || !existsSync(picture.file)) return null

  return { key: `motif ${name}`, draw: () => drawMotif(picture) }
}

/** The file of an uploaded picture or a demo picture; null for any other URL. */
function pictureOf(app: App, address: string | null, webRoot: string): CardPicture | null {
  const upload = uploadOf(address)

  if (upload)
    return {
      file: join(app.config.dataDir, 'uploads', `${upload.hash}.webp`),
      focus: upload.focus,
    }

  const built = /^\/demo\/([\w-]+\.svg)$/.exec(address ?? '')?.[1]

  return built ? { file: join(webRoot, 'demo', built), focus: centerFocus } : null
}
