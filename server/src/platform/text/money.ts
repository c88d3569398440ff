import type { Currency, Language } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'

/** Cents as an amount of the API: a number with up to two decimals. */
export const toWire = (cents: number): number => cents / 100

/** An amount of the API, with at most two decimals, as cents. */
export const fromWire = (amount: number): number => Math.round(amount * 100)

/**
 * Cents in BRL: dollars are converted at the rate stored on the payment, rounded half up (Q49).
 * Integer arithmetic, so that the database calculates the same.
 */
export function toReais(cents: number, currency: Currency, usdRate: number): number {
  if (currency === 'BRL') return cents

  const millionths = BigInt(cents) * BigInt(Math.round(usdRate * 1_000_000))

  return Number((millionths + 500_000n) / 1_000_000n)
}

/** Cents as a provider's decimal string with a dot. */
export const toDecimal = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/**
 * A provider's decimal string as exact cents; throws unless it is a plain amount with at most two
 * decimals.
 */
export function fromDecimal(text: string): number {
  const amountMatch = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text)
  if (!amountMatch) throw new Error('not an amount')

  return Number(amountMatch[1]) * 100 + Number((amountMatch[2] ?? '').padEnd(2, '0'))
}

/** An amount for people, e.g. R$ 19,90. */
export const formatMoney = (cents: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100)

/** An amount in both languages. */
export const localizedMoney = (cents: number, currency: string): Localized => ({
  'pt-BR': formatMoney(cents, currency, 'pt-BR'),
  'en-US': formatMoney(cents, currency, 'en-US'),
})
