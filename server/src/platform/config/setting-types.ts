import { isIP } from 'node:net'
import { z } from 'zod'

/** A setting that may be absent, but not empty. */
export const text = z.string().min(1).optional()

/** A whole number in a range, with a default. */
export const whole = (fallback: number, least: number, most: number) => {
  const message = `a whole number from ${least} to ${most}`
  return z.coerce
    .number({ error: message })
    .int(message)
    .min(least, message)
    .max(most, message)
    .default(fallback)
}

/** A number in a range, with a default. */
export const decimal = (fallback: number, least: number, most: number) => {
  const message = `a number from ${least} to ${most}`
  return z.coerce
    .number({ error: message })
    .min(least, message)
    .max(most, message)
    .default(fallback)
}

/** A rate limit: requests within its window. */
export const rate = (fallback: number) => whole(fallback, 1, 10_000_000)

/**
 * An address with one of these schemes. Its error leaves the value out, which may hold a password.
 */
const address = (schemes: readonly string[], example: string) =>
  z.string().refine(
    (value) => {
      const url = URL.canParse(value) ? new URL(value) : null
      return url !== null && url.hostname !== '' && schemes.includes(url.protocol.slice(0, -1))
    },
    `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}, e.g. ${example}`,
  )

export const httpUrl = address(['https', 'http'], 'https://api.example')
export const smtpUrl = address(['smtps', 'smtp'], 'smtps://user:password@mail.example:465')

export const postgresUrl = address(
  ['postgres', 'postgresql'],
  'postgres://user:password@db.example:5432/loja',
)

/** The shop's own address: scheme, host and port, without a path. */
export const origin = httpUrl.refine(
  (value) =>
    !URL.canParse(value) || (/^\/*$/.test(new URL(value).pathname) && !/[?#@]/.test(value)),
  'the address of the shop alone, without a path, e.g. https://loja.example',
)

export const path = z.string().regex(/^\/\S*$/, 'a path that begins with /')

const mailAddress = /^[^\s@<>]+@[^\s@<>]+$/

/** A mail address. */
export const mail = z.string().regex(mailAddress, 'an address of mail, e.g. dona@loja.example')

/** A mail address, alone or with a name before it. */
export const sender = z.string().refine((value) => {
  const named = /^[^<>]*<([^<>]+)>$/.exec(value.trim())
  return mailAddress.test(named?.[1] ?? value.trim())
}, 'an address of mail, e.g. Chaveiro <loja@example.com>')

/** IP addresses, separated by commas. */
export const addresses = z
  .string()
  .refine((value) => list(value).every((item) => isIP(item) > 0), 'network addresses, by comma')

/** A listen address: an IP address or a host name, without scheme and port. */
export const host = z
  .string()
  .refine(
    (value) => isIP(value) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value),
    'a network address or a name, without scheme and port, e.g. 0.0.0.0',
  )

/** A secret: never empty, without blanks around it. */
export const secret = z
  .string()
  .min(1)
  .refine((value) => value.trim() === value, 'has blanks or line ends around it')
  .optional()

/** The network of each coin, e.g. USDT:TRX,BTC:BTC. */
export const coinNetworks = (coins: readonly string[]) =>
  z.string().refine(
    (value) => {
      const pairs = list(value).map((pair) => pair.split(':'))
      const names = pairs.map(([coin]) => coin)

      return (
        new Set(names).size === names.length &&
        pairs.every((pair) => pair.length === 2 && pair[1] !== '' && coins.includes(pair[0]!))
      )
    },
    `coins and their networks, each once, of ${coins.join(', ')}, e.g. USDT:TRX,BTC:BTC`,
  )

/** A Discord id. */
export const snowflake = z
  .string()
  .regex(/^\d{17,20}$/, 'the number of something at Discord, 17 to 20 digits')
  .optional()

/** The key that Discord signs interactions with. */
export const publicKey = z
  .string()
  .regex(/^[\da-f]{64}$/i, 'the public key of the Discord application, 64 hex digits')
  .optional()

/** Off by default. */
export const flag = z.stringbool().default(false)

/** A time zone that this machine supports. */
export const zone = z.string().refine((name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}, 'not a time zone, e.g. America/Sao_Paulo')

/** A provider's fee, e.g. 3.99%+0.39: a share of the amount and a fixed part in reais. */
export const fee = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((feeText, context) => {
      const feeParts = /^(\d{1,2}(?:\.\d+)?)%(?:\+(\d{1,6})(?:\.(\d{2}))?)?$/.exec(
        feeText.replace(/\s/g, ''),
      )
      if (feeParts)
        return {
          percent: Number(feeParts[1]),
          fixedCents: Number(feeParts[2] ?? 0) * 100 + Number(feeParts[3] ?? 0),
        }

      context.addIssue({
        code: 'custom',
        message: 'a percentage and, if there is one, a fixed part in reais, e.g. 3.99%+0.39',
      })

      return z.NEVER
    })

/** The items of a comma-separated setting, trimmed, without empty ones. */
export const list = (value: string): string[] =>
  value
    .split(',')
    .map((v) => v.trim())
    .filter(Boolean)
