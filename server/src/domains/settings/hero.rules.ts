import type { SiteSettings } from '@chaveiro/contracts/defaults'
import type { Language } from '@chaveiro/contracts/limits'

type Words = { title?: string; lead?: string }
type Given = Pick<SiteSettings, 'heroTitlePt' | 'heroTitleEn' | 'heroLeadPt' | 'heroLeadEn'>

/**
 * What the first page says first, by language: where one is empty the other serves; undefined while
 * nothing is set.
 */
export function heroOf({
  heroTitlePt,
  heroTitleEn,
  heroLeadPt,
  heroLeadEn,
}: Given): Record<Language, Words> | undefined {
  const words = (title: string, lead: string): Words => ({
    ...(title ? { title } : {}),
    ...(lead ? { lead } : {}),
  })

  if (!(heroTitlePt || heroTitleEn || heroLeadPt || heroLeadEn)) return undefined

  return {
    'pt-BR': words(heroTitlePt || heroTitleEn, heroLeadPt || heroLeadEn),
    'en-US': words(heroTitleEn || heroTitlePt, heroLeadEn || heroLeadPt),
  }
}
