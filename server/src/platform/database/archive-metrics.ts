import type { ShopMetric } from '../observe/metrics/shop-metric.ts'

export const archiveMetrics: readonly ShopMetric[] = [
  {
    name: 'chaveiro_archive_failing',
    help: 'Whether the last attempt to archive WAL failed; absent where PostgreSQL archives none',
    labels: [],
    statement: `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::int as n
      from pg_stat_archiver where current_setting('archive_mode') <> 'off'`,
  },
]
