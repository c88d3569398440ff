import { productImages } from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { newId } from '../platform/secrets/ids.ts'
import { demoScreens } from './data/screens.ts'
import type { ShelfProduct } from './demo-catalogue.ts'
import { insertRows } from './insert-rows.ts'

/** Stores the drawn screens of each product as its gallery, in the caller's transaction. */
export async function storeGallery(tx: App, shelf: readonly ShelfProduct[]): Promise<void> {
  const nowMs = tx.clock.now().getTime()

  await insertRows(
    tx,
    productImages,
    shelf.flatMap(({ id, slug, name }) =>
      demoScreens[slug]!.map(({ words: [heading, ...lines] }, position) => ({
        id: newId(nowMs),
        productId: id,
        url: `/demo/${slug}-${position + 1}.svg`,
        altPt: `Tela de ${name}: ${heading}. ${lines.join(', ')}.`,
        altEn: `A screen of ${name}, in Portuguese: ${heading}. ${lines.join(', ')}.`,
        width: 800,
        height: 600,
        position,
      })),
    ),
  )
}
