import { eq } from 'drizzle-orm'
import { siteDefaults, type SiteSettings } from '@chaveiro/contracts/defaults'
import { siteSettings as table } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

/** The site's settings: the defaults, overlaid by what staff set. */
export async function siteSettings(app: App): Promise<SiteSettings> {
  const [row] = await app.db.select().from(table).where(eq(table.id, 1))
  return { ...siteDefaults, ...((row?.values ?? {}) as Partial<SiteSettings>) }
}
