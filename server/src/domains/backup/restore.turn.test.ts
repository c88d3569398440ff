import pg from 'pg'
import { expect, it } from 'vitest'

import { createTestDatabase } from '../../testing/database.ts'
import { readLastRun } from './restore.schema.ts'

it('a second restore into the same database is refused while the first one runs', async () => {
  const database = await createTestDatabase()
  const [first, second] = [0, 1].map(() => new pg.Client({ connectionString: database.url }))

  try {
    await Promise.all([first!.connect(), second!.connect()])
    await first!.query(`select pg_advisory_lock(x'43485245'::int)`)
    await expect(readLastRun(second!)).rejects.toThrow(
      'another restore into this database is under way',
    )
    await first!.query(`select pg_advisory_unlock_all()`)
    await expect(readLastRun(second!)).rejects.not.toThrow('another restore')
  } finally {
    await Promise.all([first!.end(), second!.end()])
    await database.drop()
  }
})
