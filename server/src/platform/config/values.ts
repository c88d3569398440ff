import { z } from 'zod'

/** A setting that may be absent, never empty. */
export const text = z.string().min(1).optional()
/** A number with a default. */
export const number = (fallback: number) => z.coerce.number().finite().default(fallback)
/** An id of Discord. */
export const snowflake = z
  .string()
  .regex(/^\d{17,20}$/, 'the number of something at Discord, 17 to 20 digits')
  .optional()
/** The key that Discord signs its interactions with. */
export const publicKey = z
  .string()
  .regex(/^[\da-f]{64}$/i, 'the public key of the Discord application, 64 hex digits')
  .optional()
/** Off unless switched on. */
export const flag = z.stringbool().default(false)
/** A time zone that this machine knows. */
export const zone = z.string().refine((name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}, 'not a time zone, e.g. America/Sao_Paulo')
/** What a provider takes of a payment, e.g. 3.99%+0.39: a share of the amount and a fixed part in reais. */
export const fee = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((given, context) => {
      const m = /^(\d{1,2}(?:\.\d+)?)%(?:\+(\d{1,6})(?:\.(\d{2}))?)?$/.exec(
        given.replace(/\s/g, ''),
      )
      if (m)
        return { percent: Number(m[1]), fixedCents: Number(m[2] ?? 0) * 100 + Number(m[3] ?? 0) }
      context.addIssue({
        code: 'custom',
        message: 'a percentage and, if there is one, a fixed part in reais, e.g. 3.99%+0.39',
      })
      return z.NEVER
    })

/** The parts of a setting that lists several by comma, without blanks and empty ones. */
export const list = (value: string): string[] =>
  value
    .split(',')
    .map((v) => v.trim())
    .filter(Boolean)
