import type { OfficeSettings } from './office-defaults.ts'

/** Default site settings: shown until the owner changes them, and the browser's fallback (Q98). */
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
