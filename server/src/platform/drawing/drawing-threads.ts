import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** What is drawn in a thread of its own, or read in another; drawing-thread.ts knows how. */
export type Drawing = 'mail' | 'invoice' | 'evidence' | 'card' | 'letter' | 'report'

/** How the thread draws one of them: from plain data alone, and into plain data. */
export type Draw = (given: never) => Promise<unknown>

export type Asked = { id: number; name: Drawing; given: unknown }
export type Drawn = { id: number; made?: unknown; error?: unknown }

type Waiting = { done(made: unknown): void; failed(error: unknown): void }
type Crew = 'drawing' | 'reading'

type Thread = {
  crew: Crew
  worker: Worker
  waiting: Map<number, Waiting>
  rest: NodeJS.Timeout | undefined
}

/** Read from its sources as we are, or built beside us as we are. */
const entry = import.meta.filename.endsWith('.ts')
  ? fileURLToPath(new URL('../../drawing-thread.ts', import.meta.url))
  : join(import.meta.dirname, 'drawing-thread.js')

/** The thread ends after so long without work, and gives its memory back. */
const restMs = 30_000

/** No drawing takes a hundredth of it: one that does would keep all others waiting for ever. */
const mostMs: Record<Crew, number> = { drawing: 60_000, reading: 20_000 }

/** What strangers wrote is read apart, so that a mail that is made to take long holds up no receipt. */
const crewOf = (name: Drawing): Crew =>
  name === 'letter' || name === 'report' ? 'reading' : 'drawing'

const threads = new Map<Crew, Thread>()
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
  const crew = crewOf(name)
  const by = threads.get(crew) ?? begin(crew)
  const id = ++asked
  clearTimeout(by.rest)
  // A process that waits for a drawing does not end; one whose thread rests may.
  by.worker.ref()
  const late = setTimeout(() => end(by, new Error(`drawing ${name} takes too long`)), mostMs[crew])
  const made = new Promise<unknown>((done, failed) => by.waiting.set(id, { done, failed }))
  by.worker.postMessage({ id, name, given } satisfies Asked)

  return made.finally(() => clearTimeout(late)) as Promise<Awaited<ReturnType<D>>>
}

function begin(crew: Crew): Thread {
  const worker = new Worker(entry, {
    // React is another in production, three times as quick.
    env: { NODE_ENV: 'production' },
    execArgv: [],
    name: crew,
  })

  const by: Thread = { crew, worker, waiting: new Map(), rest: undefined }
  threads.set(crew, by)

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

/** Give up what is being drawn and read, and the threads. */
export function endDrawing(): void {
  for (const by of threads.values()) end(by, new Error('the shop is closing'))
}

/** The thread is over, and so is what it was to draw. */
function end(by: Thread, error: Error | null): void {
  if (threads.get(by.crew) === by) threads.delete(by.crew)
  clearTimeout(by.rest)
  for (const { failed } of by.waiting.values()) failed(error)
  by.waiting.clear()
  void by.worker.terminate()
}
