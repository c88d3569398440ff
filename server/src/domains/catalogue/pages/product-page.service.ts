import type { productPages } from '@chaveiro/contracts/admin/product-page'
import { pageLimits } from '@chaveiro/contracts/lengths'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'

import {
  productImages,
  productRelated,
  products,
  productSlugs,
  productTexts,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail, invalid } from '../../../platform/errors.ts'
import { emptyPublicCache } from '../../../platform/load/public-cache.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { changeOf, recordAudit, type Actor } from '../../audit/audit.service.ts'
import { parseTexts, type ParsedTexts } from './page-texts.rules.ts'
import { adminPageOf, type AdminPage } from './product-page.admin.queries.ts'

type Changes = z.output<typeof productPages.update.body>

/**
 * Change the submitted parts of a product's page and empty the public cache. Throws
 * product.changed, with the current page in the reply, if the page changed since `version`. Also
 * throws product.slug_taken, text.refused and gallery.full. After an error nothing is saved.
 */
export function savePage(
  app: App,
  id: string,
  { version, ...input }: Changes,
  actor: Actor,
): Promise<AdminPage> {
  const texts = parseTexts(input.texts ?? {})
  if (input.images && input.images.length > pageLimits.images)
    throw fail('gallery.full', { most: pageLimits.images })

  return inTransaction(app, async (tx) => {
    const lockedPage = await lockPage(tx, id)
    if (version !== undefined && version !== lockedPage.version)
      throw fail('product.changed', {}, { page: lockedPage, current: lockedPage })

    if (input.slug !== undefined && input.slug !== lockedPage.slug)
      await changeSlug(tx, id, input.slug)
    for (const textsOfLanguage of texts) await writeTexts(tx, id, textsOfLanguage)
    if (input.images) await replaceGallery(tx, id, input.images)
    if (input.related) await replaceRelated(tx, id, input.related)

    await tx.db
      .update(products)
      .set({ updatedAt: tx.clock.now(), version: lockedPage.version + 1 })
      .where(eq(products.id, id))

    const changedPage = (await adminPageOf(tx, id))!
    await emptyPublicCache(tx.db)

    await recordAudit(tx, {
      action: 'product.page_updated',
      targetType: 'product',
      targetId: id,
      details: changeOf(flattenTexts(lockedPage), flattenTexts(changedPage)),
      ...actor,
    })

    return changedPage
  })
}

async function lockPage(tx: App, id: string): Promise<AdminPage> {
  const [locked] = await tx.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)))
    .for('update')

  if (!locked) throw fail('product.not_found')

  return (await adminPageOf(tx, id))!
}

/**
 * Give a product another slug. The old slug still leads to the product, and no other product can
 * ever take it.
 */
async function changeSlug(tx: App, productId: string, slug: string): Promise<void> {
  await tx.db
    .update(productSlugs)
    .set({ isCurrent: false })
    .where(and(eq(productSlugs.productId, productId), ne(productSlugs.slug, slug)))

  const takenRows = await tx.db
    .insert(productSlugs)
    .values({ slug, productId, createdAt: tx.clock.now() })
    .onConflictDoUpdate({
      target: productSlugs.slug,
      set: { isCurrent: true },
      setWhere: eq(productSlugs.productId, productId),
    })
    .returning({ slug: productSlugs.slug })

  if (!takenRows.length) throw fail('product.slug_taken')
}

/** Write the submitted texts and their trees; other texts stay unchanged. */
async function writeTexts(
  tx: App,
  productId: string,
  { language, sources, trees }: ParsedTexts,
): Promise<void> {
  const { name, summary, seoTitle, seoDescription, ...plain } = sources
  // An empty text clears the column; a missing text leaves the column unchanged.
  const textOrNull = (text: string | undefined) => (text === undefined ? undefined : text || null)

  const givenColumns = {
    ...plain,
    name: textOrNull(name),
    summary: textOrNull(summary),
    seoTitle: textOrNull(seoTitle),
    seoDescription: textOrNull(seoDescription),
    updatedAt: tx.clock.now(),
  }

  await tx.db
    .insert(productTexts)
    .values({ ...givenColumns, productId, language, trees })
    .onConflictDoUpdate({
      target: [productTexts.productId, productTexts.language],
      set: { ...givenColumns, trees: sql`${productTexts.trees} || excluded.trees` },
    })
}

async function replaceGallery(
  tx: App,
  productId: string,
  images: NonNullable<Changes['images']>,
): Promise<void> {
  await tx.db.delete(productImages).where(eq(productImages.productId, productId))
  if (!images.length) return

  const now = tx.clock.now().getTime()
  await tx.db
    .insert(productImages)
    .values(images.map((image, position) => ({ ...image, id: newId(now), productId, position })))
}

/**
 * Replace the related products. Throws request.invalid for the product itself, a repeated product
 * and an unknown product.
 */
async function replaceRelated(
  tx: App,
  productId: string,
  related: readonly string[],
): Promise<void> {
  const uniqueRelated = [...new Set(related.filter((id) => id !== productId))]

  const existingRows = await tx.db
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, uniqueRelated), isNull(products.deletedAt)))

  if (existingRows.length < related.length) throw invalid(['related'])

  await tx.db.delete(productRelated).where(eq(productRelated.productId, productId))

  if (uniqueRelated.length)
    await tx.db
      .insert(productRelated)
      .values(uniqueRelated.map((relatedId, position) => ({ productId, relatedId, position })))
}

/**
 * A page with each text as a separate field, so that the audit trail records only changed texts.
 */
const flattenTexts = ({ texts, version: _, ...page }: AdminPage): object => ({
  ...page,
  ...Object.fromEntries(
    Object.entries(texts).flatMap(([language, sources]) =>
      Object.entries(sources).map(([field, text]) => [`${language}.${field}`, text]),
    ),
  ),
})
