import { setTimeout as sleep } from 'node:timers/promises'

export type RotationOptions = {
  batch?: number
  dryRun?: boolean
  /** Stops the rotation between two batches. */
  signal?: AbortSignal
  /** How long to wait for values that other transactions lock, in milliseconds. */
  patienceMs?: number
  /** Called after each batch with the count so far; the next batch waits for it. */
  tell?: (moved: number) => unknown
}

/** The result of one pass: how many values changed or were locked, and whether it was stopped. */
type Pass = { moved: number; left: number; interrupted: boolean }

const passPauseMs = 200

/**
 * Repeats passes until a pass finds nothing to do or is stopped, or until locked values stayed
 * locked for `patienceMs`. `moved` counts the changed values of all passes.
 */
export async function repeatPasses<P extends Pass>(
  onePass: (options: RotationOptions) => Promise<P>,
  options: RotationOptions,
): Promise<P> {
  const { patienceMs = 60_000, tell } = options
  let movedValues = 0
  let lastMoveAt = performance.now()

  for (;;) {
    const movedBefore = movedValues
    const passResult = await onePass({ ...options, tell: (n) => tell?.(movedBefore + n) })
    movedValues += passResult.moved
    if (passResult.interrupted || (!passResult.moved && !passResult.left))
      return { ...passResult, moved: movedValues }

    if (passResult.moved) lastMoveAt = performance.now()
    else if (performance.now() - lastMoveAt > patienceMs)
      return { ...passResult, moved: movedValues }
    else await sleep(passPauseMs)
  }
}

type Steps<R> = {
  next(page: { after: string | null; limit: number }): Promise<R[]>
  /** Processes some rows and adds the result to the pass. */
  take(rows: R[]): Promise<void>
}

/** Processes all rows of a place once, in batches ordered by id. */
export async function walkBatches<R extends { id: string }>(
  pass: Pass,
  { batch = 200, signal, tell }: RotationOptions,
  { next, take }: Steps<R>,
): Promise<void> {
  for (let afterId: string | null = null; ;) {
    pass.interrupted ||= signal?.aborted === true
    if (pass.interrupted) return

    const batchRows = await next({ after: afterId, limit: batch })
    await take(batchRows)
    await tell?.(pass.moved)
    if (batchRows.length < batch) return

    afterId = batchRows.at(-1)!.id
  }
}
