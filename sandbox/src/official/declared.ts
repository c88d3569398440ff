import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of the package's type declarations, beside its code. */
const resources = join(
  dirname(createRequire(import.meta.url).resolve('stripe')),
  '../esm/resources',
)

/**
 * The properties that the stripe package declares for an object: all properties, and the required
 * ones.
 */
export function declaredProperties(
  file: string,
  name: string,
): { all: string[]; always: string[] } {
  const declarationText = readFileSync(join(resources, `${file}.d.ts`), 'utf8').replaceAll(
    /\/\*\*[\s\S]*?\*\//g,
    '',
  )

  const interfaceBody = new RegExp(
    `^export (?:declare )?interface ${name} \\{\\n([\\s\\S]*?)^\\}`,
    'm',
  ).exec(declarationText)?.[1]

  if (interfaceBody === undefined)
    throw new Error(`the stripe package declares no ${name} in ${file}`)

  // Four spaces indent the object's own properties; nested ones are deeper.
  const properties = [...interfaceBody.matchAll(/^ {4}(\w+)(\??):/gm)]

  return {
    all: properties.map(([, property]) => property!),
    always: properties.filter(([, , optional]) => !optional).map(([, property]) => property!),
  }
}

/** Differences between an object and the package's declarations; empty when it matches. */
export function wrongWith(value: object, file: string, name: string): string[] {
  const { all, always } = declaredProperties(file, name)
  // `lastResponse` is added by the client and never sent.
  const propertyNames = Object.keys(value).filter((key) => key !== 'lastResponse')

  return [
    ...always
      .filter((key) => !propertyNames.includes(key))
      .map((key) => `${name}.${key} is missing`),
    ...propertyNames
      .filter((key) => !all.includes(key))
      .map((key) => `${name}.${key} is not declared`),
  ]
}
