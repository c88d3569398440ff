import type { App } from '../app.ts'
import { fail } from '../errors.ts'

/** How long work may wait for a silent database, and how often that is checked. */
const patienceMs = 1_800
const lookMs = 200

/** The result of work, or database.away once it has waited for a silent database (Q132). */
export function answered<T>(app: App, work: Promise<T>): Promise<T> {
  work.catch(() => {})
  let timer: NodeJS.Timeout
  let isOver = false

  const silence = new Promise<never>((_, refuse) => {
    const look = () => {
      // Read first what arrived while this process was busy.
      setImmediate(() => {
        if (app.answers.isSilent()) refuse(fail('database.away').after(5))
        else if (!isOver) timer = setTimeout(look, lookMs)
      })
    }
    timer = setTimeout(look, patienceMs)
  })

  silence.catch(() => {})

  return Promise.race([work, silence]).finally(() => {
    isOver = true
    clearTimeout(timer)
  })
}
