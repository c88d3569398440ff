import type { Client } from 'pg'

/**
 * Ping a dedicated connection every so many milliseconds, and cut it when it does not answer, so
 * that its owner gets 'error' or 'end'. A connection that only listens would otherwise never notice
 * that the line died.
 */
export function keepBeating(client: Client, everyMs = 2_000): void {
  let ended = false
  client.once('end', () => {
    ended = true
  })
  const beat = () => {
    if (ended) return
    const question = { text: 'select 1', query_timeout: everyMs }
    client.query(question).then(wait, () => cut(client))
  }
  const wait = () => void setTimeout(beat, everyMs).unref()
  wait()
}

/** End a connection without asking the other side, which may be gone. */
export function cut(client: Client): void {
  ;(
    client as unknown as { connection: { stream: { destroy(): void } } }
  ).connection.stream.destroy()
}
