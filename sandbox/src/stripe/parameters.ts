import { invalid } from './errors.ts'
import type { FormFields, FormValue } from './form.ts'

/**
 * The rule of a parameter. Parameters without one are refused with parameter_unknown, as at Stripe.
 */
export type Rule =
  | { is: 'text'; max?: number; required?: boolean; pattern?: RegExp }
  | { is: 'one-of'; values: readonly string[]; required?: boolean }
  | { is: 'integer'; min?: number; max?: number; required?: boolean }
  | { is: 'decimal'; required?: boolean }
  | { is: 'boolean'; required?: boolean }
  | { is: 'url'; max?: number; required?: boolean }
  | { is: 'metadata'; required?: boolean }
  | { is: 'list'; of: Rule; max?: number; required?: boolean }
  | { is: 'object'; fields: Rules; required?: boolean }

type RuleOf<Kind extends Rule['is']> = Extract<Rule, { is: Kind }>
export type Rules = { readonly [name: string]: Rule }

export type Parameters = Record<string, unknown>

/** Check form fields against the rules of a call; returns them with numbers and booleans parsed. */
export function readParameters(fields: FormFields, rules: Rules, within = ''): Parameters {
  const read: Parameters = {}

  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(rules, name))
      throw invalid(
        `Received unknown parameter: ${nameIn(within, name)}`,
        'parameter_unknown',
        nameIn(within, name),
      )
  }

  for (const [name, rule] of Object.entries(rules)) {
    const param = nameIn(within, name)
    const value = fields[name]
    if (value !== undefined) read[name] = readValue(value, rule, param)
    else if (rule.required)
      throw invalid(`Missing required param: ${param}.`, 'parameter_missing', param)
  }

  return read
}

const nameIn = (within: string, name: string): string =>
  within === '' ? name : `${within}[${name}]`

function readValue(value: FormValue, rule: Rule, param: string): unknown {
  if (rule.is === 'list') return readList(value, rule, param)
  if (rule.is === 'object' || rule.is === 'metadata') return readObject(value, rule, param)
  if (typeof value !== 'string')
    throw invalid(`Invalid string: ${JSON.stringify(value)}`, 'parameter_invalid', param)

  if (value === '' && rule.required)
    throw invalid(
      `You passed an empty string for '${param}'. We assume empty values are an ` +
        `attempt to unset a parameter; however '${param}' cannot be unset.`,
      'parameter_invalid_empty',
      param,
    )

  return readText(value, rule, param)
}

function readObject(
  value: FormValue,
  rule: RuleOf<'object'> | RuleOf<'metadata'>,
  param: string,
): object | null {
  if (value === '' && rule.is === 'metadata') return {}
  // An empty text clears an optional parameter.
  if (value === '' && !rule.required) return null
  if (typeof value === 'string' || Array.isArray(value))
    throw invalid('Invalid object', 'parameter_invalid', param)

  return rule.is === 'object'
    ? readParameters(value, rule.fields, param)
    : readMetadata(value, param)
}

function readText(value: string, rule: Rule, param: string): unknown {
  switch (rule.is) {
    case 'text':
      return readWords(value, rule, param)

    case 'one-of':
      if (!rule.values.includes(value))
        throw invalid(
          `Invalid ${param}: must be one of ${rule.values.join(', ')}`,
          undefined,
          param,
        )
      return value

    case 'integer':
      return readInteger(value, rule, param)
    case 'decimal':
      if (!/^\d+(\.\d{1,12})?$/.test(value))
        throw invalid(`Invalid decimal: ${value}`, 'parameter_invalid_decimal', param)
      return value
    case 'boolean':
      if (value !== 'true' && value !== 'false')
        throw invalid(`Invalid boolean: ${value}`, 'parameter_invalid_boolean', param)
      return value === 'true'
    case 'url':
      return readUrl(value, rule, param)
    default:
      return value
  }
}

function readWords(value: string, rule: RuleOf<'text'>, param: string): string {
  if (rule.max !== undefined && value.length > rule.max)
    throw invalid(
      `Invalid string: ${value.slice(0, 20)}...; must be at most ${rule.max} characters`,
      'parameter_invalid_string',
      param,
    )

  if (rule.pattern && !rule.pattern.test(value))
    throw invalid(`Invalid ${param}: ${value}`, 'parameter_invalid_string', param)

  return value
}

function readUrl(value: string, rule: RuleOf<'url'>, param: string): string {
  if (!isUrl(value)) throw invalid('Not a valid URL', 'url_invalid', param)
  if (value.length > (rule.max ?? 5000))
    throw invalid('URL must be 5000 characters or less', 'url_invalid', param)

  return value
}

function readInteger(value: string, rule: RuleOf<'integer'>, param: string): number {
  if (!/^-?\d+$/.test(value))
    throw invalid(`Invalid integer: ${value}`, 'parameter_invalid_integer', param)

  const number = Number(value)

  if (rule.min !== undefined && number < rule.min)
    throw invalid(
      `This value must be greater than or equal to ${rule.min}.`,
      'parameter_invalid_integer',
      param,
    )

  if (rule.max !== undefined && number > rule.max)
    throw invalid(
      `This value must be less than or equal to ${rule.max}.`,
      'parameter_invalid_integer',
      param,
    )

  return number
}

function readList(value: FormValue, rule: RuleOf<'list'>, param: string): unknown[] {
  if (value === '') return []
  if (!Array.isArray(value)) throw invalid('Invalid array', 'parameter_invalid', param)
  if (rule.max !== undefined && value.length > rule.max)
    throw invalid(`Too many items: at most ${rule.max} are allowed`, 'parameter_invalid', param)

  return value.map((item, index) => readValue(item, rule.of, `${param}[${index}]`))
}

function readMetadata(value: FormFields, param: string): Record<string, string> {
  const entries = Object.entries(value)
  if (entries.length > 50)
    throw invalid('Metadata can have at most 50 keys.', 'parameter_invalid', param)

  for (const [key, text] of entries) {
    if (typeof text !== 'string')
      throw invalid('Metadata values must be strings.', 'parameter_invalid', `${param}[${key}]`)

    if (key.length > 40)
      throw invalid(
        'Metadata keys can have at most 40 characters.',
        'parameter_invalid',
        `${param}[${key}]`,
      )

    if (text.length > 500)
      throw invalid(
        'Metadata values can have up to 500 characters.',
        'parameter_invalid',
        `${param}[${key}]`,
      )
  }

  return Object.fromEntries(entries) as Record<string, string>
}

function isUrl(value: string): boolean {
  const plain = value.replaceAll('{CHECKOUT_SESSION_ID}', 'cs_test_0') // the only braces Stripe takes
  return (
    !/[{}\s]/.test(plain) &&
    URL.canParse(plain) &&
    ['http:', 'https:'].includes(new URL(plain).protocol)
  )
}
