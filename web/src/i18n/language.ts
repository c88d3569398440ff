import { defaultLanguage, type Language } from '@chaveiro/contracts/limits'

import { readText, type Store } from '../state/storage.ts'

type Named = { name: string; nameEn?: string | null | undefined }
let current: Language = defaultLanguage

/** The language of the screen, for Accept-Language and Intl, without needing i18next. */
export function currentLanguage(): Language {
  return current
}

/** i18n.ts reports every change here. */
export function setCurrentLanguage(language: string): void {
  current = nearestLanguage(language)
}

/** What a category is called on the screen; its name alone is its address. */
export const categoryLabel = ({ name, nameEn }: Named, language = current): string =>
  (language !== defaultLanguage && nameEn) || name

/**
 * Portuguese variants mean pt-BR, English ones en-US, anything else falls back to pt-BR (S012,
 * Q99).
 */
export function nearestLanguage(code: string): Language {
  return /^en\b/i.test(code.replace('_', '-')) ? 'en-US' : defaultLanguage
}

/** Where the language is kept, in local and in session storage (S014, Q99). */
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
 * The language of a visit: address, cookie, local storage, session storage, browser, html, in this
 * order (S013); the first that says anything decides.
 */
export function detectLanguage({
  search,
  cookie,
  local,
  session,
  navigator,
  html,
}: LanguageSources): Language {
  const inCookie = /(?:^|; )i18next=([^;]+)/.exec(cookie)?.[1]

  const said = [
    new URLSearchParams(search).get('lng'),
    inCookie,
    readText(local, languageKey),
    readText(session, languageKey),
    navigator[0],
    html,
  ]

  return nearestLanguage(said.find((code) => code) ?? defaultLanguage)
}
