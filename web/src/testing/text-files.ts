import { readFileSync } from 'node:fs'

/** The texts of a language as the browser loads them: `textFiles('pt-BR', 'common', 'account')`. */
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
