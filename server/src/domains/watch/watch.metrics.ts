import type { ShopMetric } from '../../platform/observe/metrics/shop-metric.ts'

export const watchMetrics: readonly ShopMetric[] = [
  {
    name: 'chaveiro_backup_last_timestamp_seconds',
    help: 'The moment of the last backup that chaveiro backup made; left out where there was none',
    labels: [],
    statement: `select extract(epoch from at)::float8 as n from operation_marks where name = 'backup'`,
  },
]
