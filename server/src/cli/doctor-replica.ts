import pg from 'pg'

import { positionText, stateText } from '../platform/database/replica.ts'
import type { Check, Finding } from './doctor-checks.ts'

const look = (seen: string, todo: string): Finding[] => [
  { about: 'replica', state: 'look', seen, todo },
]

/**
 * Whether REPLICA_URL leads to a replica of this database that comes after. The shop goes on without
 * one, so nothing of it is broken.
 */
export const replica: Check = async ({ pool, config: { replicaUrl, replicaLagSeconds } }) => {
  if (!replicaUrl) return []

  const { rows } = await pool.query<{ position: string; cluster: string }>(positionText)
  const { position, cluster } = rows[0]!

  const client = new pg.Client({
    connectionString: replicaUrl,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })

  client.on('error', () => {})

  try {
    await client.connect()
    const end = Date.now() + replicaLagSeconds * 1000

    for (;;) {
      const { rows: states } = await client.query<State>(stateText, [position])
      const state = states[0]!

      if (!state.follows || state.cluster !== cluster)
        return look(
          'REPLICA_URL leads to no replica of this database',
          'mend REPLICA_URL; lists come from the primary meanwhile',
        )

      if (state.near)
        return [{ about: 'replica', state: 'ok', seen: `less than ${replicaLagSeconds} s behind` }]

      if (Date.now() > end)
        return look(
          `more than ${replicaLagSeconds} s behind`,
          'look at pg_stat_replication, and at what keeps it from replaying',
        )

      await new Promise((done) => setTimeout(done, 200))
    }
  } catch (error) {
    return look(
      `does not answer (${(error as Error).message})`,
      'start it, or mend REPLICA_URL; lists come from the primary meanwhile',
    )
  } finally {
    await client.end().catch(() => {})
  }
}

type State = { follows: boolean; near: boolean | null; cluster: string }
