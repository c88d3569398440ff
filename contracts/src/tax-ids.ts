// Brazilian tax numbers of people (CPF) and companies (CNPJ). A CNPJ may contain letters since
// 2026. A character counts as its ASCII code less 48, so a digit counts as itself.

export type TaxId = { kind: 'cpf' | 'cnpj'; text: string }

// Weights are numbered from the last character: 2, 3, 4 …; those of a CNPJ restart at 2 after 9.
const cpfWeights = (length: number): number[] =>
  Array.from({ length }, (_, index) => length + 1 - index)

const cnpjWeights = (length: number): number[] =>
  Array.from({ length }, (_, index) => ((length - 1 - index) % 8) + 2)

/** The check digit of the preceding characters. */
function checkDigit(before: string, weights: readonly number[]): number {
  const weightedSum = weights.reduce(
    (total, weight, index) => total + (before.charCodeAt(index) - 48) * weight,
    0,
  )
  return weightedSum % 11 < 2 ? 0 : 11 - (weightedSum % 11)
}

const hasRightDigits = (plainText: string, weights: (length: number) => number[]): boolean =>
  !/^(.)\1*$/.test(plainText) &&
  [plainText.length - 2, plainText.length - 1].every(
    (place) => checkDigit(plainText.slice(0, place), weights(place)) === Number(plainText[place]),
  )

const withoutMarks = (text: string): string => text.replace(/[.\-/\s]/g, '').toUpperCase()

/**
 * The error of a CPF or CNPJ: 'form' for neither format, its kind for wrong check digits; null when
 * it is valid.
 */
export function taxIdProblem(text: string): 'form' | TaxId['kind'] | null {
  const plainText = withoutMarks(text)
  if (/^\d{11}$/.test(plainText)) return hasRightDigits(plainText, cpfWeights) ? null : 'cpf'
  if (/^[\dA-Z]{12}\d\d$/.test(plainText))
    return hasRightDigits(plainText, cnpjWeights) ? null : 'cnpj'

  return 'form'
}

/** A valid CPF or CNPJ in its usual notation; null for any other text. */
export function taxIdOf(text: string): TaxId | null {
  if (taxIdProblem(text) !== null) return null

  const plainText = withoutMarks(text)

  return plainText.length === 11
    ? { kind: 'cpf', text: plainText.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4') }
    : { kind: 'cnpj', text: plainText.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5') }
}
