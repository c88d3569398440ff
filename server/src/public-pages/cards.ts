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
 * The pictures that go with shared links: of the shop, of a category and of a product, drawn when
 * they are first asked for and kept until a change.
 */
export function serveCards(http: FastifyInstance, app: App, webRoot: string): void {
  const serve = (path: string, cardOf: (name: string) => Promise<Card | null>) =>
    http.get<Named>(path, async ({ params }, reply) => {
      const name = /^(.{1,200})\.png$/.exec(params.name)?.[1]
      const card = name === undefined ? null : await cardOf(name)
      if (!card) throw fail('request.not_found')

      return reply
        .type('image/png')
        .header('cache-control', 'public, max-age=86400')
        .send(await app.publicCache.hold(`card:${card.key}`, () => card.draw()))
    })

  serve('/cards/:name', (name) => pageCard(app, name))
  serve('/cards/product/:name', (slug) => productCard(app, slug, webRoot))
}

type Lettering = { key: string; words: CardWords; icon: string }

const lettered = (app: App, { key, words, icon }: Lettering): Card => ({
  key,
  draw: async () => drawCard(words, await readUpload(app, icon)),
})

/** The card of the shop or of a category; null where there is none of that name. */
async function pageCard(app: App, name: string): Promise<Card | null> {
  const site = await siteSettings(app)

  if (name === 'shop')
    return lettered(app, {
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

  return lettered(app, {
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

/** The card of a product on sale is its cover (L056); letters where the shop has no cover of it. */
async function productCard(app: App, slug: string, webRoot: string): Promise<Card | null> {
  const product = slugPattern.test(slug) ? await productOnSale(app, slug) : null
  if (!product) return null

  const { siteName: site, siteFavicon: icon } = await siteSettings(app)
  const { name: title, description: text, category } = product
  const words = { title, text, site, colour: category.color }
  const letters = lettered(app, { key: `product ${slug}`, words, icon })
  const cover = coverFile(app, product, webRoot)
  if (!cover) return letters

  return {
    key: letters.key,
    // A cover that is not there any more must not leave the link without a picture.
    draw: () => drawCover(cover).catch(letters.draw),
  }
}

/** The file of a product's cover, when it is a picture of the shop's own. */
function coverFile(app: App, { image }: ShopProduct, webRoot: string): string | null {
  const uploaded = /^\/uploads\/([0-9a-f]{64}\.webp)$/.exec(image ?? '')?.[1]
  if (uploaded) return join(app.config.dataDir, 'uploads', uploaded)

  const built = /^\/demo\/([\w-]+\.svg)$/.exec(image ?? '')?.[1]

  return built ? join(webRoot, 'demo', built) : null
}
