import type { App } from '../app.ts'
import { fail } from '../errors.ts'

/** How long work may wait for a silent database, and how often that is checked. */
const patienceMs = 1_800
const checkEveryMs = 200

/**
 * The result of `work`. Throws database.away when the database has been silent for too long (Q132).
 */
export function failWhenSilent<T>(app: App, work: Promise<T>): Promise<T> {
  work.catch(() => {})
  let silenceTimer: NodeJS.Timeout
  let isSettled = false

  const databaseSilence = new Promise<never>((_, reject) => {
    const checkSilence = () => {
      // Checks after the event loop has read answers that arrived while it was blocked.
      setImmediate(() => {
        if (app.answers.isSilent()) reject(fail('database.away').after(5))
        else if (!isSettled) silenceTimer = setTimeout(checkSilence, checkEveryMs)
      })
    }
    silenceTimer = setTimeout(checkSilence, patienceMs)
  })

  databaseSilence.catch(() => {})

  return Promise.race([work, databaseSilence]).finally(() => {
    isSettled = true
    clearTimeout(silenceTimer)
  })
}
