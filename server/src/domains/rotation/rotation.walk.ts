import { setTimeout as sleep } from 'node:timers/promises'

export type RotationOptions = {
  batch?: number
  dryRun?: boolean
  /** Ends it between two batches. */
  signal?: AbortSignal
  /** How long values that somebody else holds are waited for, in milliseconds. */
  patienceMs?: number
  /** Told after each batch, which waits for it. */
  tell?: (moved: number) => unknown
}

/** What came of going over all places once: moved, held by somebody else, stopped. */
type Pass = { moved: number; left: number; interrupted: boolean }

const pauseMs = 200

/** Go over all places until a whole pass finds nothing more to do; moved counts all passes. */
export async function untilStill<P extends Pass>(
  onePass: (options: RotationOptions) => Promise<P>,
  options: RotationOptions,
): Promise<P> {
  const { patienceMs = 60_000, tell } = options
  let moved = 0
  let movedAt = performance.now()

  for (;;) {
    const before = moved
    const pass = await onePass({ ...options, tell: (n) => tell?.(before + n) })
    moved += pass.moved
    if (pass.interrupted || (!pass.moved && !pass.left)) return { ...pass, moved }

    if (pass.moved) movedAt = performance.now()
    else if (performance.now() - movedAt > patienceMs) return { ...pass, moved }
    else await sleep(pauseMs)
  }
}

type Steps<R> = {
  next(page: { after: string | null; limit: number }): Promise<R[]>
  /** Do with some rows what is to be done, and add to the pass what came of it. */
  take(rows: R[]): Promise<void>
}

/** Walk once over a place by id, batch by batch. */
export async function walk<R extends { id: string }>(
  pass: Pass,
  { batch = 200, signal, tell }: RotationOptions,
  { next, take }: Steps<R>,
): Promise<void> {
  for (let after: string | null = null; ;) {
    pass.interrupted ||= signal?.aborted === true
    if (pass.interrupted) return

    const rows = await next({ after, limit: batch })
    await take(rows)
    await tell?.(pass.moved)
    if (rows.length < batch) return

    after = rows.at(-1)!.id
  }
}
