import type { adminApi } from '@chaveiro/contracts/admin'
import type { Body } from './answers.ts'

// The settings of the shop, as staff are told them.

type ShopSettings = Body<typeof adminApi.settings.read>['settings']

/** Those of a shop that nobody has set up. */
export const untouched: ShopSettings = {
  siteName: 'Chaveiro',
  siteDescription: '',
  siteLogo: '',
  siteFavicon: '',
  siteLogoDark: '',
  maintenanceMode: false,
  maintenanceMessage: '',
  contactEmail: '',
  supportDiscord: '',
  discordSupportLink: '',
  termsOfService: '',
  privacyPolicy: '',
  keysByMail: false,
  reviewsMode: 'before',
  reviewsBlocked: '',
  reviewInvites: false,
  accentColor: '',
  heroTitlePt: '',
  heroTitleEn: '',
  heroLeadPt: '',
  heroLeadEn: '',
  heroPicture: '',
  heroPicturePt: '',
  heroPictureEn: '',
  homeSections: ['categories', 'steps', 'praise', 'questions'],
  questions: [],
  barOn: false,
  barTextPt: '',
  barTextEn: '',
  barLink: '',
  barFrom: '',
  barUntil: '',
  sellerName: '',
  sellerTaxId: '',
  sellerAddress: '',
  updatedAt: null,
}

/** What reading and saving them answers. */
export const toldSettings = (settings: ShopSettings) => ({
  success: true as const,
  ...settings,
  settings,
  data: settings,
})
