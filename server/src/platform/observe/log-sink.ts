import { write, writeSync } from 'node:fs'

/** Whether the log is being written; `lost` counts dropped lines since the process began. */
type LogState = { ok: boolean; reason: string | null; since: string | null; lost: number }

export type LogSink = {
  write(line: string): void
  state(): LogState
  /**
   * Waits at most `ms` milliseconds until the log is written; returns whether a write still hangs.
   */
  drain(ms: number): Promise<boolean>
}

const bufferBytes = 4 * 1024 * 1024
const chunkLines = 200
const retryAfterMs = 1_000
const hangsAfterMs = 5_000

/** The reason why the log is not written, and the start of that. */
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
    /* No channel is left to report it. */
  }
}

/**
 * Writes the log to a file descriptor; it never throws and never blocks. One write runs at a time.
 * Lines that cannot be written (disk full, pipe gone) are dropped and counted. A reader that stops
 * reading costs at most four megabytes.
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
  // Pending lines are written synchronously when the process ends, unless that could hang.
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
