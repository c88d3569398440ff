import { defaultCurrency } from '@chaveiro/contracts/limits'

import { currentLanguage } from './language.ts'

const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function keep<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const found = kept.get(key) as T | undefined
  if (found) return found

  const made = make()
  kept.set(key, made)

  return made
}

/**
 * An amount of the wire (units with two decimals) in its currency and the language of the screen.
 */
export function money(
  amount: number,
  currency: string = defaultCurrency,
  language: string = currentLanguage(),
): string {
  return keep(
    `${language}${currency}`,
    () => new Intl.NumberFormat(language, { style: 'currency', currency }),
  ).format(amount)
}

/** Integer cents as money. */
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
  return keep(`n${language}`, () => new Intl.NumberFormat(language)).format(value)
}

const styles = {
  day: { dateStyle: 'medium' },
  moment: { dateStyle: 'short', timeStyle: 'short' },
  clock: { timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/**
 * A date in the language of the screen, or in the one given (PIX expiry and bell stay pt-BR, Q100),
 * by the reader's clock or that of the zone given; 'Data inválida' when it is none (S277).
 */
export function date(
  value: string | number | Date | null | undefined,
  style: keyof typeof styles = 'day',
  language: string = currentLanguage(),
  timeZone?: string,
): string {
  const when = value === null || value === undefined ? new Date(Number.NaN) : new Date(value)
  if (Number.isNaN(when.getTime())) return language === 'en-US' ? 'Invalid date' : 'Data inválida'

  return keep(
    `d${style}${language}${timeZone}`,
    () => new Intl.DateTimeFormat(language, { ...styles[style], timeZone }),
  ).format(when)
}

/** What is left of a time as m:ss, or h:mm:ss from an hour on; never below zero. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))

  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]

  const two = (value: number) => String(value).padStart(2, '0')

  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
