import { setTimeout as sleep } from 'node:timers/promises'

export type RotationOptions = {
  batch?: number
  dryRun?: boolean
  /** Stops the rotation between two batches. */
  signal?: AbortSignal
  /** How long to wait for values that others lock, in milliseconds. */
  patienceMs?: number
  /** Called after each batch with the count so far; the next batch waits for it. */
  tell?: (moved: number) => unknown
}

/** The result of one pass over all places: changed, locked by others, stopped. */
type Pass = { moved: number; left: number; interrupted: boolean }

const pauseMs = 200

/** Repeats passes until one finds nothing to do; moved counts all passes. */
export async function repeatPasses<P extends Pass>(
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
  /** Processes some rows and adds the result to the pass. */
  take(rows: R[]): Promise<void>
}

/** Goes once over a place by id, batch by batch. */
export async function walk<R extends { id: string }>(
  pass: Pass,
  { batch = 200, signal, tell }: RotationOptions,
  { next, take }: Steps<R>,
): Promise<void> {
  for (let after: string | null = null; ;) {
    pass.interrupted ||= signal?.aborted === true
    if (pass.interrupted) return

    const batchRows = await next({ after, limit: batch })
    await take(batchRows)
    await tell?.(pass.moved)
    if (batchRows.length < batch) return

    after = batchRows.at(-1)!.id
  }
}
