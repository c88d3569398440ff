import { currentLanguage } from '../../../i18n/language.ts'

/** Joins words in one phrase of the screen's language, with 'and' or 'or'. */
export const joinPhrase = (
  things: readonly string[],
  type: 'disjunction' | 'conjunction',
): string => new Intl.ListFormat(currentLanguage(), { type }).format(things)
