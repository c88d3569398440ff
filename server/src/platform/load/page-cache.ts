import { setTimeout as sleep } from 'node:timers/promises'

import { Failure } from '../errors.ts'

/**
 * Nothing exists under a name that a visitor made up: such an answer is not cached and is no error.
 */
export class NoSuchPage extends Error {}

export type PageCache = {
  hold<T>(key: string, make: () => Promise<T>, keep?: (made: T) => boolean): Promise<T>
  /** The data changed or may have: cached pages then only serve while the database is silent. */
  doubt(): void
}

type Entry = { made: unknown; madeAt: number; until: number }
type Making = { made: unknown; isKept: boolean }

type Options = {
  pageMs: number
  hears(): boolean
  isSilent(): boolean
  onMake(key: string): unknown
}

const mostPages = 5_000

/** Outdated pages that are retained in case the database falls silent. */
const mostDoubtful = 500
const checkEveryMs = 200
const staleSince = new WeakMap<object, number>()

/** Age in seconds of a value that is shown because the database is silent; null otherwise. */
export function staleAge(made: object): number | null {
  const madeAt = staleSince.get(made)
  return madeAt === undefined ? null : Math.round((performance.now() - madeAt) / 1000)
}

/**
 * A cache of values that are made once and kept until a change. While the database is silent,
 * expired and outdated values are answered too, marked as stale (Q132).
 */
export function createPageCache({ pageMs, hears, isSilent, onMake }: Options): PageCache {
  const pages = new Map<string, Entry>()
  const making = new Map<string, Promise<Making>>()
  let generation = 0

  const purgeOld = () => {
    const now = performance.now()
    for (const [key, { until }] of pages) if (until <= now) pages.delete(key)
  }

  const begin = <T>(
    key: string,
    work: () => Promise<T>,
    keep: (made: T) => boolean,
  ): Promise<Making> => {
    onMake(key)
    const at = generation

    const made = (async (): Promise<Making> => {
      const value = await work()
      if (pages.size >= mostPages) purgeOld()
      const now = performance.now()
      const isKept = keep(value)

      if (isKept && hears() && at === generation && (pages.size < mostPages || pages.has(key))) {
        // Deleted first, so that the newest entry is last.
        pages.delete(key)
        pages.set(key, { made: value, madeAt: now, until: now + pageMs })
      }

      return { made: value, isKept }
    })().finally(() => {
      if (making.get(key) === made) making.delete(key)
    })

    making.set(key, made)

    return made
  }

  return {
    async hold<T>(key: string, work: () => Promise<T>, keep: (made: T) => boolean = () => true) {
      const ready = pages.get(key)
      if (ready && ready.until > performance.now()) return ready.made as T
      if (ready && isSilent()) return markStale(ready) as T

      const pendingPage = making.get(key) ?? begin(key, work, keep)
      if (!ready) return (await pendingPage).made as T

      const isAway = () => isSilent() || !hears()

      return (await madeOrStale(pendingPage, ready, isSilent, isAway)) as T
    },

    doubt() {
      generation++
      let over = pages.size - mostDoubtful
      for (const [key, one] of pages)
        if (over-- > 0) pages.delete(key)
        else one.until = 0
      making.clear()
    },
  }
}

function markStale(entry: Entry): unknown {
  const { made, madeAt } = entry
  if (typeof made === 'object' && made) staleSince.set(made, madeAt)

  return made
}

/** The new value, or the old one once the database is silent or away. */
async function madeOrStale(
  pendingPage: Promise<Making>,
  oldEntry: Entry,
  isSilent: () => boolean,
  isAway: () => boolean,
): Promise<unknown> {
  let outcome: { making?: Making; error?: unknown } | null = null

  const over = pendingPage.then(
    (making) => void (outcome = { making }),
    (error: unknown) => void (outcome = { error }),
  )

  const currentOutcome = () => outcome as { making?: Making; error?: unknown } | null

  while (!currentOutcome()) {
    await Promise.race([over, sleep(checkEveryMs)])
    if (!currentOutcome() && isSilent()) return markStale(oldEntry)
  }

  const { making, error } = currentOutcome()!
  if (making) return !making.isKept && isAway() ? markStale(oldEntry) : making.made
  if (isAway() && !(error instanceof Failure || error instanceof NoSuchPage))
    return markStale(oldEntry)

  throw error
}
