import type { Client } from 'pg'

/**
 * Ask a connection of its own for a sign of life, again and again (milliseconds); one that gives
 * none is cut, so that its owner hears 'error' or 'end'. A line that died without a word would
 * otherwise never be noticed by who only listens.
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
