import { taxIdOf } from '@chaveiro/contracts/tax-ids'

export type CpfProblem =
  | { kind: 'empty' }
  | { kind: 'short'; missing: number }
  | { kind: 'same' }
  | { kind: 'digit'; place: 10 | 11 }
  | { kind: 'cnpj' }

const cpfLength = 11
const onlyDigits = (text: string): string => text.replace(/\D/g, '').slice(0, cpfLength)

/** Formats digits as a CPF. A pasted CNPJ stays whole, because a part of it has no meaning. */
export function formatCpf(text: string): string {
  const pastedTaxId = taxIdOf(text)
  if (pastedTaxId?.kind === 'cnpj') return pastedTaxId.text

  return onlyDigits(text)
    .replace(/^(\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3}\.\d{3})(\d)/, '$1-$2')
}

/** Check digit for the preceding digits. */
function checkDigit(before: string): number {
  const sum = [...before].reduce(
    (total, digit, index) => total + Number(digit) * (before.length + 1 - index),
    0,
  )
  return ((sum * 10) % cpfLength) % 10
}

/** Whether a typed check digit is wrong. */
const hasWrongDigit = (digits: string, place: 10 | 11): boolean =>
  digits.length >= place && checkDigit(digits.slice(0, place - 1)) !== Number(digits[place - 1])

/**
 * Problem of an incomplete CPF; null while it may still become valid. The server validates again
 * (Q65).
 */
export function partialCpfProblem(text: string): CpfProblem | null {
  if (taxIdOf(text)?.kind === 'cnpj') return { kind: 'cnpj' }

  const typedDigits = onlyDigits(text)
  if (hasWrongDigit(typedDigits, 10)) return { kind: 'digit', place: 10 }
  if (hasWrongDigit(typedDigits, 11)) return { kind: 'digit', place: 11 }

  if (/^(\d)\1{10}$/.test(typedDigits)) return { kind: 'same' }

  return null
}

/** Problem of a CPF to be sent; null if it is complete and valid. */
export function cpfProblem(text: string): CpfProblem | null {
  const missingDigits = cpfLength - onlyDigits(text).length
  if (missingDigits === cpfLength) return { kind: 'empty' }

  return (
    partialCpfProblem(text) ??
    (missingDigits > 0 ? { kind: 'short', missing: missingDigits } : null)
  )
}
