import type { adminApi } from '@chaveiro/contracts/admin'

import type { Body } from './answers.ts'

// The settings of the shop, as staff receive them.

type ShopSettings = Body<typeof adminApi.settings.read>['settings']

/** Settings of a shop that is set up, without a hero picture. */
export const filled = {
  siteName: 'Casa da Chave',
  siteDescription: 'Licenças em segundos.',
  siteLogo: '/uploads/logotipo.png',
  siteFavicon: 'https://exemplo.test/icone.png',
  maintenanceMode: true,
  maintenanceMessage: 'Voltamos já.\nObrigado.',
  contactEmail: 'ajuda@exemplo.test',
  supportDiscord: 'https://chat.exemplo.test/servidor',
  discordSupportLink: 'https://chat.exemplo.test/suporte',
  termsOfService: 'Termos da casa.',
  privacyPolicy: 'Privacidade da casa.',
  keysByMail: true,
  reviewsMode: 'after' as const,
  reviewsBlocked: 'grátis, golpe\npirata',
  reviewInvites: true,
  siteLogoDark: '/uploads/escuro.png',
  accentColor: '#7C3AED',
  heroTitlePt: 'Chaves na hora',
  heroTitleEn: 'Keys at once',
  heroLeadPt: 'Pague e use.',
  heroLeadEn: 'Pay and use.',
  heroPicture: '',
  heroPicturePt: '',
  heroPictureEn: '',
  homeSections: ['steps', 'categories'] as ('steps' | 'categories')[],
  questions: [{ askedPt: 'Emite nota?', askedEn: '', answerPt: 'Sim.', answerEn: '' }],
  barOn: true,
  barTextPt: 'Só hoje',
  barTextEn: 'Today only',
  barLink: '/products',
  barFrom: '2026-02-03T08:00',
  barUntil: '2026-02-04T00:00',
  sellerName: 'Casa da Chave Ltda.',
  sellerTaxId: '12.345.678/0001-95',
  sellerAddress: 'Rua das Chaves, 7, Recife, PE',
  updatedAt: '2026-02-03T17:05:00.000Z',
}

/** Settings of a new shop. */
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

/** The body of the answers to reading and saving the settings. */
export const toldSettings = (settings: ShopSettings) => ({
  success: true as const,
  ...settings,
  settings,
  data: settings,
})
