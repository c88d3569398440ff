import { z } from 'zod'

import { homeSections } from './home-sections.ts'
import { captchaActions, cryptoCoins, languages } from './limits.ts'
import { route } from './route.ts'
import { announcementKinds, incidentStates, serviceParts, serviceStates } from './service-states.ts'
import { amount, success } from './shared.ts'
import { productStatuses } from './states.ts'

/** Public data of the shop (S243), which the web app needs to start. */
export const publicSettings = z.object({
  ...success,
  siteName: z.string(),
  siteDescription: z.string(),
  siteLogo: z.string(),
  siteFavicon: z.string(),
  /** The uploaded logo: its width at a height of 32, and the variant for dark backgrounds. */
  logo: z.object({ width: z.int(), dark: z.string().optional() }).optional(),

  /** The hero of the first page by language; unset parts are absent. */
  hero: z
    .record(
      z.enum(languages),
      z.object({ title: z.string().optional(), lead: z.string().optional() }),
    )
    .optional(),

  /** The picture beside the headline, and its description. */
  heroPicture: z
    .object({ src: z.string(), alts: z.record(z.enum(languages), z.string()) })
    .optional(),
  /** Sections of the first page; absent for the default. */
  sections: z.array(z.enum(homeSections)).optional(),
  /** Whether the first page has the owner's own questions. */
  ownQuestions: z.literal(true).optional(),

  /** The bar above every page, while it is shown; a new text has a new version. */
  bar: z
    .object({
      texts: z.record(z.enum(languages), z.string()),
      link: z.string().optional(),
      version: z.string(),
    })
    .optional(),

  /** Pages written by staff that the footer links. */
  pages: z
    .array(z.object({ slug: z.string(), titles: z.record(z.enum(languages), z.string()) }))
    .optional(),
  contactEmail: z.string(),
  supportDiscord: z.string(),
  discordSupportLink: z.string(),
  termsOfService: z.string(),
  privacyPolicy: z.string(),
  /** The seller in one line: name, CPF or CNPJ, address; absent when unset. */
  seller: z.string().optional(),

  store: z.object({
    demo: z.boolean(),
    languages: z.array(z.enum(languages)),
    usdRate: amount,
    timeZone: z.string(),
    maintenance: z.boolean(),
    /** Whether keys are also sent by mail; otherwise only the screen and the account show them. */
    keysByMail: z.boolean(),
    methods: z.object({ pix: z.boolean(), card: z.boolean(), crypto: z.boolean() }),
    /**
     * Methods whose provider is failing (P563). unstable: the next payment may succeed. down: it
     * cannot. Absent while all providers answer.
     */
    trouble: z
      .partialRecord(z.enum(['pix', 'card', 'crypto']), z.enum(['unstable', 'down']))
      .optional(),
    /** Methods in test mode, offered to staff alone (P424); absent without any. */
    testMethods: z.array(z.enum(['pix', 'card', 'crypto'])).optional(),
    /** Whether login by Discord is available. */
    discordLogin: z.boolean(),
    /** The network of each accepted coin, by its code; null when crypto is off. */
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

/** An announcement about a service on the status page, in both languages. */
export const shownAnnouncement = z.object({
  id: z.uuid(),
  part: z.enum(serviceParts),
  kind: z.enum(announcementKinds),
  texts: z.record(z.enum(languages), z.object({ title: z.string(), text: z.string() })),
  startedAt: z.iso.datetime(),
  /** null while the announced incident or maintenance is ongoing. */
  endedAt: z.iso.datetime().nullable(),
})

/** A day's minutes: up, degraded, down, paused, unknown. */
const dayMinutes = z.array(z.int().nonnegative()).max(5)

export const serviceHistory = z.object({
  /** The last day shown, by the shop's calendar. */
  today: z.iso.date(),
  /** The first day with measurements among those shown, by the shop's calendar. */
  since: z.iso.date().nullable(),

  parts: z.array(
    z.object({
      part: z.enum(serviceParts),
      state: z.enum(serviceStates),
      /** Percent of the measured minutes in which the part was not down. */
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
      /** null while the incident is ongoing. */
      endedAt: z.string().nullable(),
    }),
  ),

  announcements: z.array(shownAnnouncement),
})

export const settingsCall = {
  publicSettings: route({
    method: 'GET',
    path: '/api/server/public/site-settings',
    access: 'public',
    passes: 'maintenance',
    summary: 'Public site settings',
    reply: publicSettings,
  }),
}

export const statusCall = {
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

export const captchaCall = {
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
