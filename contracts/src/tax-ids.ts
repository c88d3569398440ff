// Brazilian tax numbers of people (CPF) and companies (CNPJ). A CNPJ may contain letters since
// 2026. A character counts as its ASCII code less 48, so a digit counts as itself.

export type TaxId = { kind: 'cpf' | 'cnpj'; text: string }

// Both weights count from the last character: 2, 3, 4 …; a CNPJ's begin again after 9.
const cpfWeights = (length: number): number[] =>
  Array.from({ length }, (_, index) => length + 1 - index)

const cnpjWeights = (length: number): number[] =>
  Array.from({ length }, (_, index) => ((length - 1 - index) % 8) + 2)

/** The check digit of the preceding characters. */
function checkDigit(before: string, weights: readonly number[]): number {
  const sum = weights.reduce(
    (total, weight, index) => total + (before.charCodeAt(index) - 48) * weight,
    0,
  )
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}

const isRight = (bare: string, weights: (length: number) => number[]): boolean =>
  !/^(.)\1*$/.test(bare) &&
  [bare.length - 2, bare.length - 1].every(
    (place) => checkDigit(bare.slice(0, place), weights(place)) === Number(bare[place]),
  )

const bareOf = (text: string): string => text.replace(/[.\-/\s]/g, '').toUpperCase()

/**
 * The error of a CPF or CNPJ: 'form' for neither format, its kind for wrong check digits; null when
 * it is valid.
 */
export function taxIdProblem(text: string): 'form' | TaxId['kind'] | null {
  const bare = bareOf(text)
  if (/^\d{11}$/.test(bare)) return isRight(bare, cpfWeights) ? null : 'cpf'
  if (/^[\dA-Z]{12}\d\d$/.test(bare)) return isRight(bare, cnpjWeights) ? null : 'cnpj'

  return 'form'
}

/** A valid CPF or CNPJ in its usual notation; null for any other text. */
export function taxIdOf(text: string): TaxId | null {
  if (taxIdProblem(text) !== null) return null

  const bare = bareOf(text)

  return bare.length === 11
    ? { kind: 'cpf', text: bare.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4') }
    : { kind: 'cnpj', text: bare.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5') }
}
