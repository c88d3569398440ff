import { setTimeout as sleep } from 'node:timers/promises'

import { Failure } from '../errors.ts'

/**
 * Thrown for a page that does not exist, such as a name that a visitor made up. The miss is not
 * cached, and is not reported as an error.
 */
export class NoSuchPage extends Error {}

export type PageCache = {
  /**
   * The cached value of a key. Without a cached value, `make` creates it; the new value is cached
   * unless `keep` returns false.
   */
  hold<T>(key: string, make: () => Promise<T>, keep?: (freshValue: T) => boolean): Promise<T>
  /**
   * Call this when the data changed or may have changed. Cached pages are then sent only while the
   * database is silent.
   */
  doubt(): void
}

type Entry = { value: unknown; madeAt: number; until: number }
type Making = { value: unknown; isKept: boolean }

type Options = {
  pageMs: number
  hears(): boolean
  isSilent(): boolean
  onMake(key: string): unknown
}

const mostPages = 5_000

/** How many outdated pages are retained in case the database falls silent. */
const mostDoubtful = 500
const checkEveryMs = 200
const staleSince = new WeakMap<object, number>()

/** Age in seconds of a value that is shown because the database is silent; null otherwise. */
export function staleAgeSeconds(value: object): number | null {
  const madeAt = staleSince.get(value)
  return madeAt === undefined ? null : Math.round((performance.now() - madeAt) / 1000)
}

/**
 * A cache of values that are created once and stay until a change. While the database is silent,
 * expired and outdated values are sent too, marked as stale (Q132).
 */
export function createPageCache({ pageMs, hears, isSilent, onMake }: Options): PageCache {
  const cachedPages = new Map<string, Entry>()
  const pendingPages = new Map<string, Promise<Making>>()
  let generation = 0

  const purgeExpired = () => {
    const now = performance.now()
    for (const [key, { until }] of cachedPages) if (until <= now) cachedPages.delete(key)
  }

  const beginPage = <T>(
    key: string,
    work: () => Promise<T>,
    keep: (freshValue: T) => boolean,
  ): Promise<Making> => {
    onMake(key)
    const startGeneration = generation

    const pendingPage = (async (): Promise<Making> => {
      const freshValue = await work()
      if (cachedPages.size >= mostPages) purgeExpired()
      const now = performance.now()
      const isKept = keep(freshValue)

      if (
        isKept &&
        hears() &&
        startGeneration === generation &&
        (cachedPages.size < mostPages || cachedPages.has(key))
      ) {
        // Deletes the old entry first, so that the new one is last in the order of insertion.
        cachedPages.delete(key)
        cachedPages.set(key, { value: freshValue, madeAt: now, until: now + pageMs })
      }

      return { value: freshValue, isKept }
    })().finally(() => {
      if (pendingPages.get(key) === pendingPage) pendingPages.delete(key)
    })

    pendingPages.set(key, pendingPage)

    return pendingPage
  }

  return {
    async hold<T>(
      key: string,
      work: () => Promise<T>,
      keep: (freshValue: T) => boolean = () => true,
    ) {
      const cachedEntry = cachedPages.get(key)
      if (cachedEntry && cachedEntry.until > performance.now()) return cachedEntry.value as T
      if (cachedEntry && isSilent()) return markStale(cachedEntry) as T

      const pendingPage = pendingPages.get(key) ?? beginPage(key, work, keep)
      if (!cachedEntry) return (await pendingPage).value as T

      const isUnreachable = () => isSilent() || !hears()

      return (await madeOrStale(pendingPage, cachedEntry, isSilent, isUnreachable)) as T
    },

    doubt() {
      generation++
      let excessPages = cachedPages.size - mostDoubtful
      for (const [key, entry] of cachedPages)
        if (excessPages-- > 0) cachedPages.delete(key)
        else entry.until = 0
      pendingPages.clear()
    },
  }
}

function markStale(entry: Entry): unknown {
  const { value, madeAt } = entry
  if (typeof value === 'object' && value) staleSince.set(value, madeAt)

  return value
}

/** The new value; while the database is away, the old value marked as stale. */
async function madeOrStale(
  pendingPage: Promise<Making>,
  oldEntry: Entry,
  isSilent: () => boolean,
  isAway: () => boolean,
): Promise<unknown> {
  let makeOutcome: { making?: Making; error?: unknown } | null = null

  const outcomeNoted = pendingPage.then(
    (making) => void (makeOutcome = { making }),
    (error: unknown) => void (makeOutcome = { error }),
  )

  const currentOutcome = () => makeOutcome as { making?: Making; error?: unknown } | null

  while (!currentOutcome()) {
    await Promise.race([outcomeNoted, sleep(checkEveryMs)])
    if (!currentOutcome() && isSilent()) return markStale(oldEntry)
  }

  const { making, error } = currentOutcome()!
  if (making) return !making.isKept && isAway() ? markStale(oldEntry) : making.value
  if (isAway() && !(error instanceof Failure || error instanceof NoSuchPage))
    return markStale(oldEntry)

  throw error
}
