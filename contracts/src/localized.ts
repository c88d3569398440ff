import type { Language } from './limits.ts'

// The one way in which contracts and server say something in two languages: what each language says
// stands side by side, pt-BR first, and whoever knows the reader takes theirs. Names and numbers
// are filled in by a function of typed arguments that answers such a text. (The browser's own texts
// are its translation files.)

/**
 * A text in every language of the shop; or whatever else a language has of its own, such as the
 * words of a document.
 */
export type Localized<T = string> = Readonly<Record<Language, T>>

/** What a reader of this language gets of a text. */
export const inLanguage = <T>(language: Language, text: Localized<T>): T => text[language]
