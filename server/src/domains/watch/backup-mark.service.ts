import type { Pool } from 'pg'

import { sqlState } from '../../platform/database/transaction.ts'

const noSuchTable = '42P01'

/**
 * Stores the time of the last backup for the watch (P522). A stored time in the future comes from
 * a wrong clock and is replaced: otherwise missing backups would go unnoticed until then.
 */
export async function noteBackup(pool: Pool, takenAt: string): Promise<void> {
  await pool
    .query(
      `insert into operation_marks (name, at) values ('backup', $1)
        on conflict (name) do update set at = case when operation_marks.at > now()
            then excluded.at else greatest(operation_marks.at, excluded.at) end`,
      [takenAt],
    )
    .catch((error: unknown) => {
      // A shop that is not migrated yet can still be backed up.
      if (sqlState(error) !== noSuchTable) throw error
    })
}
