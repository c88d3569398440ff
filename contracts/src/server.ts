import { z } from 'zod'
import { captchaActions, cryptoCoins, languages } from './limits.ts'
import { route } from './route.ts'
import { amount, success } from './shared.ts'
import { productStatuses } from './states.ts'

/** What everybody may know of the shop (S243), and what the web app needs to set itself up. */
export const publicSettings = z.object({
  ...success,
  siteName: z.string(),
  siteDescription: z.string(),
  siteLogo: z.string(),
  siteFavicon: z.string(),
  contactEmail: z.string(),
  supportDiscord: z.string(),
  discordSupportLink: z.string(),
  termsOfService: z.string(),
  privacyPolicy: z.string(),
  store: z.object({
    demo: z.boolean(),
    languages: z.array(z.enum(languages)),
    usdRate: amount,
    timeZone: z.string(),
    maintenance: z.boolean(),
    /** Whether keys are sent by mail too; else they are on the screen and in the account only. */
    keysByMail: z.boolean(),
    methods: z.object({ pix: z.boolean(), card: z.boolean(), crypto: z.boolean() }),
    /** Whether people may log in by Discord. */
    discordLogin: z.boolean(),
    /** The network over which each coin is taken, by its code; null while coins are not. */
    coinNetworks: z.record(z.enum(cryptoCoins), z.string()).nullable(),
    captcha: z.object({
      provider: z.enum(['altcha', 'recaptcha', 'turnstile']),
      siteKey: z.string(),
    }),
  }),
})
export const statusCategory = z.object({
  categoryName: z.string(),
  products: z.array(z.object({ name: z.string(), status: z.enum(productStatuses) })),
})

export const settings = {
  publicSettings: route({
    method: 'GET',
    path: '/api/server/public/site-settings',
    access: 'public',
    passes: 'maintenance',
    summary: 'Public site settings',
    reply: publicSettings,
  }),
}
export const status = {
  products: route({
    method: 'GET',
    path: '/api/server/status',
    access: 'public',
    summary: 'Status of all products of active categories',
    reply: z.array(statusCategory),
  }),
}
export const captcha = {
  challenge: route({
    method: 'GET',
    path: '/api/captcha/challenge',
    access: 'public',
    passes: 'login',
    summary: 'A proof-of-work challenge bound to one action',
    query: z.object({ action: z.enum(captchaActions) }),
    reply: z.union([
      z.object({ ...success, provider: z.literal('altcha'), challenge: z.unknown() }),
      z.object({ ...success, provider: z.enum(['recaptcha', 'turnstile']), siteKey: z.string() }),
    ]),
    errors: ['rate.limited'],
  }),
}
