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
} as const
export type SiteSettings = {
  -readonly [K in keyof typeof siteDefaults]: (typeof siteDefaults)[K] extends boolean
    ? boolean
    : string
}
