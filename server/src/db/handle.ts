import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

import type * as tables from './tables/index.ts'

/** The database as domains see it: the pool, or the running transaction. */
export type Db = Omit<NodePgDatabase<typeof tables>, '$client'>
