import { invalidRequest } from './errors.ts'

export type FormValue = string | FormValue[] | FormFields
export type FormFields = { [fieldName: string]: FormValue }

/**
 * Reads Stripe's bracket form (`a[b][0][c]=d`, `a[]=b`) into objects and lists. Keys that are all
 * whole numbers make a list in their order. No key can reach a prototype.
 */
export function readForm(text: string): FormFields {
  const rootFields = emptyFields()
  for (const [key, value] of new URLSearchParams(text)) putValue(rootFields, keyPath(key), value)

  return convertLists(rootFields) as FormFields
}

const emptyFields = (): FormFields => Object.create(null) as FormFields

function keyPath(key: string): string[] {
  const keyMatch = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key)
  if (!keyMatch)
    throw invalidRequest(
      `Invalid request: malformed parameter name ${key}`,
      'parameter_unknown',
      key,
    )

  return [keyMatch[1]!, ...[...keyMatch[2]!.matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1]!)]
}

function putValue(rootFields: FormFields, path: string[], value: string): void {
  let currentFields = rootFields
  path.forEach((part, index) => {
    const fieldName = part === '' ? String(Object.keys(currentFields).length) : part

    if (index === path.length - 1) {
      currentFields[fieldName] = value
      return
    }

    const nextValue = currentFields[fieldName]
    if (nextValue !== undefined && typeof nextValue === 'string')
      throw invalidRequest(`Invalid object: ${path[0]}`, 'parameter_invalid', path[0])

    currentFields =
      (nextValue as FormFields | undefined) ?? (currentFields[fieldName] = emptyFields())
  })
}

function convertLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value

  const fieldNames = Object.keys(value)
  if (fieldNames.length > 0 && fieldNames.every((fieldName) => /^\d+$/.test(fieldName)))
    return fieldNames
      .sort((a, b) => Number(a) - Number(b))
      .map((fieldName) => convertLists(value[fieldName]!))

  const convertedFields = emptyFields()
  for (const fieldName of fieldNames) convertedFields[fieldName] = convertLists(value[fieldName]!)

  return convertedFields
}
