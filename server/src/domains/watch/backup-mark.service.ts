import type { Pool } from 'pg'

import { sqlState } from '../../platform/database/transaction.ts'

const noSuchTable = '42P01'

/**
 * Remember when the last backup was of, for who looks whether there is one (P522). A moment that
 * lies ahead was noted while a clock was wrong, and gives way: else nobody would hear for as long
 * that none is made.
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
      // A shop that was not upgraded yet is backed up all the same.
      if (sqlState(error) !== noSuchTable) throw error
    })
}
