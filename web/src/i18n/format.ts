import { defaultCurrency } from '@chaveiro/contracts/limits'

import { currentLanguage } from './language.ts'

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function cachedFormatter<T extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => T,
): T {
  const existing = formatters.get(key) as T | undefined
  if (existing) return existing

  const formatter = make()
  formatters.set(key, formatter)

  return formatter
}

/**
 * Formats an amount in units (two decimals, as calls carry it) in its currency and the screen's
 * language.
 */
export function money(
  amount: number,
  currency: string = defaultCurrency,
  language: string = currentLanguage(),
): string {
  return cachedFormatter(
    `${language}${currency}`,
    () => new Intl.NumberFormat(language, { style: 'currency', currency }),
  ).format(amount)
}

/** Formats integer cents. */
export function moneyOfCents(
  cents: number,
  currency: string = defaultCurrency,
  language: string = currentLanguage(),
): string {
  return money(cents / 100, currency, language)
}

/** R$ with comma decimals in every language (S098: total spent). */
export function reais(amount: number): string {
  return money(amount, 'BRL', 'pt-BR')
}

/** A plain number in the language of the screen. */
export function number(value: number, language: string = currentLanguage()): string {
  return cachedFormatter(`n${language}`, () => new Intl.NumberFormat(language)).format(value)
}

const dateStyles = {
  day: { dateStyle: 'medium' },
  moment: { dateStyle: 'short', timeStyle: 'short' },
  clock: { timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/**
 * A date in the passed language, by default the screen's; PIX expiry and bell stay pt-BR (Q100). The
 * time zone is the passed one or the reader's. 'Data inválida' if the value is no date (S277).
 */
export function date(
  value: string | number | Date | null | undefined,
  style: keyof typeof dateStyles = 'day',
  language: string = currentLanguage(),
  timeZone?: string,
): string {
  const timestamp = value === null || value === undefined ? new Date(Number.NaN) : new Date(value)
  if (Number.isNaN(timestamp.getTime()))
    return language === 'en-US' ? 'Invalid date' : 'Data inválida'

  return cachedFormatter(
    `d${style}${language}${timeZone}`,
    () => new Intl.DateTimeFormat(language, { ...dateStyles[style], timeZone }),
  ).format(timestamp)
}

/** Remaining time as m:ss, from one hour on h:mm:ss; never negative. */
export function countdown(milliseconds: number): string {
  const totalSeconds = Math.max(0, Math.ceil(milliseconds / 1000))

  const [hours, minutes, restSeconds] = [
    Math.floor(totalSeconds / 3600),
    Math.floor(totalSeconds / 60) % 60,
    totalSeconds % 60,
  ]

  const twoDigits = (value: number) => String(value).padStart(2, '0')

  if (hours > 0) return `${hours}:${twoDigits(minutes)}:${twoDigits(restSeconds)}`

  return `${minutes}:${twoDigits(restSeconds)}`
}
