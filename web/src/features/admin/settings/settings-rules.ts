import type { OwnQuestion } from '@chaveiro/contracts/home-sections'

export const settingsTabs = [
  'general',
  'front',
  'maintenance',
  'contact',
  'legal',
  'pages',
] as const

export type SettingsTab = (typeof settingsTabs)[number]

/** The tabs on which settings stand. */
export type FormTab = Exclude<SettingsTab, 'pages'>

const tabs: Record<string, FormTab> = {
  siteName: 'general',
  siteDescription: 'general',
  siteLogo: 'general',
  siteLogoDark: 'general',
  accentColor: 'general',
  heroTitlePt: 'general',
  heroTitleEn: 'general',
  heroLeadPt: 'general',
  heroLeadEn: 'general',
  siteFavicon: 'general',
  heroPicture: 'front',
  heroPicturePt: 'front',
  heroPictureEn: 'front',
  homeSections: 'front',
  questions: 'front',
  barOn: 'front',
  barTextPt: 'front',
  barTextEn: 'front',
  barLink: 'front',
  barFrom: 'front',
  barUntil: 'front',
  keysByMail: 'general',
  reviewsMode: 'general',
  reviewsBlocked: 'general',
  reviewInvites: 'general',
  maintenanceMode: 'maintenance',
  maintenanceMessage: 'maintenance',
  contactEmail: 'contact',
  supportDiscord: 'contact',
  discordSupportLink: 'contact',
  termsOfService: 'legal',
  privacyPolicy: 'legal',
  sellerName: 'legal',
  sellerTaxId: 'legal',
  sellerAddress: 'legal',
}

/** The tab on which a setting stands (B099). */
export function tabOf(setting: string): FormTab {
  return tabs[setting] ?? 'general'
}

/** Empty, or an address that a visitor may follow: http and https only. */
export function isLink(value: string): boolean {
  return value === '' || (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value))
}

/** Where the line above every page may lead: https, or a path of the shop. */
export function isTarget(value: string): boolean {
  return (
    value === '' ||
    /^\/(?![/\\])\S*$/.test(value) ||
    (/^https:\/\/[^\s/]\S*$/i.test(value) && URL.canParse(value))
  )
}

/** Whether a question is there with its answer in a language at least. */
export const isAnswered = ({ askedPt, answerPt, askedEn, answerEn }: OwnQuestion): boolean =>
  Boolean((askedPt.trim() && answerPt.trim()) || (askedEn.trim() && answerEn.trim()))

/** A link, or a picture of the shop itself. */
export function isPicture(value: string): boolean {
  return isLink(value) || /^\/(?![/\\])[^\s\\]*$/.test(value)
}
