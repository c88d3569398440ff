import { write, writeSync } from 'node:fs'

/**
 * Whether the log is being written; lost counts the lines that are gone since the process began.
 */
type LogState = { ok: boolean; reason: string | null; since: string | null; lost: number }

export type LogSink = {
  write(line: string): void
  state(): LogState
  /**
   * Wait until the log is written, for at most so many milliseconds; answers whether a write still
   * hangs.
   */
  drain(ms: number): Promise<boolean>
}

const mostBytes = 4 * 1024 * 1024
const chunkLines = 200
const retryMs = 1_000
const hangsAfterMs = 5_000

/** Why the log is not being written, and since when. */
type Fault = { reason: string; since: Date }

const unread = (since: number): Fault => ({
  reason: 'not read',
  since: new Date(Date.now() - (performance.now() - since)),
})

const stateOf = (fault: Fault | null, lost: number): LogState => ({
  ok: fault === null,
  reason: fault?.reason ?? null,
  since: fault?.since.toISOString() ?? null,
  lost,
})

function writeLast(fd: number, text: string): void {
  try {
    writeSync(fd, text)
  } catch {
    /* there is nobody to tell */
  }
}

/**
 * Writes the log to a file descriptor. It never throws and nobody waits for it: one write is under
 * way at a time, what cannot be written (disk full, terminal or pipe gone) is dropped and counted,
 * and a reader that stops reading fills four megabytes and no more.
 */
export function createLogSink(fd: number): LogSink {
  let lines: string[] = []
  let waitingBytes = 0
  let writingSince = 0
  let retryAt = 0
  let lost = 0
  let fault: Fault | null = null

  const failed = (reason: string) => {
    fault ??= { reason, since: new Date() }
  }

  const pump = (): void => {
    if (writingSince || !lines.length || performance.now() < retryAt) return

    const batch = lines.splice(0, chunkLines)
    const bytes = Buffer.from(batch.join(''))
    waitingBytes -= bytes.length
    send(bytes, batch.length)
  }

  const send = (bytes: Buffer, count: number): void => {
    writingSince = performance.now()
    write(fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(send, 50, bytes, count).unref()
      if (!error && written < bytes.length) return send(bytes.subarray(written), count)

      writingSince = 0

      if (error) {
        lost += count
        failed(error.code ?? 'unknown')
        retryAt = performance.now() + retryMs
        setTimeout(pump, retryMs).unref()
      } else {
        fault = null
        pump()
      }
    })
  }

  const hangs = () => writingSince > 0 && performance.now() - writingSince > hangsAfterMs
  // What is still waiting when the process ends is written at once, unless that could hang.
  process.on('exit', () => {
    if (!fault && !writingSince) writeLast(fd, lines.join(''))
  })

  return {
    write(line) {
      const bytes = Buffer.byteLength(line)

      if (waitingBytes + bytes > mostBytes) {
        lost++
        if (hangs()) failed('not read')

        return
      }

      lines.push(line)
      waitingBytes += bytes
      pump()
    },

    state: () => stateOf(fault ?? (hangs() ? unread(writingSince) : null), lost),

    async drain(ms) {
      const end = performance.now() + ms
      while ((lines.length || writingSince) && !fault && performance.now() < end)
        await new Promise((done) => setTimeout(done, 10))

      return writingSince > 0
    },
  }
}
