import type { Language } from './limits.ts'

// Texts in both languages, pt-BR first, for contracts and server; the code that knows the reader
// selects the language. A text with names or numbers is a function with typed arguments that
// returns both languages. (The browser's texts are in its translation files.)

/** A text, or another value such as a document's words, for each language of the shop. */
export type Localized<T = string> = Readonly<Record<Language, T>>

/** The value for a reader of this language. */
export const inLanguage = <T>(language: Language, text: Localized<T>): T => text[language]
