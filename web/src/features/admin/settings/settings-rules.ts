export type SettingsTab = 'general' | 'maintenance' | 'contact' | 'legal'

const tabs: Record<string, SettingsTab> = {
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
export function tabOf(setting: string): SettingsTab {
  return tabs[setting] ?? 'general'
}

/** Empty, or an address that a visitor may follow: http and https only. */
export function isLink(value: string): boolean {
  return value === '' || (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value))
}

/** A link, or a picture of the shop itself. */
export function isPicture(value: string): boolean {
  return isLink(value) || /^\/(?![/\\])[^\s\\]*$/.test(value)
}
