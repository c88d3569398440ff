import { currentLanguage } from '../../../i18n/language.ts'

/** Several things in one phrase, as the language of the screen says it: one of them, or all. */
export const phrase = (things: readonly string[], type: 'disjunction' | 'conjunction'): string =>
  new Intl.ListFormat(currentLanguage(), { type }).format(things)
