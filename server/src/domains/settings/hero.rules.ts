import type { SiteSettings } from '@chaveiro/contracts/defaults'
import type { Language } from '@chaveiro/contracts/limits'

type Words = { title?: string; lead?: string }
type HeroSettings = Pick<SiteSettings, 'heroTitlePt' | 'heroTitleEn' | 'heroLeadPt' | 'heroLeadEn'>

/**
 * The title and lead of the home page by language; an empty language shows the other one.
 * undefined while nothing is set.
 */
export function heroTexts({
  heroTitlePt,
  heroTitleEn,
  heroLeadPt,
  heroLeadEn,
}: HeroSettings): Record<Language, Words> | undefined {
  const heroWords = (title: string, lead: string): Words => ({
    ...(title ? { title } : {}),
    ...(lead ? { lead } : {}),
  })

  if (!(heroTitlePt || heroTitleEn || heroLeadPt || heroLeadEn)) return undefined

  return {
    'pt-BR': heroWords(heroTitlePt || heroTitleEn, heroLeadPt || heroLeadEn),
    'en-US': heroWords(heroTitleEn || heroTitlePt, heroLeadEn || heroLeadPt),
  }
}
