import type { sitePages as contract } from '@chaveiro/contracts/admin/site-pages'
import { sitePageLimits } from '@chaveiro/contracts/lengths'
import { languages, type Language } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'
import type { RichText } from '@chaveiro/contracts/rich-text'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { sitePages } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { emptyPublicCache } from '../../../platform/load/public-cache.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { parseMarkdown } from '../../../platform/text/markdown.ts'
import { changeOf, recordAudit, type Actor } from '../../audit/audit.service.ts'
import {
  adminView,
  listSitePages,
  sitePageRow,
  type AdminSitePage,
  type SitePageRow,
} from './site-pages.queries.ts'
import { languageOf } from './site-pages.rules.ts'

type New = z.output<typeof contract.create.body>
type Changes = z.output<typeof contract.update.body>

/** Creates a page. Throws page.slug_taken, page.too_long, page.empty and page.full. */
export function createSitePage(app: App, fields: New, actor: Actor): Promise<AdminSitePage> {
  const pageTrees = parseTrees(fields.texts)
  return inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    await lockList(tx)

    const [pageCount] = await tx.db
      .select({
        pages: sql<number>`count(*)::int`,
        last: sql<number>`coalesce(max(${sitePages.position}), 0)::int`,
      })
      .from(sitePages)

    if (pageCount!.pages >= sitePageLimits.pages) throw fail('page.full')

    await requireFreeSlug(tx, fields.slug)

    const [row] = await tx.db
      .insert(sitePages)
      .values({
        ...fields,
        trees: pageTrees,
        id: newId(now.getTime()),
        position: pageCount!.last + 1,
        createdAt: now,
        updatedAt: now,
      })
      .returning()

    await recordPageChange(tx, actor, 'page.created', { before: null, after: row! })

    return adminView(row!)
  })
}

/**
 * Changes these fields of a page. After a change since `version` it throws page.changed, with the
 * current page in its reply.
 */
export function updateSitePage(
  app: App,
  id: string,
  { version, ...fields }: Changes,
  actor: Actor,
): Promise<AdminSitePage> {
  const newTrees = fields.texts && parseTrees(fields.texts)
  return inTransaction(app, async (tx) => {
    await lockList(tx)
    const lockedPage = await sitePageRow(tx, id, true)
    if (!lockedPage) throw fail('page.not_found')

    const currentView = adminView(lockedPage)
    if (version !== undefined && version !== lockedPage.version)
      throw fail('page.changed', {}, { page: currentView, current: currentView })

    if (fields.slug !== undefined) await requireFreeSlug(tx, fields.slug, id)

    const [after] = await tx.db
      .update(sitePages)
      .set({
        ...fields,
        ...(newTrees ? { trees: newTrees } : {}),
        version: lockedPage.version + 1,
        updatedAt: tx.clock.now(),
      })
      .where(eq(sitePages.id, id))
      .returning()

    await recordPageChange(tx, actor, 'page.updated', { before: lockedPage, after: after! })

    return adminView(after!)
  })
}

/** Deletes a page. Throws page.not_found. */
export function removeSitePage(app: App, id: string, actor: Actor): Promise<void> {
  return inTransaction(app, async (tx) => {
    const lockedPage = await sitePageRow(tx, id, true)
    if (!lockedPage) throw fail('page.not_found')

    await tx.db.delete(sitePages).where(eq(sitePages.id, id))
    await recordPageChange(tx, actor, 'page.deleted', { before: lockedPage, after: null })
  })
}

/** Orders the pages by these ids; other pages follow in their previous order. */
export function orderSitePages(app: App, ids: readonly string[], actor: Actor) {
  return inTransaction(app, async (tx) => {
    await lockList(tx)
    const previousPages = await listSitePages(tx)

    const newPosition = ({ id }: { id: string }) => {
      const newIndex = ids.indexOf(id)
      return newIndex < 0 ? ids.length : newIndex
    }

    const orderedPages = previousPages.toSorted(
      (one, other) => newPosition(one) - newPosition(other),
    )
    for (const [position, { id }] of orderedPages.entries())
      await tx.db.update(sitePages).set({ position }).where(eq(sitePages.id, id))
    const joinSlugs = (pages: readonly { slug: string }[]) =>
      pages.map(({ slug }) => slug).join(', ')

    await recordAudit(tx, {
      ...actor,
      action: 'page.ordered',
      targetType: 'page',
      targetId: 'order',
      details: changeOf({ order: joinSlugs(previousPages) }, { order: joinSlugs(orderedPages) }),
    })

    await emptyPublicCache(tx.db)

    return orderedPages
  })
}

/** Serialises changes of the list of pages: concurrent changes would count the pages wrongly. */
const lockList = (tx: App) =>
  tx.db.execute(sql`select pg_advisory_xact_lock(hashtext('site_pages'))`)

async function requireFreeSlug(tx: App, slug: string, id?: string): Promise<void> {
  const [samePage] = await tx.db
    .select({ id: sitePages.id })
    .from(sitePages)
    .where(and(eq(sitePages.slug, slug), id === undefined ? undefined : ne(sitePages.id, id)))
  if (samePage) throw fail('page.slug_taken', {}, { fields: ['slug'] })
}

/** The parsed text of each language. Throws page.too_long, and page.empty without any text. */
function parseTrees(texts: New['texts']): Localized<RichText> {
  const parseTreeIn = (language: Language): RichText => {
    const { content } = texts[language]
    const parsedTree = content.length <= sitePageLimits.content ? parseMarkdown(content) : null
    if (!parsedTree)
      throw fail('page.too_long', { language }, { fields: [`texts.${language}.content`] })

    return parsedTree
  }

  if (!languages.some((language) => languageOf(texts, language) === language))
    throw fail('page.empty')

  return { 'pt-BR': parseTreeIn('pt-BR'), 'en-US': parseTreeIn('en-US') }
}

type Change = { before: SitePageRow | null; after: SitePageRow | null }

/** Adds the audit entry, and makes every process draw its pages again. */
async function recordPageChange(tx: App, actor: Actor, action: string, { before, after }: Change) {
  await recordAudit(tx, {
    ...actor,
    action,
    targetType: 'page',
    targetId: (after ?? before)!.id,
    details: changeOf(before && auditView(before), after && auditView(after)),
  })
  await emptyPublicCache(tx.db)
}

/** The audit view of a page: its facts, and the beginnings and lengths of its texts. */
const auditView = ({ slug, texts, isPublished, inFooter }: SitePageRow) => ({
  slug,
  isPublished,
  inFooter,
  ...Object.fromEntries(
    languages.flatMap((language) => {
      const { title, content } = texts[language]
      return [
        [`${language}.title`, title],
        [`${language}.content`, content.length > 200 ? shortenedContent(content) : content],
      ]
    }),
  ),
})

const shortenedContent = (content: string) => `${content.slice(0, 200)}… (${content.length})`
