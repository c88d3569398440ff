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

/** Tabs that hold settings. */
export type FormTab = Exclude<SettingsTab, 'pages'>

const tabBySetting: Record<string, FormTab> = {
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

/** The tab of a setting (B099). */
export function tabOfSetting(setting: string): FormTab {
  return tabBySetting[setting] ?? 'general'
}

/** Whether a link is empty or an http(s) URL. */
export function isHttpLink(value: string): boolean {
  return value === '' || (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value))
}

/** Whether the announcement bar's target is empty, an https URL, or a path of the shop. */
export function isBarTarget(value: string): boolean {
  return (
    value === '' ||
    /^\/(?![/\\])\S*$/.test(value) ||
    (/^https:\/\/[^\s/]\S*$/i.test(value) && URL.canParse(value))
  )
}

/** Whether question and answer are complete in at least one language. */
export const isAnswered = ({ askedPt, answerPt, askedEn, answerEn }: OwnQuestion): boolean =>
  Boolean((askedPt.trim() && answerPt.trim()) || (askedEn.trim() && answerEn.trim()))

/** Whether a picture is empty, an http(s) URL, or a path of the shop. */
export function isPicture(value: string): boolean {
  return isHttpLink(value) || /^\/(?![/\\])[^\s\\]*$/.test(value)
}
