import type { SiteSettings } from '@chaveiro/contracts/defaults'
import type { Language } from '@chaveiro/contracts/limits'

type Words = { title?: string; lead?: string }
type HeroSettings = Pick<SiteSettings, 'heroTitlePt' | 'heroTitleEn' | 'heroLeadPt' | 'heroLeadEn'>

/**
 * The title and lead of the home page by language; an empty language shows the other one.
 * undefined while nothing is set.
 */
export function heroOf({
  heroTitlePt,
  heroTitleEn,
  heroLeadPt,
  heroLeadEn,
}: HeroSettings): Record<Language, Words> | undefined {
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
