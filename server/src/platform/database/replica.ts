import type { Client, Pool, PoolClient } from 'pg'

import type { Db } from '../../db/handle.ts'
import { onClient } from '../../db/session.ts'
import type { Log } from '../observe/log.ts'
import { connectOnDemand, cut } from './connection.ts'
import { createPositions } from './wal-positions.ts'

/** What a replica is good for now; unknown until it was asked for the first time. */
type ReplicaState = 'ok' | 'behind' | 'away' | 'no replica' | 'unknown'

type Reading = { db: Db; pool: Pool }

/** A copy of the database, some seconds behind, that staff's lists and figures may be read from (P600). */
export type Replica = {
  /**
   * The same shop, whose single reads are asked of the replica where it is near enough and answers,
   * and of the primary otherwise; transactions and writes go to the primary.
   */
  reading<A extends Reading>(app: A): A
  state(): ReplicaState
  /** Begin to follow how far it is. */
  watch(): void
  close(): Promise<void>
}

export type ReplicaParts = {
  /** To the primary, for a connection of its own. */
  connect(name?: string): Promise<Client>
  replica: { pool: Pool; connect(name?: string): Promise<Client> }
  lagSeconds: number
  log: Log
}

const everyMs = 1_000
const patienceMs = 2_000
const name = 'chaveiro replica watch'

/** In the same breath as a read, on the same connection: whether what it says is new enough. */
const isNear = {
  text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as ok',
}

/** Where a primary writes now, and which cluster it is. */
export const positionText = `select pg_current_wal_insert_lsn()::text as position,
  (select system_identifier::text from pg_control_system()) as cluster`

/** Whether a server follows another one and has a position, and which cluster it is of. */
export const stateText = `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= $1::pg_lsn as near,
  (select system_identifier::text from pg_control_system()) as cluster`

/**
 * Follow a replica: once a second where the primary writes and what the replica has replayed. What
 * it says counts only when it has replayed all that the primary had written `lagSeconds` ago, which
 * is looked at again in the breath of each read.
 */
export function createReplica({ connect, replica, lagSeconds, log }: ReplicaParts): Replica {
  const positions = createPositions(lagSeconds * 1000)
  const primary = connectOnDemand(() => connect(name), patienceMs)
  const copy = connectOnDemand(() => replica.connect(name), patienceMs)
  const lines = linesOf(replica.pool)
  let state: ReplicaState = 'unknown'
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const becomes = (next: ReplicaState): void => {
    if (next !== state) {
      const text = 'what the back office reads comes from the primary: the replica is of no use now'
      if (next === 'ok') log.info({}, 'the back office reads from the replica')
      else log.warn({ replica: next }, text)
    }

    // Who waits for it on a line that died is answered by the primary.
    if (next === 'away') lines.cut()
    state = next
  }

  const look = async (): Promise<void> => {
    const asked = performance.now()
    const written = await ask(primary, positionText).catch(() => null)
    if (written) positions.note(asked, String(written.position))
    const floor = positions.floor(performance.now())
    const read = await ask(copy, stateText, [floor ?? '0/0']).catch(() => null)
    if (isClosed) return
    if (!read) return becomes('away')
    if (!read.follows || (written && written.cluster !== read.cluster)) return becomes('no replica')

    becomes(floor && read.near ? 'ok' : 'behind')
  }

  const beat = async (): Promise<void> => {
    await look()
    if (!isClosed) timer = setTimeout(() => void beat(), everyMs).unref()
  }

  return {
    reading: (app) => ({
      ...app,
      db: readerOf(app, replica.pool, () =>
        state === 'ok' ? positions.floor(performance.now()) : null,
      ),
    }),

    state: () => state,
    watch() {
      timer ??= setTimeout(() => void beat(), 0).unref()
    },

    async close() {
      isClosed = true
      clearTimeout(timer)
      primary.close()
      copy.close()
    },
  }
}

/** The only row of an answer. */
const ask = (
  on: ReturnType<typeof connectOnDemand>,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>> =>
  on.use(async (client) => (await client.query(text, values)).rows[0])

/** The database as one call reads it: once the replica failed it, the rest is the primary's. */
function readerOf(app: Reading, pool: Pool, floor: () => string | null): Db {
  let isOut = false

  const query = async (...given: unknown[]): Promise<unknown> => {
    const since = isOut || !isRead(given[0]) ? null : floor()
    const answer = since === null ? null : await askNear(pool, since, given)
    isOut ||= answer === null

    return answer ?? (app.pool as unknown as { query: Query }).query(...given)
  }

  return onClient(app.db, { query, connect: () => app.pool.connect() } as unknown as Pool)
}

type Query = (...given: unknown[]) => Promise<unknown>

/** What writes all the same is refused by a replica, and so comes to the primary too. */
const isRead = (statement: unknown): boolean =>
  /^\s*(select|with)\b/i.test((statement as { text?: string } | null)?.text ?? '')

/** The replica's answer, or null where it has none or one that is too old. */
async function askNear(pool: Pool, since: string, given: unknown[]): Promise<unknown> {
  const held = await pool.connect().catch(() => null)
  if (!held) return null

  const [near, answer] = await Promise.allSettled([
    held.query<{ ok: boolean }>({ ...isNear, values: [since] }),
    (held.query as unknown as Query)(...given),
  ])

  held.release(near.status === 'rejected')
  const isGood = near.status === 'fulfilled' && near.value.rows[0]?.ok === true

  return isGood && answer.status === 'fulfilled' ? answer.value : null
}

/** Every open connection of a pool, so that all can be cut when the other side is gone. */
function linesOf(pool: Pool): { cut(): void } {
  const open = new Set<PoolClient>()
  pool.on('connect', (client) => void open.add(client))
  pool.on('remove', (client) => void open.delete(client))

  return {
    cut() {
      for (const client of open) cut(client as unknown as Client)
    },
  }
}
