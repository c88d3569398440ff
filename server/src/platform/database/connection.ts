import type { Client } from 'pg'

import { within } from '../time/timeout.ts'

// Connections beside the pool: one that listens or holds locks, and one that a busy pool must not
// delay. Each comes back by itself after it was lost.

type Query = { text: string }

/** The pause before a lost connection is opened again. */
const retryMs = 500

/** How long closing waits for a server that may be gone. */
const farewellMs = 1_000

/** A standing connection; see keepConnected. */
type KeptConnection = {
  /** Open it; resolves after the first attempt, whether that succeeded or not. */
  open(): Promise<void>
  /** The connection, from before it is prepared until it is lost. */
  client(): Client | null
  /** Whether it is open and prepared. */
  isReady(): boolean
  close(): Promise<void>
}

/**
 * Keep a connection open until `close`: `prepare` sets up each new one, pings find a dead line, and a
 * lost one is opened again after half a second.
 */
export function keepConnected(options: {
  connect: () => Promise<Client>
  prepare: (client: Client) => Promise<unknown>
  /** A prepared connection is gone. */
  onLost?: () => void
  /** It could not be opened or prepared; it is tried again. */
  onError: (error: unknown) => void
  beat?: { everyMs: number; patienceMs: number }
}): KeptConnection {
  const { connect, prepare, onLost, onError, beat } = options
  let current: Client | null = null
  let isReady = false
  let isClosed = false

  const lose = (client: Client) => {
    if (client !== current) return

    const wasReady = isReady
    current = null
    isReady = false
    if (isClosed) return

    if (wasReady) onLost?.()
    retry()
  }

  const use = async (client: Client): Promise<void> => {
    current = client
    client.on('error', () => lose(client)).on('end', () => lose(client))

    try {
      await prepare(client)
      keepBeating(client, beat)
      isReady = client === current
    } catch (error) {
      cut(client)
      onError(error)
      lose(client)
    }
  }

  const open = async (): Promise<void> => {
    if (isClosed) return

    const client = await connect().catch((error: unknown) => {
      onError(error)
      retry()
    })

    if (!client) return
    if (isClosed) return cut(client)

    await use(client)
  }

  const retry = () => {
    if (!isClosed) setTimeout(() => void open(), retryMs).unref()
  }

  return {
    open,
    client: () => current,
    isReady: () => isReady,

    async close() {
      isClosed = true
      isReady = false
      const ended = current?.end().catch(() => {})

      await within(farewellMs, Promise.resolve(ended)).catch(() => {})
    },
  }
}

/**
 * A connection that the first use opens, and the next use after a failure opens again. While one is
 * being opened, everybody waits for that one instead of opening another.
 */
export function connectOnDemand(connect: () => Promise<Client>, patienceMs: number) {
  let client: Client | null = null
  let connecting: Promise<Client> | null = null
  let isClosed = false

  const drop = () => {
    if (client) cut(client)
    client = null
  }

  const connected = (): Promise<Client> =>
    (connecting ??= connect()
      .then((opened) => {
        client = opened
        if (isClosed) drop()

        return opened
      })
      .finally(() => {
        connecting = null
      }))

  return {
    /** Run queries on it. Throws when they fail or take longer than the patience, and drops it. */
    async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
      try {
        return await within(patienceMs, (client ? Promise.resolve(client) : connected()).then(work))
      } catch (error) {
        drop()
        throw error
      }
    },
    close() {
      isClosed = true
      drop()
    },
  }
}

/**
 * Ping a connection and cut it when it does not answer, so that its owner gets 'error' or 'end'. One
 * that only listens would otherwise never notice a dead line.
 */
export function keepBeating(
  client: Client,
  { everyMs, patienceMs } = { everyMs: 2_000, patienceMs: 2_000 },
): void {
  let hasEnded = false
  client.once('end', () => {
    hasEnded = true
  })

  const beat = () => {
    if (hasEnded) return

    const ping = { text: 'select 1', query_timeout: patienceMs }
    client.query(ping as Query).then(wait, () => cut(client))
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
 * Have the database notice within half a minute that this side is gone with its machine. Without it
 * the session would keep its locks for two hours.
 */
export async function endIsNoticed(client: Client): Promise<void> {
  const text = `select set_config('tcp_keepalives_idle', '10', false),
    set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '3', false),
    set_config('tcp_user_timeout', '25000', false)`
  await client.query({ text, query_timeout: 2_000 } as Query)
}
