import type { Client } from 'pg'

/**
 * Ping a dedicated connection every so many milliseconds, and cut it when it does not answer, so
 * that its owner gets 'error' or 'end'. A connection that only listens would otherwise never notice
 * that the line died.
 */
export function keepBeating(client: Client, everyMs = 2_000, patienceMs = everyMs): void {
  let ended = false
  client.once('end', () => {
    ended = true
  })

  const beat = () => {
    if (ended) return

    const question = { text: 'select 1', query_timeout: patienceMs }
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

/**
 * Have the database notice within half a minute that this side of a connection is gone with its
 * machine: unasked it would hold the session, and its locks, for two hours.
 */
export async function endIsNoticed(client: Client): Promise<void> {
  const text = `select set_config('tcp_keepalives_idle', '10', false),
    set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '3', false),
    set_config('tcp_user_timeout', '25000', false)`
  await client.query({ text, query_timeout: 2_000 } as { text: string })
}
