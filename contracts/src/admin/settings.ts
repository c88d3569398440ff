import { z } from 'zod'

import { isHexColor } from '../accent.ts'
import { homeSections } from '../home-sections.ts'
import { lengths, mostQuestions } from '../lengths.ts'
import { languages } from '../limits.ts'
import { mailForm } from '../mail-form.ts'
import { uploadOf } from '../pictures.ts'
import { linkTarget } from '../rich-text.ts'
import { route } from '../route.ts'
import { instantIn, longText, plainText, success } from '../shared.ts'
import { reviewsModes } from '../states.ts'
import { taxIdOf } from '../tax-ids.ts'

/** A link: http and https only, so that it cannot be a script (D018); empty means none. */
const linkInput = z
  .string()
  .trim()
  .max(500)
  .refine((value) => value === '' || (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value)))

/** A picture: a link, or a path on the shop itself. */
const pictureInput = z
  .string()
  .trim()
  .max(500)
  .refine(
    (value) =>
      value === '' ||
      /^\/(?![/\\])[^\s\\]*$/.test(value) ||
      (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value)),
  )

const shortText = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\u0000-\u001f\u007f]*$/)

/** A local date and time of the shop, to the minute; empty means none. */
const minuteInput = z.string().refine((value) => value === '' || isMinute(value))

const isMinute = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) &&
  Number.isFinite(Date.parse(`${value}Z`)) &&
  new Date(`${value}Z`).toISOString().startsWith(value)

/** A question with its answer, complete in at least one language. */
const questionInput = z
  .object({
    askedPt: shortText(0, lengths.question),
    askedEn: shortText(0, lengths.question),
    answerPt: plainText(lengths.answer),
    answerEn: plainText(lengths.answer),
  })
  .refine(
    ({ askedPt, answerPt, askedEn, answerEn }) =>
      (askedPt !== '' && answerPt !== '') || (askedEn !== '' && answerEn !== ''),
  )

const settingFields = {
  siteName: shortText(1, lengths.siteName),
  siteDescription: shortText(0, lengths.siteDescription),
  siteLogo: pictureInput,
  siteFavicon: pictureInput,
  maintenanceMode: z.boolean(),
  maintenanceMessage: longText(lengths.maintenanceMessage),
  contactEmail: z
    .string()
    .trim()
    .max(lengths.email)
    .refine((value) => value === '' || mailForm.test(value)),
  supportDiscord: linkInput,
  discordSupportLink: linkInput,
  termsOfService: longText(200_000),
  privacyPolicy: longText(200_000),
  /** Whether receipts contain the keys; a mailbox is less safe than the page. */
  keysByMail: z.boolean(),
  reviewsMode: z.enum(reviewsModes),
  /**
   * Blocked words, separated by commas or lines. A review with a blocked word waits for staff in
   * every mode.
   */
  reviewsBlocked: longText(lengths.blockedWords),
  /** Whether buyers are asked by mail for a review, a week after delivery. */
  reviewInvites: z.boolean(),
  siteLogoDark: pictureInput,
  accentColor: z.string().refine((value) => value === '' || isHexColor(value)),
  heroTitlePt: shortText(0, lengths.heroTitle),
  heroTitleEn: shortText(0, lengths.heroTitle),
  heroLeadPt: shortText(0, lengths.heroLead),
  heroLeadEn: shortText(0, lengths.heroLead),
  heroPicture: z.string().refine((value) => value === '' || uploadOf(value) !== null),
  heroPicturePt: shortText(0, lengths.pictureText),
  heroPictureEn: shortText(0, lengths.pictureText),
  homeSections: z
    .array(z.enum(homeSections))
    .max(homeSections.length)
    .refine((given) => new Set(given).size === given.length),
  questions: z.array(questionInput).max(mostQuestions),
  barOn: z.boolean(),
  barTextPt: shortText(0, lengths.barText),
  barTextEn: shortText(0, lengths.barText),

  /** https, or a path of the shop. */
  barLink: z
    .string()
    .trim()
    .max(500)
    .refine(
      (value) =>
        value === '' ||
        (linkTarget.safeParse(value).success && URL.canParse(value, 'https://shop.invalid')),
    ),

  barFrom: minuteInput,
  barUntil: minuteInput,
  sellerName: shortText(0, lengths.sellerName),

  /** A CPF or CNPJ with valid check digits, stored as written. */
  sellerTaxId: z
    .string()
    .trim()
    .max(40)
    .refine((value) => value === '' || taxIdOf(value) !== null)
    .overwrite((value) => taxIdOf(value)?.text ?? value),

  sellerAddress: shortText(0, lengths.sellerAddress),
}

const shownSettings = {
  siteName: z.string(),
  siteDescription: z.string(),
  siteLogo: z.string(),
  siteFavicon: z.string(),
  maintenanceMode: z.boolean(),
  maintenanceMessage: z.string(),
  contactEmail: z.string(),
  supportDiscord: z.string(),
  discordSupportLink: z.string(),
  termsOfService: z.string(),
  privacyPolicy: z.string(),
  keysByMail: z.boolean(),
  reviewsMode: z.enum(reviewsModes),
  reviewsBlocked: z.string(),
  reviewInvites: z.boolean(),
  siteLogoDark: z.string(),
  accentColor: z.string(),
  heroTitlePt: z.string(),
  heroTitleEn: z.string(),
  heroLeadPt: z.string(),
  heroLeadEn: z.string(),
  heroPicture: z.string(),
  heroPicturePt: z.string(),
  heroPictureEn: z.string(),
  homeSections: z.array(z.enum(homeSections)),

  questions: z.array(
    z.object({
      askedPt: z.string(),
      askedEn: z.string(),
      answerPt: z.string(),
      answerEn: z.string(),
    }),
  ),

  barOn: z.boolean(),
  barTextPt: z.string(),
  barTextEn: z.string(),
  barLink: z.string(),
  barFrom: z.string(),
  barUntil: z.string(),
  sellerName: z.string(),
  sellerTaxId: z.string(),
  sellerAddress: z.string(),
  updatedAt: z.iso.datetime().nullable(),
}

/** The settings at top level, where the form reads them, with copies for other readers (Q21). */
const settingsReply = z.object({
  ...success,
  message: z.string().optional(),
  ...shownSettings,
  settings: z.object(shownSettings),
  data: z.object(shownSettings),
})

/** A preview of the first page with unsaved settings. */
export const preview = {
  home: route({
    method: 'POST',
    path: '/api/admin/system/site-settings/preview',
    access: 'staff',
    summary: 'The first page as the server would draw it with these settings; nothing is saved',
    body: z.object({
      settings: z.object({ ...settingFields, updatedAt: z.unknown() }).partial(),
      language: z.enum(languages),
    }),
    reply: z.object({ ...success, html: z.string() }),
    errors: ['settings.no_preview'],
  }),
}

/** The steps of a new shop to its first order, and which are done (P425). */
const firstSteps = {
  /** All steps are done, or the shop has sold already. */
  over: z.boolean(),
  /** A custom name, a custom logo or colour, and the seller's data. */
  shop: z.object({ name: z.boolean(), look: z.boolean(), seller: z.boolean() }),
  /** A product with keys, or one that needs no stock. */
  product: z.boolean(),
  /** The path of a product for the first purchase. */
  buy: z.string().nullable(),
  payment: z.boolean(),
  /** Mail has a server, and a test mail was sent. */
  mail: z.boolean(),
  order: z.boolean(),
  discord: z.boolean(),
  /** Whether the current account has a second factor. */
  twoFactor: z.boolean(),
}

/** Back-office calls of settings (Q20, Q25, Q87). */
export const settings = {
  read: route({
    method: 'GET',
    path: '/api/admin/system/site-settings',
    also: ['/api/server/site-settings'],
    access: 'staff',
    summary: 'All site settings',
    reply: settingsReply,
  }),

  save: route({
    method: 'PUT',
    path: '/api/admin/system/site-settings',
    also: [
      'PATCH /api/admin/system/site-settings',
      '/api/server/site-settings',
      'PATCH /api/server/site-settings',
    ],
    access: 'staff',
    summary:
      'Save site settings; what is not given stays, updatedAt refuses what somebody else changed meanwhile',
    body: z.object({ ...settingFields, updatedAt: instantIn.nullish() }).partial(),
    reply: settingsReply,
    errors: ['settings.changed'],
  }),

  firstSteps: route({
    method: 'GET',
    path: '/api/admin/system/first-steps',
    access: 'staff',
    summary: 'What of a first hour is done, as the shop itself shows it',
    reply: z.object({ ...success, ...firstSteps }),
  }),

  reset: route({
    method: 'POST',
    path: '/api/admin/system/site-settings/reset',
    also: ['/api/server/site-settings/reset'],
    access: 'staff',
    summary: 'Back to the built-in site settings',
    reply: settingsReply,
  }),
}
