import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/**
 * Work that runs in a separate thread: drawing, and parsing mails. drawing-thread.ts implements it.
 */
export type Drawing = 'mail' | 'invoice' | 'evidence' | 'card' | 'letter' | 'report'

/** The function for one kind of work; input and result are plain data. */
export type Draw = (input: never) => Promise<unknown>

export type DrawRequest = { id: number; name: Drawing; input: unknown }
export type DrawReply = { id: number; result?: unknown; error?: unknown }

type PendingDrawing = { done(result: unknown): void; failed(error: unknown): void }
type ThreadKind = 'drawing' | 'reading'

type Thread = {
  kind: ThreadKind
  worker: Worker
  waiting: Map<number, PendingDrawing>
  idleTimer: NodeJS.Timeout | undefined
}

/** The source file in development; the built file beside this one in production. */
const threadEntry = import.meta.filename.endsWith('.ts')
  ? fileURLToPath(new URL('../../drawing-thread.ts', import.meta.url))
  : join(import.meta.dirname, 'drawing-thread.js')

/** After this time without work a thread ends, to free its memory. */
const idleTimeoutMs = 30_000

/**
 * Timeouts are about a hundred times longer than the work takes, so that a hanging drawing cannot
 * block the others for ever.
 */
const timeoutMs: Record<ThreadKind, number> = { drawing: 60_000, reading: 20_000 }

/** Content from strangers has its own thread, so that a hostile mail cannot delay receipts. */
const threadKindOf = (name: Drawing): ThreadKind =>
  name === 'letter' || name === 'report' ? 'reading' : 'drawing'

const runningThreads = new Map<ThreadKind, Thread>()
let lastDrawingId = 0

/**
 * Draws in a thread, so that requests are not blocked; the first drawing starts the thread. The
 * thread gets its input, but no settings or secrets. Throws when the drawing fails or the thread
 * dies; the next drawing starts a new thread.
 */
export function drawInThread<D extends Draw>(
  name: Drawing,
  input: Parameters<D>[0],
): Promise<Awaited<ReturnType<D>>> {
  const threadKind = threadKindOf(name)
  const thread = runningThreads.get(threadKind) ?? startThread(threadKind)
  const id = ++lastDrawingId
  clearTimeout(thread.idleTimer)
  // A pending drawing keeps the process alive; an idle thread does not.
  thread.worker.ref()
  const drawingTimeout = setTimeout(
    () => endThread(thread, new Error(`drawing ${name} took too long`)),
    timeoutMs[threadKind],
  )
  const drawingResult = new Promise<unknown>((done, failed) =>
    thread.waiting.set(id, { done, failed }),
  )
  thread.worker.postMessage({ id, name, input } satisfies DrawRequest)

  return drawingResult.finally(() => clearTimeout(drawingTimeout)) as Promise<
    Awaited<ReturnType<D>>
  >
}

function startThread(threadKind: ThreadKind): Thread {
  const worker = new Worker(threadEntry, {
    // NODE_ENV selects React's production build, which is three times as fast.
    env: { NODE_ENV: 'production' },
    execArgv: [],
    name: threadKind,
  })

  const thread: Thread = { kind: threadKind, worker, waiting: new Map(), idleTimer: undefined }
  runningThreads.set(threadKind, thread)

  worker
    .on('message', ({ id, result, error }: DrawReply) => {
      const pendingDrawing = thread.waiting.get(id)
      thread.waiting.delete(id)
      if (error === undefined) pendingDrawing?.done(result)
      else pendingDrawing?.failed(error)
      if (thread.waiting.size) return

      worker.unref()
      thread.idleTimer = setTimeout(() => endThread(thread, null), idleTimeoutMs).unref()
    })
    .on('error', (error) => endThread(thread, error))
    .on('exit', () => endThread(thread, new Error('the drawing thread ended during a drawing')))

  return thread
}

/** Aborts all drawings and ends the threads. */
export function endDrawingThreads(): void {
  for (const thread of runningThreads.values()) endThread(thread, new Error('the shop is closing'))
}

/** Ends the thread and rejects its pending drawings. */
function endThread(thread: Thread, error: Error | null): void {
  if (runningThreads.get(thread.kind) === thread) runningThreads.delete(thread.kind)
  clearTimeout(thread.idleTimer)
  for (const { failed } of thread.waiting.values()) failed(error)
  thread.waiting.clear()
  void thread.worker.terminate()
}
