import type { BrandSettings } from './brand-defaults.ts'
import type { ReviewsMode } from './states.ts'

/**
 * Built-in site settings: what the shop shows until its owner says otherwise, and what the browser
 * falls back to (Q98).
 */
export const siteDefaults = {
  siteName: 'Chaveiro',
  siteDescription: 'Licenças digitais com entrega na hora.',
  siteLogo: '/favicon.svg',
  siteFavicon: '/favicon.svg',
  maintenanceMode: false,
  maintenanceMessage: '',
  contactEmail: 'contato@loja.example',
  supportDiscord: '',
  discordSupportLink: '',
  termsOfService: '',
  privacyPolicy: '',
  keysByMail: false,
  reviewsMode: 'before',
  reviewsBlocked: '',
  reviewInvites: false,
} as const
type Choices = { reviewsMode: ReviewsMode }
export type SiteSettings = Choices &
  BrandSettings & {
    -readonly [
      K in Exclude<keyof typeof siteDefaults, keyof Choices>
    ]: (typeof siteDefaults)[K] extends boolean ? boolean : string
  }
