import type { Pool } from 'pg'
import { sqlState } from '../../platform/transaction.ts'

const noSuchTable = '42P01'

/** Remember when the last backup was of, for who looks whether there is one (P522). */
export async function noteBackup(pool: Pool, takenAt: string): Promise<void> {
  await pool
    .query(
      `insert into operation_marks (name, at) values ('backup', $1)
        on conflict (name) do update set at = greatest(operation_marks.at, excluded.at)`,
      [takenAt],
    )
    .catch((error: unknown) => {
      // A shop that was not upgraded yet is backed up all the same.
      if (sqlState(error) !== noSuchTable) throw error
    })
}
