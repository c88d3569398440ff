import { isIP } from 'node:net'
import { z } from 'zod'

/** A setting that may be absent, but not empty. */
export const optionalText = z.string().min(1).optional()

/** A whole number in a range, with a default. */
export const wholeNumber = (fallback: number, least: number, most: number) => {
  const message = `a whole number from ${least} to ${most}`
  return z.coerce
    .number({ error: message })
    .int(message)
    .min(least, message)
    .max(most, message)
    .default(fallback)
}

/** A number in a range, with a default. */
export const decimalNumber = (fallback: number, least: number, most: number) => {
  const message = `a number from ${least} to ${most}`
  return z.coerce
    .number({ error: message })
    .min(least, message)
    .max(most, message)
    .default(fallback)
}

/** A rate limit: requests within its window. */
export const rateLimit = (fallback: number) => wholeNumber(fallback, 1, 10_000_000)

/** A URL with one of these schemes. The error omits the value, which may contain a password. */
const serverAddress = (schemes: readonly string[], example: string) =>
  z.string().refine(
    (value) => {
      const parsedUrl = URL.canParse(value) ? new URL(value) : null
      return (
        parsedUrl !== null &&
        parsedUrl.hostname !== '' &&
        schemes.includes(parsedUrl.protocol.slice(0, -1))
      )
    },
    `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}, e.g. ${example}`,
  )

export const httpUrl = serverAddress(['https', 'http'], 'https://api.example')
export const smtpUrl = serverAddress(['smtps', 'smtp'], 'smtps://user:password@mail.example:465')

export const postgresUrl = serverAddress(
  ['postgres', 'postgresql'],
  'postgres://user:password@db.example:5432/loja',
)

/** The shop's origin: scheme, host and port, without a path. */
export const shopOrigin = httpUrl.refine(
  (value) =>
    !URL.canParse(value) || (/^\/*$/.test(new URL(value).pathname) && !/[?#@]/.test(value)),
  'the address of the shop alone, without a path, e.g. https://loja.example',
)

export const rootedPath = z.string().regex(/^\/\S*$/, 'a path that begins with /')

const emailPattern = /^[^\s@<>]+@[^\s@<>]+$/

export const emailAddress = z.string().regex(emailPattern, 'a mail address, e.g. dona@loja.example')

/** A mail address, alone or with a name before it. */
export const mailSender = z.string().refine((value) => {
  const namedAddress = /^[^<>]*<([^<>]+)>$/.exec(value.trim())
  return emailPattern.test(namedAddress?.[1] ?? value.trim())
}, 'a mail address, e.g. Chaveiro <loja@example.com>')

/** IP addresses, separated by commas. */
export const ipAddresses = z
  .string()
  .refine(
    (value) => splitByComma(value).every((item) => isIP(item) > 0),
    'IP addresses, separated by commas',
  )

/** A listen address: an IP address or a host name, without scheme and port. */
export const hostOrAddress = z
  .string()
  .refine(
    (value) => isIP(value) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value),
    'an IP address or a host name, without scheme and port, e.g. 0.0.0.0',
  )

/** A secret: never empty, without spaces around it. */
export const secretValue = z
  .string()
  .min(1)
  .refine((value) => value.trim() === value, 'has spaces or line breaks around it')
  .optional()

/** The network of each coin, e.g. USDT:TRX,BTC:BTC. */
export const coinNetworks = (coins: readonly string[]) =>
  z.string().refine(
    (value) => {
      const coinPairs = splitByComma(value).map((pair) => pair.split(':'))
      const coinNames = coinPairs.map(([coin]) => coin)

      return (
        new Set(coinNames).size === coinNames.length &&
        coinPairs.every((pair) => pair.length === 2 && pair[1] !== '' && coins.includes(pair[0]!))
      )
    },
    `coins and their networks, each once, of ${coins.join(', ')}, e.g. USDT:TRX,BTC:BTC`,
  )

/** A Discord id. */
export const snowflake = z
  .string()
  .regex(/^\d{17,20}$/, 'a Discord id, 17 to 20 digits')
  .optional()

/** The public key that verifies Discord's signed interactions. */
export const publicKey = z
  .string()
  .regex(/^[\da-f]{64}$/i, 'the public key of the Discord application, 64 hex digits')
  .optional()

/** A switch that is off by default. */
export const booleanFlag = z.stringbool().default(false)

/** A time zone that this machine supports. */
export const knownTimeZone = z.string().refine((name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}, 'not a time zone, e.g. America/Sao_Paulo')

/** A provider's fee, e.g. 3.99%+0.39: a share of the amount and a fixed part in reais. */
export const providerFee = (fallback: string) =>
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
export const splitByComma = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
