import type { Client } from 'pg'

import { withTimeout } from '../time/timeout.ts'

// Connections beside the pool, for listening, for locks, and for checks that must not wait for a
// busy pool. A lost connection is opened again by itself.

type Query = { text: string }

/** Pause before reconnecting. */
const reconnectMs = 500

/** The longest wait for closing a connection, in case the server is gone. */
const closeTimeoutMs = 1_000

/** A permanent connection; see keepConnected. */
type PermanentConnection = {
  /** Opens the connection; resolves after the first attempt, successful or not. */
  open(): Promise<void>
  /** The current connection, also while `prepare` sets it up; null after it is lost. */
  client(): Client | null
  /** Whether the connection is open and prepared. */
  isReady(): boolean
  close(): Promise<void>
}

/**
 * Keeps a connection open until `close`. `prepare` sets up each new connection, and pings detect a
 * dead connection. A lost connection is replaced after half a second.
 */
export function keepConnected(options: {
  connect: () => Promise<Client>
  prepare: (client: Client) => Promise<unknown>
  /** Called when a prepared connection was lost. */
  onLost?: () => void
  /** Called when opening or preparing a connection failed; the next attempt follows. */
  onError: (error: unknown) => void
  beat?: { everyMs: number; patienceMs: number }
}): PermanentConnection {
  const { connect, prepare, onLost, onError, beat } = options
  let currentClient: Client | null = null
  let isPrepared = false
  let isClosed = false

  const loseClient = (client: Client) => {
    if (client !== currentClient) return

    const wasPrepared = isPrepared
    currentClient = null
    isPrepared = false
    if (isClosed) return

    if (wasPrepared) onLost?.()
    retryLater()
  }

  const useClient = async (client: Client): Promise<void> => {
    currentClient = client
    client.on('error', () => loseClient(client)).on('end', () => loseClient(client))

    try {
      await prepare(client)
      keepPinging(client, beat)
      isPrepared = client === currentClient
    } catch (error) {
      cutConnection(client)
      onError(error)
      loseClient(client)
    }
  }

  const openConnection = async (): Promise<void> => {
    if (isClosed) return

    const newClient = await connect().catch((error: unknown) => {
      onError(error)
      retryLater()
    })

    if (!newClient) return
    if (isClosed) return cutConnection(newClient)

    await useClient(newClient)
  }

  const retryLater = () => {
    if (!isClosed) setTimeout(() => void openConnection(), reconnectMs).unref()
  }

  return {
    open: openConnection,
    client: () => currentClient,
    isReady: () => isPrepared,

    async close() {
      isClosed = true
      isPrepared = false
      const closingClient = currentClient?.end().catch(() => {})

      await withTimeout(closeTimeoutMs, Promise.resolve(closingClient)).catch(() => {})
    },
  }
}

/**
 * A connection that opens at the first use, and again at the next use after a failure. Concurrent
 * callers share one attempt.
 */
export function connectOnDemand(connect: () => Promise<Client>, patienceMs: number) {
  let openClient: Client | null = null
  let connecting: Promise<Client> | null = null
  let isClosed = false

  const dropClient = () => {
    if (openClient) cutConnection(openClient)
    openClient = null
  }

  const connected = (): Promise<Client> =>
    (connecting ??= connect()
      .then((newClient) => {
        openClient = newClient
        if (isClosed) dropClient()

        return newClient
      })
      .finally(() => {
        connecting = null
      }))

  return {
    /**
     * Runs queries on the connection. If the queries fail or exceed `patienceMs`, drops the
     * connection and throws.
     */
    async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
      try {
        return await withTimeout(
          patienceMs,
          (openClient ? Promise.resolve(openClient) : connected()).then(work),
        )
      } catch (error) {
        dropClient()
        throw error
      }
    },
    close() {
      isClosed = true
      dropClient()
    },
  }
}

/**
 * Pings a connection and cuts it when no answer comes, so that its owner gets 'error' or 'end'. A
 * connection that only listens would otherwise never notice that the server is gone.
 */
export function keepPinging(
  client: Client,
  { everyMs, patienceMs } = { everyMs: 2_000, patienceMs: 2_000 },
): void {
  let hasEnded = false
  client.once('end', () => {
    hasEnded = true
  })

  const sendPing = () => {
    if (hasEnded) return

    const pingQuery = { text: 'select 1', query_timeout: patienceMs }
    client.query(pingQuery as Query).then(schedulePing, () => cutConnection(client))
  }

  const schedulePing = () => void setTimeout(sendPing, everyMs).unref()
  schedulePing()
}

/**
 * Closes the socket without PostgreSQL's terminate message, because a lost server would not read
 * the message.
 */
export function cutConnection(client: Client): void {
  ;(
    client as unknown as { connection: { stream: { destroy(): void } } }
  ).connection.stream.destroy()
}

/**
 * TCP keepalive: the database detects within 30 seconds that this machine is gone. By default the
 * session would keep its locks for two hours.
 */
export async function enableKeepalive(client: Client): Promise<void> {
  const keepaliveSql = `select set_config('tcp_keepalives_idle', '10', false),
    set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '3', false),
    set_config('tcp_user_timeout', '25000', false)`
  await client.query({ text: keepaliveSql, query_timeout: 2_000 } as Query)
}
