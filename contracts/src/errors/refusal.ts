import type { Localized } from '../localized.ts'

/** The text of a refusal, or a function that makes it from details. */
type Text = Localized | ((details: never) => Localized)

/** One refusal of the catalogue: its HTTP status and its text. */
export type Refusal<T extends Text = Text> = {
  status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503
  text: T
}

/** A refusal that keeps its details' type for the code that throws it. */
export const refusal = <T extends Text>(status: Refusal['status'], text: T): Refusal<T> => ({
  status,
  text,
})
