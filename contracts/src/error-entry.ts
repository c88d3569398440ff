/** What one refusal answers: its status and its text in both languages. */
export type Entry = {
  status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503
  pt: string
  en: string
}
export const entry = (status: Entry['status'], pt: string, en: string): Entry => ({
  status,
  pt,
  en,
})
