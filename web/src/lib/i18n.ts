import { defaultLanguage, languages, namespaces } from '@chaveiro/contracts/limits'
import i18next, { type BackendModule, type i18n } from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { initReactI18next } from 'react-i18next'
import { nearestLanguage, setCurrentLanguage } from './language.ts'

const wanted = new Set<string>(namespaces)

/** i18next of the app; only two languages and the closed list of namespaces are ever requested, whatever `lng` says (Q99). */
export const texts: i18n = i18next.createInstance()

/** GET /locales/{lng}/{ns}.json; a file of ours is small, flat and never re-read (S296), so eight lines do what a library would. */
const files: BackendModule = {
  type: 'backend', init: () => {},
  read: async (language, namespace, done) => {
    try {
      const answer = await fetch(`/locales/${language}/${namespace}.json`)
      if (!answer.ok) throw new Error(`${language}/${namespace}: ${answer.status}`)
      done(null, await answer.json() as Record<string, string>)
    } catch (error) { done(error as Error, null) }
  },
}

let ready: Promise<unknown> = Promise.resolve()

/** Start the texts in the browser and load the common namespace; pages load their own with `loadTexts`. */
export async function startTexts(): Promise<void> {
  texts.on('languageChanged', (language) => {
    setCurrentLanguage(language)
    document.documentElement.lang = language
    document.documentElement.dir = texts.dir(language)
  })
  ready = texts.use(files).use(LanguageDetector).use(initReactI18next).init({
    supportedLngs: languages, fallbackLng: defaultLanguage, load: 'currentOnly', ns: ['common'], defaultNS: 'common',
    // The files are flat dictionaries, so a dot in a key is only a dot.
    keySeparator: false, interpolation: { escapeValue: false }, returnNull: false,
    detection: {
      order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'], caches: ['localStorage'],
      lookupQuerystring: 'lng', lookupCookie: 'i18next', lookupLocalStorage: 'i18nextLng', lookupSessionStorage: 'i18nextLng',
      convertDetectedLanguage: nearestLanguage,
    },
  })
  await ready
}

/** Load the namespaces of a page before it shows, so that no key ever flashes. */
export async function loadTexts(...names: string[]): Promise<void> {
  await ready
  await texts.loadNamespaces(names.filter((name) => wanted.has(name)))
}
