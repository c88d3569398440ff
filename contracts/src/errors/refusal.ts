import type { Localized } from '../localized.ts'

/** What a refusal says: a text, or a function that makes it of what happened. */
type Text = Localized | ((details: never) => Localized)

/** One refusal of the catalogue: the status that it is answered with, and what it says. */
export type Refusal<T extends Text = Text> = {
  status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503
  text: T
}

/** A refusal, with the type of its details kept for whoever refuses. */
export const refusal = <T extends Text>(status: Refusal['status'], text: T): Refusal<T> => ({
  status,
  text,
})
