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

const inOrder = [asc(sitePages.position), asc(sitePages.id)] as const
const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** All pages, as staff see their list. */
export async function listSitePages(app: App): Promise<z.infer<typeof listedSitePage>[]> {
  const rows = await app.db
    .select()
    .from(sitePages)
    .orderBy(...inOrder)

  return rows.map((row) => {
    const { texts: _, ...listed } = adminView(row)
    return listed
  })
}

/** One page; undefined when there is none. In a transaction it is locked for a change. */
export async function sitePageRow(
  { db }: App,
  id: string,
  isLocked = false,
): Promise<SitePageRow | undefined> {
  const asked = db.select().from(sitePages).where(eq(sitePages.id, id))
  const [row] = await (isLocked ? asked.for('update') : asked)

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

const published = (app: App) =>
  app.db
    .select()
    .from(sitePages)
    .where(eq(sitePages.isPublished, true))
    .orderBy(...inOrder)

/** The published pages with the moment of their last change, for search engines. */
export const publishedPages = (app: App): Promise<{ slug: string; changedAt: Date }[]> =>
  published(app).then((rows) => rows.map(({ slug, updatedAt }) => ({ slug, changedAt: updatedAt })))

/** The pages that the footer names, by language. */
export async function footerPages(
  app: App,
): Promise<{ slug: string; titles: Localized<string> }[] | undefined> {
  const rows = (await published(app)).filter(({ inFooter }) => inFooter)
  if (rows.length === 0) return undefined

  const title = ({ texts }: SitePageRow, language: Language) =>
    texts[languageOf(texts, language) ?? language].title

  return rows.map((row) => ({
    slug: row.slug,
    titles: { 'pt-BR': title(row, 'pt-BR'), 'en-US': title(row, 'en-US') },
  }))
}

/**
 * The one spelling of a published page's address; null for every other. Only those that are found
 * are kept: made-up ones must not fill the cache.
 */
export async function sitePageSlug(app: App, asked: string): Promise<string | null> {
  const slug = asked.toLowerCase()
  if (slug.length > lengths.slug || !slugForm.test(slug)) return null

  return app.publicCache.hold(
    `site-page-slug:${slug}`,
    async () => (await publishedRow(app, slug))?.slug ?? null,
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

/** A published page as it is read in a language; null when there is none. */
export async function shownSitePage(
  app: App,
  slug: string,
  language: Language,
): Promise<z.infer<typeof sitePage> | null> {
  const row = await publishedRow(app, slug)
  const shown = row && languageOf(row.texts, language)
  if (!shown) return null

  const tree = row.trees[shown]

  return {
    slug: row.slug,
    title: row.texts[shown].title,
    description: descriptionOf(tree),
    tree,
    language: shown,
    updatedAt: row.updatedAt.toISOString(),
  }
}
