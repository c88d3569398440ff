// Every constant of the specification and the decisions (docs/requirements.md), in one place and
// without a library, so that the browser can import it too.

export const captchaActions = [
  'payment_checkout',
  'login',
  'register',
  'forgot_password',
  'reset_password',
] as const

export type CaptchaAction = (typeof captchaActions)[number]

export const languages = ['pt-BR', 'en-US'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'pt-BR'

export const roles = ['client', 'admin', 'developer'] as const
export type Role = (typeof roles)[number]

/** The roles that run the shop (Q01). */
export const staffRoles: readonly Role[] = ['admin', 'developer']

export const currencies = ['BRL', 'USD'] as const
export type Currency = (typeof currencies)[number]
export const defaultCurrency: Currency = 'BRL'

/** Password rules by call (Q09): lengths in characters. */
export const password = {
  registerMin: 8,
  resetMin: 8,
  changeMin: 6,
  staffMin: 12,
  max: 128,
} as const

/** Allowed attempts for a login code from a mail (Q117). */
export const mailCodeTries = 5

export const quantity = { min: 1, max: 99 } as const
export const syncLinesMax = 100

/** Lifetimes, in seconds unless the name says otherwise. */
export const lifetimes = {
  accessToken: 15 * 60,
  refreshToken: 7 * 86_400,
  refreshGrace: 10,
  passwordReset: 30 * 60,
  mailCode: 10 * 60,
  stepUp: 10 * 60,
  pix: 30 * 60,
  card: 40 * 60,
  crypto: 60 * 60,
  watchAfterClose: 48 * 3600,
  cartDays: 7,
  cartIdleHours: 24,
  sessionCache: 2,
} as const

/** Browser timings, in milliseconds. */
export const timings = {
  paymentPoll: 5_000,
  cryptoRetry: 10_000,
  statusPage: 60_000,
  loginRolePoll: 1_000,
  codeAgain: 30_000,
  copied: 2_000,
  settingsSuccess: 3_000,
  resetRedirect: 3_000,
  failedRedirect: 3_000,
  maintenanceRetry: 30_000,
  loading: 2_800,
  loadingAfterClick: 2_000,
  loadingHidden: 1_800,
  skeletonAfter: 150,
} as const

export const navbarScrolledAfterPx = 10

/**
 * Limits of the notification bell. `countLimit` entries are counted, and the shown number ends at
 * `cap`. Also page sizes, the age of unseen entries, days and count of stored viewed ids, and preview
 * lengths in characters. `aheadViewports` is the distance from the list's end at which the next page
 * loads.
 */
export const bell = {
  pageSize: 10,
  countLimit: 100,
  cap: 99,
  unseenHours: 24,
  keepViewedDays: 30,
  viewedMost: 200,
  aheadViewports: 1.5,
  preview: 80,
  embedPreview: 70,
  truncate: 100,
} as const

/** Volumes of the player (0 to 1), and the length of its loop in seconds. */
export const music = { volume: 0.5, homeVolume: 0.05, seconds: 22.86 } as const
export const maskedKeyDots = 32
export const cryptoDecimals = 8
export const usdDecimals = 2
export const qr = { size: 160, level: 'H' } as const

export const cryptoCoins = ['USDT', 'BTC', 'ETH', 'LTC'] as const
export type CryptoCoin = (typeof cryptoCoins)[number]

/** Path segments of the payment calls; the web app uses the first of each (Q60). */
export const providerSegments = {
  pix: ['efybank', 'efi'],
  card: ['stripe'],
  crypto: ['binance'],
} as const

export const defaultPage = { page: 1, limit: 10 } as const

export const productDefaults = {
  priceCents: 0,
  currency: 'BRL',
  provider: 'stock',
  status: 'active',
  sellerType: 'multiloader',
  level: 1,
  expirationDays: 1,
  maxPerOrder: 10,
} as const

/** Namespaces of the translation files, a closed list (Q99). */
export const namespaces = [
  'common',
  'store',
  'home',
  'checkout',
  'account',
  'result',
  'status',
  'reviews',
  'support',
  'admin',
] as const

export type Namespace = (typeof namespaces)[number]

export const demoPassword = 'Demo-Store-2026'
