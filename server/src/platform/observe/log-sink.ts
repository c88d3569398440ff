import { write, writeSync } from 'node:fs'

/** Whether the log can be written; `lost` counts the lines dropped since the process started. */
type LogState = { ok: boolean; reason: string | null; since: string | null; lost: number }

export type LogSink = {
  write(line: string): void
  state(): LogState
  /** Waits up to `ms` milliseconds for pending writes; returns whether a write still hangs. */
  drain(ms: number): Promise<boolean>
}

const bufferBytes = 4 * 1024 * 1024
const chunkLines = 200
const retryAfterMs = 1_000
const hangsAfterMs = 5_000

/** Why the log cannot be written, and since when. */
type Fault = { reason: string; since: Date }

const unreadFault = (since: number): Fault => ({
  reason: 'not read',
  since: new Date(Date.now() - (performance.now() - since)),
})

const logStateOf = (fault: Fault | null, lostLines: number): LogState => ({
  ok: fault === null,
  reason: fault?.reason ?? null,
  since: fault?.since.toISOString() ?? null,
  lost: lostLines,
})

function writeLast(fd: number, text: string): void {
  try {
    writeSync(fd, text)
  } catch {
    /** There is no other channel to report this failure. */
  }
}

/**
 * Writes the log to a file descriptor, one write at a time; never throws or blocks. Lines that
 * cannot be written (disk full, closed pipe) are dropped and counted. A reader that stops reading
 * costs at most four megabytes of memory.
 */
export function createLogSink(fd: number): LogSink {
  let pendingLines: string[] = []
  let waitingBytes = 0
  /** Monotonic times in milliseconds; 0 means never. */
  let [writingSince, nextTryAt] = [0, 0]
  let lostLines = 0
  let currentFault: Fault | null = null

  const noteFault = (reason: string) => {
    currentFault ??= { reason, since: new Date() }
  }

  const writeNextBatch = (): void => {
    if (writingSince || !pendingLines.length || performance.now() < nextTryAt) return

    const lineBatch = pendingLines.splice(0, chunkLines)
    const batchBytes = Buffer.from(lineBatch.join(''))
    waitingBytes -= batchBytes.length
    writeBytes(batchBytes, lineBatch.length)
  }

  const writeBytes = (bytes: Buffer, count: number): void => {
    writingSince = performance.now()
    write(fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(writeBytes, 50, bytes, count).unref()
      if (!error && written < bytes.length) return writeBytes(bytes.subarray(written), count)

      writingSince = 0

      if (error) {
        lostLines += count
        noteFault(error.code ?? 'unknown')
        nextTryAt = performance.now() + retryAfterMs
        setTimeout(writeNextBatch, retryAfterMs).unref()
      } else {
        currentFault = null
        writeNextBatch()
      }
    })
  }

  const isPending = () => (pendingLines.length > 0 || writingSince > 0) && !currentFault
  const isHanging = () => writingSince > 0 && performance.now() - writingSince > hangsAfterMs
  // When the process ends, pending lines are written synchronously, unless that write could hang.
  process.on('exit', () => {
    if (!currentFault && !writingSince) writeLast(fd, pendingLines.join(''))
  })

  return {
    write(line) {
      const lineBytes = Buffer.byteLength(line)

      if (waitingBytes + lineBytes > bufferBytes) {
        lostLines++
        if (isHanging()) noteFault('not read')

        return
      }

      pendingLines.push(line)
      waitingBytes += lineBytes
      writeNextBatch()
    },

    state: () =>
      logStateOf(currentFault ?? (isHanging() ? unreadFault(writingSince) : null), lostLines),

    async drain(ms) {
      const drainDeadline = performance.now() + ms
      while (isPending() && performance.now() < drainDeadline)
        await new Promise((done) => setTimeout(done, 10))

      return writingSince > 0
    },
  }
}
