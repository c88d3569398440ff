import { sql } from 'drizzle-orm'

import type { Law } from '../../db/law.ts'

const queue = 'graphile_worker.jobs'

export const jobLaws: readonly Law[] = [
  {
    name: 'I8 no job is dead',
    needs: queue,

    broken: () => sql`
      select 'job ' || id || ' (' || task_identifier || ') gave up after ' || attempts
        || ' attempts: ' || coalesce(left(last_error, 200), '')
        from ${sql.raw(queue)} where attempts >= max_attempts`,
  },
]
