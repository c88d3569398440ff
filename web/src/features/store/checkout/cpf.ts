import { taxIdOf } from '@chaveiro/contracts/tax-ids'

/** What keeps a CPF from being right, for the words that stand below its field. */
export type CpfProblem =
  | { kind: 'empty' }
  | { kind: 'short'; missing: number }
  | { kind: 'same' }
  | { kind: 'digit'; place: 10 | 11 }
  | { kind: 'cnpj' }

const length = 11
const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, length)

/** Dots and dash as one types; a CNPJ that is pasted stays whole, since a part of it means nothing. */
export function formatCpf(text: string): string {
  const other = taxIdOf(text)
  if (other?.kind === 'cnpj') return other.text

  return digitsOf(text)
    .replace(/^(\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3}\.\d{3})(\d)/, '$1-$2')
}

/** The check digit that the digits before it ask for. */
function checkDigit(before: string): number {
  const sum = [...before].reduce(
    (total, digit, index) => total + Number(digit) * (before.length + 1 - index),
    0,
  )
  return ((sum * 10) % length) % 10
}

/** Whether a check digit that was typed is not the one that those before it ask for. */
const isWrongAt = (digits: string, place: 10 | 11): boolean =>
  digits.length >= place && checkDigit(digits.slice(0, place - 1)) !== Number(digits[place - 1])

/**
 * What is wrong with what was typed so far; null while it may still become a CPF. The server looks
 * again (Q65).
 */
export function wrongSoFar(text: string): CpfProblem | null {
  if (taxIdOf(text)?.kind === 'cnpj') return { kind: 'cnpj' }

  const digits = digitsOf(text)
  if (isWrongAt(digits, 10)) return { kind: 'digit', place: 10 }
  if (isWrongAt(digits, 11)) return { kind: 'digit', place: 11 }

  return /^(\d)\1{10}$/.test(digits) ? { kind: 'same' } : null
}

/** What is wrong with a CPF that is to be sent; null when it is whole and right. */
export function cpfProblem(text: string): CpfProblem | null {
  const missing = length - digitsOf(text).length
  if (missing === length) return { kind: 'empty' }

  return wrongSoFar(text) ?? (missing > 0 ? { kind: 'short', missing } : null)
}
