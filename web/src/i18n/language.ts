import { defaultLanguage, type Language } from '@chaveiro/contracts/limits'

import { readText, type Store } from '../state/storage.ts'

type CategoryName = { name: string; nameEn?: string | null | undefined }
let activeLanguage: Language = defaultLanguage

/** Language of the screen, for Accept-Language and Intl, without loading i18next. */
export function currentLanguage(): Language {
  return activeLanguage
}

/** Called by i18n.ts on every change. */
export function setCurrentLanguage(language: string): void {
  activeLanguage = nearestLanguage(language)
}

/** Display name of a category. Its URL always contains `name`. */
export const categoryLabel = ({ name, nameEn }: CategoryName, language = activeLanguage): string =>
  (language !== defaultLanguage && nameEn) || name

/** Maps English variants to en-US and everything else to pt-BR (S012, Q99). */
export function nearestLanguage(code: string): Language {
  if (/^en\b/i.test(code.replace('_', '-'))) return 'en-US'

  return defaultLanguage
}

/** Storage key of the language, in local and session storage (S014, Q99). */
export const languageKey = 'i18nextLng'

export type LanguageSources = {
  search: string
  cookie: string
  local: Store
  session: Store
  navigator: readonly string[]
  html: string
}

/**
 * Language of a visit, from the first of: URL, cookie, local storage, session storage, browser,
 * html (S013).
 */
export function detectLanguage({
  search,
  cookie,
  local,
  session,
  navigator,
  html,
}: LanguageSources): Language {
  const cookieLanguage = /(?:^|; )i18next=([^;]+)/.exec(cookie)?.[1]

  const candidates = [
    new URLSearchParams(search).get('lng'),
    cookieLanguage,
    readText(local, languageKey),
    readText(session, languageKey),
    navigator[0],
    html,
  ]

  return nearestLanguage(candidates.find((code) => code) ?? defaultLanguage)
}
