import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** What is drawn in a thread of its own; drawing-thread.ts knows how. */
export type Drawing = 'mail' | 'invoice' | 'evidence' | 'card'
/** How the thread draws one of them: from plain data alone, and into plain data. */
export type Draw = (given: never) => Promise<unknown>

export type Asked = { id: number; name: Drawing; given: unknown }
export type Drawn = { id: number; made?: unknown; error?: unknown }

type Waiting = { done(made: unknown): void; failed(error: unknown): void }
type Thread = { worker: Worker; waiting: Map<number, Waiting>; rest: NodeJS.Timeout | undefined }

/** Read from its sources as we are, or built beside us as we are. */
const entry = import.meta.filename.endsWith('.ts')
  ? fileURLToPath(new URL('../drawing-thread.ts', import.meta.url))
  : join(import.meta.dirname, 'drawing-thread.js')

/** The thread ends after so long without work, and gives its memory back. */
const restMs = 30_000
/** No drawing takes a hundredth of it: one that does would keep all others waiting for ever. */
const mostMs = 60_000

let thread: Thread | null = null
let asked = 0

/**
 * Draw something in a thread beside the one that answers requests, which begins with the first
 * drawing. It knows no setting and no secret but what it is given. Throws what the drawing throws,
 * and when the thread dies in the middle; the next drawing has a new one.
 */
export function drawAside<D extends Draw>(
  name: Drawing,
  given: Parameters<D>[0],
): Promise<Awaited<ReturnType<D>>> {
  const by = (thread ??= begin())
  const id = ++asked
  clearTimeout(by.rest)
  // A process that waits for a drawing does not end; one whose thread rests may.
  by.worker.ref()
  const late = setTimeout(() => end(by, new Error(`drawing ${name} takes too long`)), mostMs)
  const made = new Promise<unknown>((done, failed) => by.waiting.set(id, { done, failed }))
  by.worker.postMessage({ id, name, given } satisfies Asked)
  return made.finally(() => clearTimeout(late)) as Promise<Awaited<ReturnType<D>>>
}

function begin(): Thread {
  const worker = new Worker(entry, {
    // React is another in production, three times as quick.
    env: { NODE_ENV: 'production' },
    execArgv: [],
    name: 'drawing',
  })
  const by: Thread = { worker, waiting: new Map(), rest: undefined }
  worker
    .on('message', ({ id, made, error }: Drawn) => {
      const one = by.waiting.get(id)
      by.waiting.delete(id)
      if (error === undefined) one?.done(made)
      else one?.failed(error)
      if (by.waiting.size) return
      worker.unref()
      by.rest = setTimeout(() => end(by, null), restMs).unref()
    })
    .on('error', (error) => end(by, error))
    .on('exit', () => end(by, new Error('the drawing thread ended in the middle')))
  return by
}

/** Give up what is being drawn, and the thread. */
export function endDrawing(): void {
  if (thread) end(thread, new Error('the shop is closing'))
}

/** The thread is over, and so is what it was to draw. */
function end(by: Thread, error: Error | null): void {
  if (thread === by) thread = null
  clearTimeout(by.rest)
  for (const { failed } of by.waiting.values()) failed(error)
  by.waiting.clear()
  void by.worker.terminate()
}
