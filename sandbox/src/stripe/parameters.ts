import { invalidRequest } from './errors.ts'
import type { FormFields, FormValue } from './form.ts'

/**
 * The rule of a parameter. A parameter without a rule is refused with parameter_unknown, as at
 * Stripe.
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

/** Checks form fields by the rules of a call; returns them with parsed numbers and booleans. */
export function readParameters(fields: FormFields, rules: Rules, within = ''): Parameters {
  const readFields: Parameters = {}

  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(rules, name))
      throw invalidRequest(
        `Received unknown parameter: ${nestedName(within, name)}`,
        'parameter_unknown',
        nestedName(within, name),
      )
  }

  for (const [name, rule] of Object.entries(rules)) {
    const parameterName = nestedName(within, name)
    const value = fields[name]
    if (value !== undefined) readFields[name] = readValue(value, rule, parameterName)
    else if (rule.required)
      throw invalidRequest(
        `Missing required param: ${parameterName}.`,
        'parameter_missing',
        parameterName,
      )
  }

  return readFields
}

const nestedName = (within: string, name: string): string =>
  within === '' ? name : `${within}[${name}]`

function readValue(value: FormValue, rule: Rule, parameterName: string): unknown {
  if (rule.is === 'list') return readList(value, rule, parameterName)
  if (rule.is === 'object' || rule.is === 'metadata') return readObject(value, rule, parameterName)
  if (typeof value !== 'string')
    throw invalidRequest(
      `Invalid string: ${JSON.stringify(value)}`,
      'parameter_invalid',
      parameterName,
    )

  if (value === '' && rule.required)
    throw invalidRequest(
      `You passed an empty string for '${parameterName}'. We assume empty values are an ` +
        `attempt to unset a parameter; however '${parameterName}' cannot be unset.`,
      'parameter_invalid_empty',
      parameterName,
    )

  return readText(value, rule, parameterName)
}

function readObject(
  value: FormValue,
  rule: RuleOf<'object'> | RuleOf<'metadata'>,
  parameterName: string,
): object | null {
  if (value === '' && rule.is === 'metadata') return {}
  // An empty text clears an optional parameter.
  if (value === '' && !rule.required) return null
  if (typeof value === 'string' || Array.isArray(value))
    throw invalidRequest('Invalid object', 'parameter_invalid', parameterName)

  return rule.is === 'object'
    ? readParameters(value, rule.fields, parameterName)
    : readMetadata(value, parameterName)
}

function readText(value: string, rule: Rule, parameterName: string): unknown {
  switch (rule.is) {
    case 'text':
      return readWords(value, rule, parameterName)

    case 'one-of':
      if (!rule.values.includes(value))
        throw invalidRequest(
          `Invalid ${parameterName}: must be one of ${rule.values.join(', ')}`,
          undefined,
          parameterName,
        )
      return value

    case 'integer':
      return readInteger(value, rule, parameterName)
    case 'decimal':
      if (!/^\d+(\.\d{1,12})?$/.test(value))
        throw invalidRequest(
          `Invalid decimal: ${value}`,
          'parameter_invalid_decimal',
          parameterName,
        )
      return value
    case 'boolean':
      if (value !== 'true' && value !== 'false')
        throw invalidRequest(
          `Invalid boolean: ${value}`,
          'parameter_invalid_boolean',
          parameterName,
        )
      return value === 'true'
    case 'url':
      return readUrl(value, rule, parameterName)
    default:
      return value
  }
}

function readWords(value: string, rule: RuleOf<'text'>, parameterName: string): string {
  if (rule.max !== undefined && value.length > rule.max)
    throw invalidRequest(
      `Invalid string: ${value.slice(0, 20)}...; must be at most ${rule.max} characters`,
      'parameter_invalid_string',
      parameterName,
    )

  if (rule.pattern && !rule.pattern.test(value))
    throw invalidRequest(
      `Invalid ${parameterName}: ${value}`,
      'parameter_invalid_string',
      parameterName,
    )

  return value
}

function readUrl(value: string, rule: RuleOf<'url'>, parameterName: string): string {
  if (!isHttpUrl(value)) throw invalidRequest('Not a valid URL', 'url_invalid', parameterName)
  if (value.length > (rule.max ?? 5000))
    throw invalidRequest('URL must be 5000 characters or less', 'url_invalid', parameterName)

  return value
}

function readInteger(value: string, rule: RuleOf<'integer'>, parameterName: string): number {
  if (!/^-?\d+$/.test(value))
    throw invalidRequest(`Invalid integer: ${value}`, 'parameter_invalid_integer', parameterName)

  const numericValue = Number(value)

  if (rule.min !== undefined && numericValue < rule.min)
    throw invalidRequest(
      `This value must be greater than or equal to ${rule.min}.`,
      'parameter_invalid_integer',
      parameterName,
    )

  if (rule.max !== undefined && numericValue > rule.max)
    throw invalidRequest(
      `This value must be less than or equal to ${rule.max}.`,
      'parameter_invalid_integer',
      parameterName,
    )

  return numericValue
}

function readList(value: FormValue, rule: RuleOf<'list'>, parameterName: string): unknown[] {
  if (value === '') return []
  if (!Array.isArray(value))
    throw invalidRequest('Invalid array', 'parameter_invalid', parameterName)
  if (rule.max !== undefined && value.length > rule.max)
    throw invalidRequest(
      `Too many items: at most ${rule.max} are allowed`,
      'parameter_invalid',
      parameterName,
    )

  return value.map((item, index) => readValue(item, rule.of, `${parameterName}[${index}]`))
}

function readMetadata(value: FormFields, parameterName: string): Record<string, string> {
  const listEntries = Object.entries(value)
  if (listEntries.length > 50)
    throw invalidRequest('Metadata can have at most 50 keys.', 'parameter_invalid', parameterName)

  for (const [key, text] of listEntries) {
    if (typeof text !== 'string')
      throw invalidRequest(
        'Metadata values must be strings.',
        'parameter_invalid',
        `${parameterName}[${key}]`,
      )

    if (key.length > 40)
      throw invalidRequest(
        'Metadata keys can have at most 40 characters.',
        'parameter_invalid',
        `${parameterName}[${key}]`,
      )

    if (text.length > 500)
      throw invalidRequest(
        'Metadata values can have up to 500 characters.',
        'parameter_invalid',
        `${parameterName}[${key}]`,
      )
  }

  return Object.fromEntries(listEntries) as Record<string, string>
}

function isHttpUrl(value: string): boolean {
  const urlWithoutBraces = value.replaceAll('{CHECKOUT_SESSION_ID}', 'cs_test_0') // the only braces Stripe accepts
  return (
    !/[{}\s]/.test(urlWithoutBraces) &&
    URL.canParse(urlWithoutBraces) &&
    ['http:', 'https:'].includes(new URL(urlWithoutBraces).protocol)
  )
}
