import type { Language } from '@chaveiro/contracts/limits'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export type Texts = (
  namespace: string,
  key: string,
  given?: Record<string, string | number>,
) => string

/** The shop's texts in a language with their values filled in; throws for an unknown key. */
export function texts(language: Language): Texts {
  const files = new Map<string, Record<string, string>>()
  return (namespace, key, values = {}) => {
    if (!files.has(namespace))
      files.set(
        namespace,
        JSON.parse(
          readFileSync(join(root, `web/public/locales/${language}/${namespace}.json`), 'utf8'),
        ) as Record<string, string>,
      )

    const text = files.get(namespace)![key]
    if (text === undefined) throw new Error(`no text ${namespace}:${key}`)

    return text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, counted?: string) => {
      const value = values[name] ?? ''
      return counted ? new Intl.NumberFormat(language).format(Number(value)) : String(value)
    })
  }
}
