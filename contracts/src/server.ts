import { z } from 'zod'

import { homeSections } from './home-sections.ts'
import { captchaActions, cryptoCoins, languages } from './limits.ts'
import { route } from './route.ts'
import { announcementKinds, incidentStates, serviceParts, serviceStates } from './service-states.ts'
import { amount, success } from './shared.ts'
import { productStatuses } from './states.ts'

/** What everybody may know of the shop (S243), and what the web app needs to set itself up. */
export const publicSettings = z.object({
  ...success,
  siteName: z.string(),
  siteDescription: z.string(),
  siteLogo: z.string(),
  siteFavicon: z.string(),
  /** The uploaded logo: how wide it is when it is 32 high, and the one for dark ground. */
  logo: z.object({ width: z.int(), dark: z.string().optional() }).optional(),

  /** What the first page says first, by language; a part that nothing is set for is not there. */
  hero: z
    .record(
      z.enum(languages),
      z.object({ title: z.string().optional(), lead: z.string().optional() }),
    )
    .optional(),

  /** The picture beside these words, and what it shows. */
  heroPicture: z
    .object({ src: z.string(), alts: z.record(z.enum(languages), z.string()) })
    .optional(),
  /** What the first page shows below; not there while that is all, as the shop comes. */
  sections: z.array(z.enum(homeSections)).optional(),
  /** Whether the first page answers the owner's own questions. */
  ownQuestions: z.literal(true).optional(),

  /** The line above every page, while it is shown; its version tells one text from the next. */
  bar: z
    .object({
      texts: z.record(z.enum(languages), z.string()),
      link: z.string().optional(),
      version: z.string(),
    })
    .optional(),

  /** The pages that staff wrote and the footer names. */
  pages: z
    .array(z.object({ slug: z.string(), titles: z.record(z.enum(languages), z.string()) }))
    .optional(),
  contactEmail: z.string(),
  supportDiscord: z.string(),
  discordSupportLink: z.string(),
  termsOfService: z.string(),
  privacyPolicy: z.string(),
  /** Who sells, in one line: name, CPF or CNPJ, address; not there where nothing is set. */
  seller: z.string().optional(),

  store: z.object({
    demo: z.boolean(),
    languages: z.array(z.enum(languages)),
    usdRate: amount,
    timeZone: z.string(),
    maintenance: z.boolean(),
    /** Whether keys are sent by mail too; else they are on the screen and in the account only. */
    keysByMail: z.boolean(),
    methods: z.object({ pix: z.boolean(), card: z.boolean(), crypto: z.boolean() }),
    /**
     * Methods whose provider fails now (P563): unstable, the next payment may pass; down, it
     * certainly does not. Absent while all answer.
     */
    trouble: z
      .partialRecord(z.enum(['pix', 'card', 'crypto']), z.enum(['unstable', 'down']))
      .optional(),
    /** In test mode, and so offered to staff alone (P424); absent where there are none. */
    testMethods: z.array(z.enum(['pix', 'card', 'crypto'])).optional(),
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

/** What staff say about a service on the status page, in both languages. */
export const shownAnnouncement = z.object({
  id: z.uuid(),
  part: z.enum(serviceParts),
  kind: z.enum(announcementKinds),
  texts: z.record(z.enum(languages), z.object({ title: z.string(), text: z.string() })),
  startedAt: z.iso.datetime(),
  /** null while it goes on. */
  endedAt: z.iso.datetime().nullable(),
})

/** A day's minutes: up, degraded, down, paused, not seen. */
const dayMinutes = z.array(z.int().nonnegative()).max(5)

export const serviceHistory = z.object({
  /** The last day that is shown, by the shop's calendar. */
  today: z.iso.date(),
  /** The first day of those shown on which anything was measured, by the shop's calendar. */
  since: z.iso.date().nullable(),

  parts: z.array(
    z.object({
      part: z.enum(serviceParts),
      state: z.enum(serviceStates),
      /** Percent of the measured minutes in which it was not down. */
      availability: z.number().min(0).max(100).nullable(),
      days: z.array(dayMinutes),
    }),
  ),

  incidents: z.array(
    z.object({
      id: z.uuid(),
      part: z.enum(serviceParts),
      worst: z.enum(incidentStates),
      startedAt: z.string(),
      /** null while it goes on. */
      endedAt: z.string().nullable(),
    }),
  ),

  announcements: z.array(shownAnnouncement),
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

  history: route({
    method: 'GET',
    path: '/api/server/status/history',
    access: 'public',
    summary:
      'How each part of the shop stands and stood in the last 90 days: minutes a day, the oldest ' +
      'day first, as up, degraded, down, paused, not seen (noughts at the end are left out, and ' +
      'all of a day in which nothing was seen), the incidents, and what staff say of them in both ' +
      'languages, each the newest first',
    reply: serviceHistory,
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
