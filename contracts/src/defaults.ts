import type { OfficeSettings } from './office-defaults.ts'

/**
 * Built-in site settings: what the shop shows until its owner says otherwise, and what the browser
 * falls back to (Q98).
 */
export const siteDefaults = {
  siteName: 'Chaveiro',
  siteDescription: 'Licenças digitais com entrega na hora.',
  siteLogo: '/favicon.svg',
  siteFavicon: '/favicon.svg',
  contactEmail: 'contato@loja.example',
  supportDiscord: '',
  discordSupportLink: '',
  termsOfService: '',
  privacyPolicy: '',
} as const

export type SiteSettings = OfficeSettings & Record<keyof typeof siteDefaults, string>
