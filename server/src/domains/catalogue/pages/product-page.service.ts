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
import { madeTexts, type MadeTexts } from './page-texts.rules.ts'
import { adminPageOf, type AdminPage } from './product-page.admin.queries.ts'

type Changes = z.output<typeof productPages.update.body>

/**
 * Change what was given of a product's page and empty the public cache. With the version the editor
 * read, a change that somebody else made meanwhile throws product.changed with the current page in
 * its reply. Throws product.slug_taken, text.refused and gallery.full, and then nothing is saved.
 */
export function savePage(
  app: App,
  id: string,
  { version, ...input }: Changes,
  actor: Actor,
): Promise<AdminPage> {
  const texts = madeTexts(input.texts ?? {})
  if (input.images && input.images.length > pageLimits.images)
    throw fail('gallery.full', { most: pageLimits.images })

  return inTransaction(app, async (tx) => {
    const before = await lockPage(tx, id)
    if (version !== undefined && version !== before.version)
      throw fail('product.changed', {}, { page: before, current: before })

    if (input.slug !== undefined && input.slug !== before.slug) await moveTo(tx, id, input.slug)
    for (const made of texts) await writeTexts(tx, id, made)
    if (input.images) await hang(tx, id, input.images)
    if (input.related) await relate(tx, id, input.related)

    await tx.db
      .update(products)
      .set({ updatedAt: tx.clock.now(), version: before.version + 1 })
      .where(eq(products.id, id))

    const after = (await adminPageOf(tx, id))!
    await emptyPublicCache(tx.db)

    await recordAudit(tx, {
      action: 'product.page_updated',
      targetType: 'product',
      targetId: id,
      details: changeOf(flat(before), flat(after)),
      ...actor,
    })

    return after
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
 * Give a product another slug. Its old one stays its own and leads to the new one; only the product
 * that ever had a slug may take it again.
 */
async function moveTo(tx: App, productId: string, slug: string): Promise<void> {
  await tx.db
    .update(productSlugs)
    .set({ isCurrent: false })
    .where(and(eq(productSlugs.productId, productId), ne(productSlugs.slug, slug)))

  const taken = await tx.db
    .insert(productSlugs)
    .values({ slug, productId, createdAt: tx.clock.now() })
    .onConflictDoUpdate({
      target: productSlugs.slug,
      set: { isCurrent: true },
      setWhere: eq(productSlugs.productId, productId),
    })
    .returning({ slug: productSlugs.slug })

  if (!taken.length) throw fail('product.slug_taken')
}

/** Write the texts that were given and their trees; those that were not stay. */
async function writeTexts(
  tx: App,
  productId: string,
  { language, sources, trees }: MadeTexts,
): Promise<void> {
  const { name, summary, seoTitle, seoDescription, ...plain } = sources
  const orNull = (text: string | undefined) => (text === undefined ? undefined : text || null)

  const given = {
    ...plain,
    name: orNull(name),
    summary: orNull(summary),
    seoTitle: orNull(seoTitle),
    seoDescription: orNull(seoDescription),
    updatedAt: tx.clock.now(),
  }

  await tx.db
    .insert(productTexts)
    .values({ ...given, productId, language, trees })
    .onConflictDoUpdate({
      target: [productTexts.productId, productTexts.language],
      set: { ...given, trees: sql`${productTexts.trees} || excluded.trees` },
    })
}

async function hang(
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

/** Throws request.invalid for the product itself, one that is named twice and one that is not there. */
async function relate(tx: App, productId: string, related: readonly string[]): Promise<void> {
  const wanted = [...new Set(related.filter((id) => id !== productId))]

  const known = await tx.db
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, wanted), isNull(products.deletedAt)))

  if (known.length < related.length) throw invalid(['related'])

  await tx.db.delete(productRelated).where(eq(productRelated.productId, productId))

  if (wanted.length)
    await tx.db
      .insert(productRelated)
      .values(wanted.map((relatedId, position) => ({ productId, relatedId, position })))
}

/** A page with each of its texts as a field, so that the trail holds those that changed. */
const flat = ({ texts, version: _, ...page }: AdminPage): object => ({
  ...page,
  ...Object.fromEntries(
    Object.entries(texts).flatMap(([language, sources]) =>
      Object.entries(sources).map(([field, text]) => [`${language}.${field}`, text]),
    ),
  ),
})
