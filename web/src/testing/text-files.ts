import { readFileSync } from 'node:fs'

/**
 * The text files of a language as the browser fetches them, for a test that draws pages:
 * `textFiles('pt-BR', 'common', 'account')`.
 */
export const textFiles = (
  language: string,
  ...names: string[]
): Record<string, Record<string, string>> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      JSON.parse(
        readFileSync(
          new URL(`../../public/locales/${language}/${name}.json`, import.meta.url),
          'utf8',
        ),
      ) as Record<string, string>,
    ]),
  )
