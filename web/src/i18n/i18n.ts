import { languages, namespaces, type Language } from '@chaveiro/contracts/limits'
import i18next, {
  type BackendModule,
  type i18n,
  type InitOptions,
  type ThirdPartyModule,
} from 'i18next'
import { initReactI18next } from 'react-i18next'

import type { PageState } from '../api/page-state.ts'
import { localStore, readCookies, sessionStore, writeCookie, writeText } from '../state/storage.ts'
import { detectLanguage, languageKey, nearestLanguage, setCurrentLanguage } from './language.ts'

const knownNamespaces = new Set<string>(namespaces)

/**
 * Singular for exactly one, plural otherwise, in both languages. Intl's Portuguese uses the
 * singular for 0 and a form of its own ('many') for a million.
 */
const pluralRules: ThirdPartyModule = {
  type: '3rdParty',
  init(instance) {
    instance.services.pluralResolver.getSuffix = (_: string, count: number) =>
      count === 1 ? '_one' : '_other'
  },
}

/**
 * The app's i18next. It only requests two languages and a closed list of namespaces, whatever `lng`
 * says (Q99).
 */
export const texts: i18n = i18next.createInstance().use(pluralRules)

/**
 * Loads /locales/{lng}/{ns}.json. The files are small, flat and never reloaded (S296), so no
 * backend library is needed.
 */
const localeBackend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    readFile(language, namespace).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    )
  },
}

async function readFile(language: string, namespace: string): Promise<Record<string, string>> {
  const response = await fetch(`/locales/${language}/${namespace}.json`)
  if (!response.ok) throw new Error(`${language}/${namespace}: ${response.status}`)

  return (await response.json()) as Record<string, string>
}

// The files are flat: a dot in a key has no meaning. Both languages hold the same keys, so no
// fallback language is needed.
const commonOptions: InitOptions = {
  supportedLngs: languages,
  fallbackLng: false,
  load: 'currentOnly',
  defaultNS: 'common',
  keySeparator: false,
  interpolation: { escapeValue: false },
  returnNull: false,
}

let initialized: Promise<unknown> = Promise.resolve()

/**
 * Starts i18next in the browser and loads the common namespace; pages load theirs with `loadTexts`.
 * A server-rendered page starts in the server's language so that it hydrates; `preferred` is the
 * browser's choice.
 */
export async function startTexts(pageState: PageState | null): Promise<{ preferred: Language }> {
  const preferred = detectLanguage({
    search: window.location.search,
    cookie: readCookies(),
    local: localStore(),
    session: sessionStore(),
    navigator: navigator.languages,
    html: document.documentElement.lang,
  })

  texts.on('languageChanged', (language) => {
    setCurrentLanguage(language)
    document.documentElement.lang = language
    document.documentElement.dir = texts.dir(language)
    writeText(localStore(), languageKey, language)
    storeLanguageCookie(language)
  })

  const resources = pageState
    ? {
        resources: { [pageState.language]: pageState.texts },
        partialBundledLanguages: true,
        ns: Object.keys(pageState.texts),
      }
    : { ns: ['common'] }

  initialized = texts
    .use(localeBackend)
    .use(initReactI18next)
    .init({ ...commonOptions, ...resources, lng: pageState?.language ?? preferred })

  await initialized

  return { preferred }
}

/**
 * Writes the language into a cookie if the request headers would not imply it, so that the server
 * renders the next page in this language.
 */
function storeLanguageCookie(language: string): void {
  if (!/(?:^|; )i18next=/.test(readCookies()) && nearestLanguage(navigator.language) === language)
    return
  writeCookie(`i18next=${language}; Path=/; Max-Age=31536000; SameSite=Lax`)
}

/**
 * Loads the namespaces of a page before it renders, so that no raw key is visible. The server has
 * all texts.
 */
export async function loadTexts(...names: string[]): Promise<void> {
  if (import.meta.env.SSR) return

  await initialized
  await texts.loadNamespaces(names.filter((name) => knownNamespaces.has(name)))
}

/** i18next with all texts of one language, for the server. */
export function serverTexts(language: Language, resources: PageState['texts']): i18n {
  const instance = i18next.createInstance()

  void instance
    .use(pluralRules)
    .use(initReactI18next)
    .init({
      ...commonOptions,
      lng: language,
      ns: Object.keys(resources),
      resources: { [language]: resources },
      initAsync: false,
    })

  return instance
}
