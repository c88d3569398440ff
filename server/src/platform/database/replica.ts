import type { Client, Pool, PoolClient } from 'pg'

import type { Db } from '../../db/handle.ts'
import { withClient } from '../../db/session.ts'
import type { Log } from '../observe/log.ts'
import { connectOnDemand, cutConnection } from './connection.ts'
import { createPositions } from './wal-positions.ts'

/** State of the replica; 'unknown' until the first check. */
type ReplicaState = 'ok' | 'behind' | 'away' | 'no replica' | 'unknown'

type Reading = { db: Db; pool: Pool }

/** A replica of the database, some seconds behind, for the lists and statistics of staff (P600). */
export type Replica = {
  /**
   * A copy of the app whose single reads go to the replica while the replica is recent enough. All
   * other reads, all writes and all transactions go to the primary.
   */
  reading<A extends Reading>(app: A): A
  state(): ReplicaState
  /** Starts to check the replica once a second. */
  watch(): void
  close(): Promise<void>
}

export type ReplicaParts = {
  /** Opens a separate connection to the primary. */
  connect(name?: string): Promise<Client>
  replica: { pool: Pool; connect(name?: string): Promise<Client> }
  lagSeconds: number
  log: Log
}

const checkEveryMs = 1_000
const patienceMs = 2_000
const connectionName = 'chaveiro replica watch'

/**
 * Runs before each read on the same connection: whether this server is a replica and recent enough.
 */
const nearCheck = {
  text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as ok',
}

/** The primary's write position, and the id of its cluster. */
export const positionText = `select pg_current_wal_insert_lsn()::text as position,
  (select system_identifier::text from pg_control_system()) as cluster`

/** Whether a server is a replica, whether it is recent enough, and the id of its cluster. */
export const stateText = `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= $1::pg_lsn as near,
  (select system_identifier::text from pg_control_system()) as cluster`

/**
 * Checks a replica once a second: compares the primary's write position with the replica's replay
 * position. Staff read from a replica that has replayed everything written `lagSeconds` ago. Each
 * read repeats this check.
 */
export function createReplica({ connect, replica, lagSeconds, log }: ReplicaParts): Replica {
  const positions = createPositions(lagSeconds * 1000)
  const primaryClient = connectOnDemand(() => connect(connectionName), patienceMs)
  const replicaClient = connectOnDemand(() => replica.connect(connectionName), patienceMs)
  const connections = trackConnections(replica.pool)
  let replicaState: ReplicaState = 'unknown'
  let checkTimer: NodeJS.Timeout | undefined
  let isClosed = false

  const updateState = (next: ReplicaState): void => {
    if (next !== replicaState) {
      if (next === 'ok') log.info({}, 'back office switched to the replica')
      else log.warn({ replica: next }, 'back office switched to the primary; replica not usable')
    }

    // Cutting dead connections makes the reads on them fail, so that they fall back to the primary.
    if (next === 'away') connections.cut()
    replicaState = next
  }

  const checkReplica = async (): Promise<void> => {
    const queriedAtMs = performance.now()
    const primaryAnswer = await querySingleRow(primaryClient, positionText).catch(() => null)
    if (primaryAnswer) positions.note(queriedAtMs, String(primaryAnswer.position))
    const minimumPosition = positions.floor(performance.now())
    const replicaAnswer = await querySingleRow(replicaClient, stateText, [
      minimumPosition ?? '0/0',
    ]).catch(() => null)
    if (isClosed) return
    if (!replicaAnswer) return updateState('away')
    if (
      !replicaAnswer.follows ||
      (primaryAnswer && primaryAnswer.cluster !== replicaAnswer.cluster)
    )
      return updateState('no replica')

    updateState(minimumPosition && replicaAnswer.near ? 'ok' : 'behind')
  }

  const checkRepeatedly = async (): Promise<void> => {
    await checkReplica()
    if (!isClosed) checkTimer = setTimeout(() => void checkRepeatedly(), checkEveryMs).unref()
  }

  return {
    reading: (app) => ({
      ...app,
      db: createReader(app, replica.pool, () =>
        replicaState === 'ok' ? positions.floor(performance.now()) : null,
      ),
    }),

    state: () => replicaState,
    watch() {
      checkTimer ??= setTimeout(() => void checkRepeatedly(), 0).unref()
    },

    async close() {
      isClosed = true
      clearTimeout(checkTimer)
      primaryClient.close()
      replicaClient.close()
    },
  }
}

/** The only row of a statement's answer. */
const querySingleRow = (
  connection: ReturnType<typeof connectOnDemand>,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>> =>
  connection.use(async (client) => (await client.query(text, values)).rows[0])

/**
 * The database for one call. After the first failure of the replica, the primary answers all
 * further reads.
 */
function createReader(app: Reading, pool: Pool, floor: () => string | null): Db {
  let hasReplicaFailed = false

  const queryReplicaFirst = async (...queryArguments: unknown[]): Promise<unknown> => {
    const minimumPosition = hasReplicaFailed || !isReadStatement(queryArguments[0]) ? null : floor()
    const replicaAnswer =
      minimumPosition === null ? null : await queryNear(pool, minimumPosition, queryArguments)
    hasReplicaFailed ||= replicaAnswer === null

    return replicaAnswer ?? (app.pool as unknown as { query: Query }).query(...queryArguments)
  }

  return withClient(app.db, {
    query: queryReplicaFirst,
    connect: () => app.pool.connect(),
  } as unknown as Pool)
}

type Query = (...queryArguments: unknown[]) => Promise<unknown>

/**
 * Whether a statement looks like a read. A `select` that writes fails on the replica, and then runs
 * on the primary.
 */
const isReadStatement = (statement: unknown): boolean =>
  /^\s*(select|with)\b/i.test((statement as { text?: string } | null)?.text ?? '')

/** The replica's answer; null when it fails or is not recent enough. */
async function queryNear(
  pool: Pool,
  minimumPosition: string,
  queryArguments: unknown[],
): Promise<unknown> {
  const replicaConnection = await pool.connect().catch(() => null)
  if (!replicaConnection) return null

  const [near, answer] = await Promise.allSettled([
    replicaConnection.query<{ ok: boolean }>({ ...nearCheck, values: [minimumPosition] }),
    (replicaConnection.query as unknown as Query)(...queryArguments),
  ])

  replicaConnection.release(near.status === 'rejected')
  const isNearEnough = near.status === 'fulfilled' && near.value.rows[0]?.ok === true

  return isNearEnough && answer.status === 'fulfilled' ? answer.value : null
}

/** Tracks the open connections of a pool, so that all can be cut when the server is gone. */
function trackConnections(pool: Pool): { cut(): void } {
  const openClients = new Set<PoolClient>()
  pool.on('connect', (client) => void openClients.add(client))
  pool.on('remove', (client) => void openClients.delete(client))

  return {
    cut() {
      for (const client of openClients) cutConnection(client as unknown as Client)
    },
  }
}
