import { currentLanguage } from './language.ts'

/** What a field of a number takes: decimals after the point, and words that may stand beside it. */
export type NumberForm = {
  places?: number
  units?: readonly string[]
  /** Decimals that it shows even where they are 0. */
  shown?: number
}

/** What stands in a field of a number. */
type Typed =
  | { is: 'empty' }
  | { is: 'number'; value: number }
  /** `1.200` is 1200 with thousands parted, or 1.2. */
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

/** Marks without a width that copying brings along at the ends, such as the direction of the text. */
const marks = '[\\u200b\\u200e\\u200f\\u202a\\u202c\\u2060\\u2066\\u2068\\u2069\\ufeff]+'
const unseen = new RegExp(`^${marks}|${marks}$`, 'g')
const blanks = /[\t\u00a0\u2007-\u200a\u202f\u3000]/g
const fullWidth = /[\uff0c\uff0e\uff10-\uff19]/g

/** The same in plain characters: every blank a space, full-width digits and points as usual. */
const plain = (text: string): string =>
  text
    .trim()
    .replace(unseen, '')
    .replace(blanks, ' ')
    .replace(fullWidth, (sign) => String.fromCodePoint(sign.codePointAt(0)! - 0xfee0))
    .trim()

/** Takes one unit from the front or from the end. */
function bare(text: string, units: readonly string[]): string {
  const low = text.toLowerCase()

  for (const unit of units.map((word) => word.toLowerCase())) {
    if (low.startsWith(unit)) return text.slice(unit.length).trimStart()
    if (low.endsWith(unit)) return text.slice(0, -unit.length).trimEnd()
  }

  return text
}

const simple = /^(?<whole>\d+)(?:[.,](?<part>\d+))?$/

const grouped =
  /^(?<whole>[1-9]\d{0,2}(?:(?<mark>[., ])\d{3})(?:\k<mark>\d{3})*)(?:(?!\k<mark>)[.,](?<part>\d+))?$/

const either = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * A number that a person typed, by the forms of Brazil and the United States that can mean one
 * thing only (Q128); whatever language the screen has, the same text is the same number.
 */
export function readTyped(text: string, { places = 0, units = [] }: NumberForm): Typed {
  const written = plain(text)
  if (written === '') return { is: 'empty' }

  const digits = bare(written, units)

  if (either.test(digits)) {
    const point = digits.replace(',', '.')
    return { is: 'two', whole: Number(point.replace('.', '')), part: Number(point) }
  }

  const found = (simple.exec(digits) ?? grouped.exec(digits))?.groups
  if (!found) return { is: 'wrong' }

  const { whole = '', part = '' } = found
  if (part.length > places) return { is: 'places' }

  return { is: 'number', value: Number(`${whole.replace(/[., ]/g, '')}.${part || '0'}`) }
}

/** The number of a field, 0 where it is empty (B161, B175); null where it holds none for certain. */
export function numberIn(text: string, form: NumberForm): number | null {
  const typed = readTyped(text, form)
  if (typed.is === 'empty') return 0

  return typed.is === 'number' ? typed.value : null
}

/** The number of a field that was looked at before it is sent. */
export function sentNumber(text: string, form: NumberForm): number {
  const value = numberIn(text, form)
  if (value === null) throw new Error(`sent without a look: ${text}`)

  return value
}

/** A number as its field begins with it, in the language of the screen; read again it is the same. */
export const typedText = (value: number, { places = 0, shown = 0 }: NumberForm): string =>
  new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: shown,
    maximumFractionDigits: places,
    useGrouping: false,
  }).format(value)
