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
const retryMs = 1_000
const hangsAfterMs = 5_000

/** The reason why the log is not written, and the start of that. */
type Fault = { reason: string; since: Date }

const unreadFault = (since: number): Fault => ({
  reason: 'not read',
  since: new Date(Date.now() - (performance.now() - since)),
})

const stateOf = (fault: Fault | null, lostLines: number): LogState => ({
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
  let lines: string[] = []
  let waitingBytes = 0
  let writingSince = 0
  let retryAt = 0
  let lostLines = 0
  let fault: Fault | null = null

  const noteFault = (reason: string) => {
    fault ??= { reason, since: new Date() }
  }

  const writeNextBatch = (): void => {
    if (writingSince || !lines.length || performance.now() < retryAt) return

    const batch = lines.splice(0, chunkLines)
    const bytes = Buffer.from(batch.join(''))
    waitingBytes -= bytes.length
    writeBytes(bytes, batch.length)
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
        retryAt = performance.now() + retryMs
        setTimeout(writeNextBatch, retryMs).unref()
      } else {
        fault = null
        writeNextBatch()
      }
    })
  }

  const isHanging = () => writingSince > 0 && performance.now() - writingSince > hangsAfterMs
  // Pending lines are written synchronously when the process ends, unless that could hang.
  process.on('exit', () => {
    if (!fault && !writingSince) writeLast(fd, lines.join(''))
  })

  return {
    write(line) {
      const bytes = Buffer.byteLength(line)

      if (waitingBytes + bytes > bufferBytes) {
        lostLines++
        if (isHanging()) noteFault('not read')

        return
      }

      lines.push(line)
      waitingBytes += bytes
      writeNextBatch()
    },

    state: () => stateOf(fault ?? (isHanging() ? unreadFault(writingSince) : null), lostLines),

    async drain(ms) {
      const deadline = performance.now() + ms
      while ((lines.length || writingSince) && !fault && performance.now() < deadline)
        await new Promise((done) => setTimeout(done, 10))

      return writingSince > 0
    },
  }
}
