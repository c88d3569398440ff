import { currentLanguage } from './language.ts'

export type NumberForm = {
  places?: number
  units?: readonly string[]
  /** Minimum number of decimals. */
  shown?: number
}

/** The parsed content of a number field. */
type ParsedNumber =
  | { is: 'empty' }
  | { is: 'number'; value: number }
  /** `1.200` is either 1200 with a thousands separator, or 1.2. */
  | { is: 'two'; whole: number; part: number }
  | { is: 'places' }
  | { is: 'wrong' }

export const moneyForm = (currency: string): NumberForm => ({
  places: 2,
  shown: 2,
  units: currency === 'BRL' ? ['R$', 'BRL'] : ['US$', '$', currency],
})

export const percentForm: NumberForm = { places: 2, units: ['%'] }
export const wholeForm: NumberForm = { places: 0 }

/** Zero-width characters that copying adds at the ends, such as direction marks. */
const invisibleMarks = '[\\u200b\\u200e\\u200f\\u202a\\u202c\\u2060\\u2066\\u2068\\u2069\\ufeff]+'
const outerMarks = new RegExp(`^${invisibleMarks}|${invisibleMarks}$`, 'g')
const unusualBlanks = /[\t\u00a0\u2007-\u200a\u202f\u3000]/g
const fullWidth = /[\uff0c\uff0e\uff10-\uff19]/g

/** Normalizes blanks to spaces and full-width digits and points to ASCII. */
const normalizeText = (text: string): string =>
  text
    .trim()
    .replace(outerMarks, '')
    .replace(unusualBlanks, ' ')
    .replace(fullWidth, (sign) => String.fromCodePoint(sign.codePointAt(0)! - 0xfee0))
    .trim()

/** Removes one unit from the start or the end. */
function withoutUnit(text: string, units: readonly string[]): string {
  const lowerCase = text.toLowerCase()

  for (const unit of units.map((word) => word.toLowerCase())) {
    if (lowerCase.startsWith(unit)) return text.slice(unit.length).trimStart()
    if (lowerCase.endsWith(unit)) return text.slice(0, -unit.length).trimEnd()
  }

  return text
}

const plainNumber = /^(?<whole>\d+)(?:[.,](?<part>\d+))?$/

const groupedNumber =
  /^(?<whole>[1-9]\d{0,2}(?:(?<mark>[., ])\d{3})(?:\k<mark>\d{3})*)(?:(?!\k<mark>)[.,](?<part>\d+))?$/

const ambiguousNumber = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * Parses a typed number in Brazilian or US notation if it has only one meaning (Q128). The language
 * of the screen does not matter.
 */
export function parseTypedNumber(
  text: string,
  { places = 0, units = [] }: NumberForm,
): ParsedNumber {
  const normalized = normalizeText(text)
  if (normalized === '') return { is: 'empty' }

  const digits = withoutUnit(normalized, units)

  if (ambiguousNumber.test(digits)) {
    const pointNotation = digits.replace(',', '.')
    return { is: 'two', whole: Number(pointNotation.replace('.', '')), part: Number(pointNotation) }
  }

  const matchedGroups = (plainNumber.exec(digits) ?? groupedNumber.exec(digits))?.groups
  if (!matchedGroups) return { is: 'wrong' }

  const { whole = '', part = '' } = matchedGroups
  if (part.length > places) return { is: 'places' }

  return { is: 'number', value: Number(`${whole.replace(/[., ]/g, '')}.${part || '0'}`) }
}

/** Number in a field: 0 if empty (B161, B175), null if the text is invalid or ambiguous. */
export function numberIn(text: string, form: NumberForm): number | null {
  const parsedNumber = parseTypedNumber(text, form)
  if (parsedNumber.is === 'empty') return 0

  if (parsedNumber.is !== 'number') return null

  return parsedNumber.value
}

/** Number of a field that was validated before; throws if it is not valid. */
export function validNumber(text: string, form: NumberForm): number {
  const value = numberIn(text, form)
  if (value === null) throw new Error(`sent without a look: ${text}`)

  return value
}

/** Initial text of a number field in the screen's language. Parsing it returns the same number. */
export const numberFieldText = (value: number, { places = 0, shown = 0 }: NumberForm): string =>
  new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: shown,
    maximumFractionDigits: places,
    useGrouping: false,
  }).format(value)
