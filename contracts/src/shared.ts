import { z } from 'zod'

import { lengths } from './lengths.ts'
import { currencies, quantity } from './limits.ts'
import { mailForm } from './mail-form.ts'
import type { StreamReply } from './route.ts'

/** Entities have both spellings of their id, with the same string (Q23). */
export const entityId = { id: z.string(), _id: z.string() }

/**
 * The licence of a bought unit, used to request its activation guide; null while the key is pending
 * and after a revocation.
 */
export const licenseId = z.string().nullable()

/**
 * An amount on the wire, in units of its currency with two decimals (19.9 is R$ 19,90); the server
 * uses integer cents.
 */
export const amount = z.number()
export const currency = z.enum(currencies)
export const instant = z.iso.datetime()
const yearLimits = { from: 2000, to: 2200 } as const

const isInYears = (text: string): boolean => {
  const parsedYear = new Date(text).getUTCFullYear()
  return parsedYear >= yearLimits.from && parsedYear <= yearLimits.to
}

/** An incoming day, YYYY-MM-DD, of the years 2000 to 2200 (Q118). */
export const dayIn = z.iso.date().refine(isInYears)

/** An incoming instant of the years 2000 to 2200, with Z or an offset. */
export const instantIn = z.iso.datetime({ offset: true }).refine(isInYears)

/** A day or an instant. */
export const dayOrInstantIn = z.union([dayIn, instantIn])

/** Incoming money: 0 to 10 million of its currency, in whole cents (Q118). */
export const moneyIn = z
  .number()
  .min(0)
  .max(10_000_000)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6)

export const success = { success: z.literal(true) }
export const uuid = z.uuid()
export const quantityIn = z.int().min(quantity.min).max(quantity.max)

/** A coupon code in the form of couponCodeOf; '' is none. */
export const couponCode = z.string().trim().toUpperCase().normalize('NFC').max(lengths.couponCode)

/** A single line that a person typed: trimmed, without control characters. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\u0000-\u001f\u007f]*$/)

const severalLines = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/

/** Text of several lines: line breaks and tabs, no other control characters. */
export const longText = (max: number) => z.string().max(max).regex(severalLines)

/** Several lines, trimmed: a person's message. */
export const plainText = (max: number) => z.string().trim().max(max).regex(severalLines)

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(lengths.email)
  .pipe(z.email({ pattern: mailForm }))

export const pageQuery = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
}

export const pagination = z.object({
  currentPage: z.int(),
  totalPages: z.int(),
  totalItems: z.int(),
  itemsPerPage: z.int(),
  hasNextPage: z.boolean(),
  hasPrevPage: z.boolean(),
})

/** The body field of a captcha solution; the header x-recaptcha-token works too (Q17). */
export const captchaField = { recaptchaToken: z.string().max(8192).nullish() }

/**
 * The CSV export of a list: GET base/export.csv with the list's filters, the whole list streamed.
 */
export const csvReply = { file: 'text/csv; charset=utf-8', reply: z.custom<StreamReply>() }

/** A filter by one of some values; '' and 'all', which selects send, are no filter. */
export const filterOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .enum(values)
    .or(z.literal(['', 'all']))
    .optional()
    .transform((value): T[number] | undefined =>
      value === '' || value === 'all' ? undefined : (value as T[number] | undefined),
    )

/** A list's search text: trimmed; empty searches nothing. */
export const search = z.string().trim().max(200).default('')

/** Totals that a list returns beside its rows. */
export const listTotals = { total: z.int(), totalPages: z.int() }

/**
 * A picture's address: an http(s) URL, or a path of this shop such as the upload call returns; ''
 * means none.
 */
export const imageIn = z.union([
  z.literal('').transform(() => null),
  z.null(),
  z
    .string()
    .trim()
    .max(lengths.picture)
    .pipe(z.url({ protocol: /^https?$/ })),
  z
    .string()
    .max(lengths.picture)
    .regex(/^\/(?![/\\])[\w./%-]+$/),
])
