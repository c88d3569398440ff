import type { Language } from './limits.ts'

// The single form of two-language texts in contracts and server: one text a language, pt-BR first;
// the code that knows the reader picks theirs. Names and numbers come in by a function with
// typed arguments that returns such a text. (The browser's own texts are in its translation files.)

/** A text, or another value such as a document's words, for each language of the shop. */
export type Localized<T = string> = Readonly<Record<Language, T>>

/** The value for a reader of this language. */
export const inLanguage = <T>(language: Language, text: Localized<T>): T => text[language]
