import { setTimeout as sleep } from 'node:timers/promises'

import { Failure } from '../errors.ts'

/** Made-up names find nothing: such an answer is not kept, and is no fault. */
export class NotThere extends Error {}

export type KeptPages = {
  hold<T>(key: string, make: () => Promise<T>, keep?: (made: T) => boolean): Promise<T>
  /** Something changed, or may have: what is kept is shown only while the database is silent. */
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

const most = 5_000

/** How many pages of before a change wait for a database that falls silent. */
const mostDoubtful = 500
const lookMs = 200
const stale = new WeakMap<object, number>()

/** How old something is (seconds) that is shown because the database is silent; null else. */
export function staleAge(made: object): number | null {
  const madeAt = stale.get(made)
  return madeAt === undefined ? null : Math.round((performance.now() - madeAt) / 1000)
}

/**
 * Entries that are made once and kept while changes are noticed. While the database is silent, those
 * that are too old or doubtful are answered too, and known as stale (Q132).
 */
export function keepPages({ pageMs, hears, isSilent, onMake }: Options): KeptPages {
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
      const one = await work()
      if (pages.size >= most) purgeOld()
      const now = performance.now()
      const isKept = keep(one)

      if (isKept && hears() && at === generation && (pages.size < most || pages.has(key))) {
        // The newest stands last.
        pages.delete(key)
        pages.set(key, { made: one, madeAt: now, until: now + pageMs })
      }

      return { made: one, isKept }
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
      if (ready && isSilent()) return shown(ready) as T

      const coming = making.get(key) ?? begin(key, work, keep)
      if (!ready) return (await coming).made as T

      const isAway = () => isSilent() || !hears()

      return (await madeOrStale(coming, ready, isSilent, isAway)) as T
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

function shown(entry: Entry): unknown {
  const { made, madeAt } = entry
  if (typeof made === 'object' && made) stale.set(made, madeAt)

  return made
}

/** What is being made, or the old one once the database is known to be silent or away. */
async function madeOrStale(
  coming: Promise<Making>,
  old: Entry,
  isSilent: () => boolean,
  isAway: () => boolean,
): Promise<unknown> {
  let outcome: { making?: Making; error?: unknown } | null = null

  const over = coming.then(
    (making) => void (outcome = { making }),
    (error: unknown) => void (outcome = { error }),
  )

  const seen = () => outcome as { making?: Making; error?: unknown } | null

  while (!seen()) {
    await Promise.race([over, sleep(lookMs)])
    if (!seen() && isSilent()) return shown(old)
  }

  const { making, error } = seen()!
  if (making) return !making.isKept && isAway() ? shown(old) : making.made
  if (isAway() && !(error instanceof Failure || error instanceof NotThere)) return shown(old)

  throw error
}
