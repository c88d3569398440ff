import pg from 'pg'

import { positionText, stateText } from '../platform/database/replica.ts'
import type { Check, Finding } from './doctor-checks.ts'

const lookFindings = (seen: string, todo: string): Finding[] => [
  { about: 'replica', state: 'look', seen, todo },
]

/**
 * Whether the replica of REPLICA_URL belongs to this database and keeps up. The shop works without
 * a replica too, so no finding is "broken".
 */
export const checkReplica: Check = async ({ pool, config: { replicaUrl, replicaLagSeconds } }) => {
  if (!replicaUrl) return []

  const { rows } = await pool.query<{ position: string; cluster: string }>(positionText)
  const { position, cluster } = rows[0]!

  const replicaClient = new pg.Client({
    connectionString: replicaUrl,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })

  replicaClient.on('error', () => {})

  try {
    await replicaClient.connect()
    const deadline = Date.now() + replicaLagSeconds * 1000

    for (;;) {
      const { rows: states } = await replicaClient.query<ReplicaState>(stateText, [position])
      const replicaState = states[0]!

      if (!replicaState.follows || replicaState.cluster !== cluster)
        return lookFindings(
          'REPLICA_URL leads to no replica of this database',
          'mend REPLICA_URL; lists come from the primary meanwhile',
        )

      if (replicaState.near)
        return [{ about: 'replica', state: 'ok', seen: `less than ${replicaLagSeconds} s behind` }]

      if (Date.now() > deadline)
        return lookFindings(
          `more than ${replicaLagSeconds} s behind`,
          'look at pg_stat_replication, and at what keeps it from replaying',
        )

      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  } catch (error) {
    return lookFindings(
      `does not answer (${(error as Error).message})`,
      'start it, or mend REPLICA_URL; lists come from the primary meanwhile',
    )
  } finally {
    await replicaClient.end().catch(() => {})
  }
}

type ReplicaState = { follows: boolean; near: boolean | null; cluster: string }
