import type { adminSitePage, listedSitePage } from '@chaveiro/contracts/admin/site-pages'
import { lengths } from '@chaveiro/contracts/lengths'
import type { Language } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'
import type { sitePage } from '@chaveiro/contracts/site-pages'
import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'

import { sitePages } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { descriptionOf, languageOf } from './site-pages.rules.ts'

export type SitePageRow = typeof sitePages.$inferSelect
export type AdminSitePage = z.infer<typeof adminSitePage>

const positionOrder = [asc(sitePages.position), asc(sitePages.id)] as const
const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** All pages, as staff see their list. */
export async function listSitePages(app: App): Promise<z.infer<typeof listedSitePage>[]> {
  const pageRows = await app.db
    .select()
    .from(sitePages)
    .orderBy(...positionOrder)

  return pageRows.map((row) => {
    const { texts: _, ...listed } = adminView(row)
    return listed
  })
}

/** A page; undefined for an unknown id. `isLocked` locks the row in a transaction. */
export async function sitePageRow(
  { db }: App,
  id: string,
  isLocked = false,
): Promise<SitePageRow | undefined> {
  const pageQuery = db.select().from(sitePages).where(eq(sitePages.id, id))
  const [row] = await (isLocked ? pageQuery.for('update') : pageQuery)

  return row
}

/** A page as staff edit it. */
export const adminView = (row: SitePageRow): AdminSitePage => ({
  id: row.id,
  _id: row.id,
  slug: row.slug,
  titles: { 'pt-BR': row.texts['pt-BR'].title, 'en-US': row.texts['en-US'].title },
  texts: row.texts,
  isPublished: row.isPublished,
  inFooter: row.inFooter,
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
})

const selectPublished = (app: App) =>
  app.db
    .select()
    .from(sitePages)
    .where(eq(sitePages.isPublished, true))
    .orderBy(...positionOrder)

/** The published pages with the time of their last change, for search engines. */
export const publishedPages = (app: App): Promise<{ slug: string; changedAt: Date }[]> =>
  selectPublished(app).then((rows) =>
    rows.map(({ slug, updatedAt }) => ({ slug, changedAt: updatedAt })),
  )

/** The pages in the footer, with titles by language. */
export async function footerPages(
  app: App,
): Promise<{ slug: string; titles: Localized<string> }[] | undefined> {
  const footerRows = (await selectPublished(app)).filter(({ inFooter }) => inFooter)
  if (footerRows.length === 0) return undefined

  const titleIn = ({ texts }: SitePageRow, language: Language) =>
    texts[languageOf(texts, language) ?? language].title

  return footerRows.map((row) => ({
    slug: row.slug,
    titles: { 'pt-BR': titleIn(row, 'pt-BR'), 'en-US': titleIn(row, 'en-US') },
  }))
}

/**
 * The normalised slug of a published page; null for any other. Only existing pages are cached:
 * made-up names must not fill the cache.
 */
export async function sitePageSlug(app: App, requestedSlug: string): Promise<string | null> {
  const lowerCaseSlug = requestedSlug.toLowerCase()
  if (lowerCaseSlug.length > lengths.slug || !slugForm.test(lowerCaseSlug)) return null

  return app.publicCache.hold(
    `site-page-slug:${lowerCaseSlug}`,
    async () => (await publishedRow(app, lowerCaseSlug))?.slug ?? null,
    (found) => found !== null,
  )
}

async function publishedRow(app: App, slug: string): Promise<SitePageRow | undefined> {
  const [row] = await app.db
    .select()
    .from(sitePages)
    .where(and(eq(sitePages.slug, slug), eq(sitePages.isPublished, true)))
  return row
}

/** A published page in a reader's language; null for an unknown page. */
export async function shownSitePage(
  app: App,
  slug: string,
  language: Language,
): Promise<z.infer<typeof sitePage> | null> {
  const publishedPage = await publishedRow(app, slug)
  const shownLanguage = publishedPage && languageOf(publishedPage.texts, language)
  if (!shownLanguage) return null

  const shownTree = publishedPage.trees[shownLanguage]

  return {
    slug: publishedPage.slug,
    title: publishedPage.texts[shownLanguage].title,
    description: descriptionOf(shownTree),
    tree: shownTree,
    language: shownLanguage,
    updatedAt: publishedPage.updatedAt.toISOString(),
  }
}
