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

const wanted = new Set<string>(namespaces)

/**
 * Only exactly one takes the singular, in both languages: Intl's Portuguese would write '0
 * produto', and a million takes a form of its own there ('many') that no text has.
 */
const counting: ThirdPartyModule = {
  type: '3rdParty',
  init(instance) {
    instance.services.pluralResolver.getSuffix = (_: string, count: number) =>
      count === 1 ? '_one' : '_other'
  },
}

/**
 * i18next of the app; only two languages and the closed list of namespaces are ever requested,
 * whatever `lng` says (Q99).
 */
export const texts: i18n = i18next.createInstance().use(counting)

/**
 * GET /locales/{lng}/{ns}.json; a file of ours is small, flat and never re-read (S296), so eight
 * lines do what a library would.
 */
const files: BackendModule = {
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
  const answer = await fetch(`/locales/${language}/${namespace}.json`)
  if (!answer.ok) throw new Error(`${language}/${namespace}: ${answer.status}`)

  return (await answer.json()) as Record<string, string>
}

// The files are flat dictionaries, so a dot in a key is only a dot.
// Both languages hold the same keys and every other one maps to one of them, so there is no third
// file to fall back on.
const common: InitOptions = {
  supportedLngs: languages,
  fallbackLng: false,
  load: 'currentOnly',
  defaultNS: 'common',
  keySeparator: false,
  interpolation: { escapeValue: false },
  returnNull: false,
}

let ready: Promise<unknown> = Promise.resolve()

/**
 * Start the texts in the browser and load the common namespace; pages load their own with
 * `loadTexts`. A page that the server rendered starts in the server's language, so that it can be
 * taken over as it is; `preferred` is what the browser would choose.
 */
export async function startTexts(given: PageState | null): Promise<{ preferred: Language }> {
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
    tellServer(language)
  })

  const resources = given
    ? {
        resources: { [given.language]: given.texts },
        partialBundledLanguages: true,
        ns: Object.keys(given.texts),
      }
    : { ns: ['common'] }

  ready = texts
    .use(files)
    .use(initReactI18next)
    .init({ ...common, ...resources, lng: given?.language ?? preferred })

  await ready

  return { preferred }
}

/**
 * A language that the request would not tell by itself goes into the cookie, so that the next page
 * comes in it from the server.
 */
function tellServer(language: string): void {
  if (!/(?:^|; )i18next=/.test(readCookies()) && nearestLanguage(navigator.language) === language)
    return
  writeCookie(`i18next=${language}; Path=/; Max-Age=31536000; SameSite=Lax`)
}

/**
 * Load the namespaces of a page before it shows, so that no key ever flashes; the server brings its
 * own.
 */
export async function loadTexts(...names: string[]): Promise<void> {
  if (import.meta.env.SSR) return

  await ready
  await texts.loadNamespaces(names.filter((name) => wanted.has(name)))
}

/** The texts of one language for the server, all of them at hand. */
export function serverTexts(language: Language, given: PageState['texts']): i18n {
  const instance = i18next.createInstance()

  void instance
    .use(counting)
    .use(initReactI18next)
    .init({
      ...common,
      lng: language,
      ns: Object.keys(given),
      resources: { [language]: given },
      initAsync: false,
    })

  return instance
}
