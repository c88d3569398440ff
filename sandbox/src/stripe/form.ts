import { invalid } from './errors.ts'

export type FormValue = string | FormValue[] | FormFields
export type FormFields = { [name: string]: FormValue }

/**
 * Read Stripe's bracket form (`a[b][0][c]=d`, `a[]=b`) into objects and lists. Keys that are all
 * whole numbers make a list in their order; no key reaches a prototype.
 */
export function readForm(text: string): FormFields {
  const root = emptyFields()
  for (const [key, value] of new URLSearchParams(text)) put(root, pathOf(key), value)

  return listsIn(root) as FormFields
}

const emptyFields = (): FormFields => Object.create(null) as FormFields

function pathOf(key: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key)
  if (!match)
    throw invalid(`Invalid request: malformed parameter name ${key}`, 'parameter_unknown', key)

  return [match[1]!, ...[...match[2]!.matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1]!)]
}

function put(fields: FormFields, path: string[], value: string): void {
  let here = fields
  path.forEach((part, index) => {
    const name = part === '' ? String(Object.keys(here).length) : part

    if (index === path.length - 1) {
      here[name] = value
      return
    }

    const next = here[name]
    if (next !== undefined && typeof next === 'string')
      throw invalid(`Invalid object: ${path[0]}`, 'parameter_invalid', path[0])

    here = (next as FormFields | undefined) ?? (here[name] = emptyFields())
  })
}

function listsIn(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value

  const names = Object.keys(value)
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name)))
    return names.sort((a, b) => Number(a) - Number(b)).map((name) => listsIn(value[name]!))

  const fields = emptyFields()
  for (const name of names) fields[name] = listsIn(value[name]!)

  return fields
}
