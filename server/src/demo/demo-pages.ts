import { languages, type Language } from '@chaveiro/contracts/limits'

import { productTexts } from '../db/tables/index.ts'
import { parseTexts } from '../domains/catalogue/pages/page-texts.rules.ts'
import type { App } from '../platform/app.ts'
import { homePages } from './data/page-points-home.ts'
import { workPages } from './data/page-points.ts'
import { demoShelves } from './data/page-shelves.ts'
import type { ShelfProduct } from './demo-catalogue.ts'
import { insertRows } from './insert-rows.ts'

const demoPages = { ...homePages, ...workPages }

/** The Markdown of a product's page in one language. */
function pageTexts({ slug, category }: ShelfProduct, language: Language) {
  const { summary, points, english } = demoPages[slug]!
  const isEnglish = language === 'en-US'

  return {
    ...demoShelves[category]![language],
    ...(isEnglish ? { summary } : {}),
    body: (isEnglish ? english : points).map((point) => `- ${point}`).join('\n'),
  }
}

/** Stores the pages of the products in both languages, in the caller's transaction. */
export async function storePages(tx: App, shelf: readonly ShelfProduct[]): Promise<void> {
  const updatedAt = tx.clock.now()
  await insertRows(
    tx,
    productTexts,
    shelf.flatMap((product) =>
      languages
        .flatMap((language) => parseTexts({ [language]: pageTexts(product, language) }))
        .map(({ language, sources, trees }) => ({
          ...sources,
          productId: product.id,
          language,
          trees,
          updatedAt,
        })),
    ),
  )
}
