import { defaultLanguage, languages, type Language } from '@chaveiro/contracts/limits'

let current: Language = defaultLanguage

/** The language of the screen, for Accept-Language and Intl, without needing i18next. */
export function currentLanguage(): Language { return current }

/** i18n.ts reports every change here. */
export function setCurrentLanguage(language: string): void { current = nearestLanguage(language) }

/** Portuguese variants mean pt-BR, English ones en-US, anything else falls back to pt-BR (S012, Q99). */
export function nearestLanguage(code: string): Language {
  const exact = languages.find((language) => language.toLowerCase() === code.toLowerCase())
  if (exact) return exact
  return /^en\b/i.test(code.replace('_', '-')) ? 'en-US' : defaultLanguage
}
