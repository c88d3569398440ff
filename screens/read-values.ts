// The values of an answer, in the forms in which people read them.

/** Every value of an answer with its path; a list's index is written as []. */
export function leavesOf(value: unknown, path = ''): [string, string | number][] {
  if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, `${path}[]`))

  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) =>
      name === '_id' ? [] : leavesOf(one, path ? `${path}.${name}` : name),
    )

  return typeof value === 'string' || typeof value === 'number' ? [[path, value]] : []
}

/** The forms of a value on a page: a number also as money, a moment with and without the time. */
export function formsOf(value: string | number, language: string): string[] {
  return writtenForms(value, language).map((form) => form.replaceAll(/[\u00a0\u202f]/g, ' '))
}

function writtenForms(value: string | number, language: string): string[] {
  if (typeof value === 'number')
    return [
      new Intl.NumberFormat(language).format(value),
      ...['BRL', 'USD'].flatMap((currency) =>
        [language, 'pt-BR'].map((one) =>
          new Intl.NumberFormat(one, { style: 'currency', currency }).format(value),
        ),
      ),
    ]

  if (!/^\d{4}-\d\d-\d\dT/.test(value)) return [value]

  const ways = [
    { dateStyle: 'medium' },
    { dateStyle: 'short', timeStyle: 'short' },
    { dateStyle: 'full', timeStyle: 'medium' },
  ] as const

  return ways.map((way) =>
    new Intl.DateTimeFormat(language, { ...way, timeZone: 'America/Sao_Paulo' }).format(
      new Date(value),
    ),
  )
}
