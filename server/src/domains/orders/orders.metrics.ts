import { oldestSeconds, type ShopMetric } from '../../platform/observe/metrics/shop-metric.ts'

export const orderMetrics: readonly ShopMetric[] = [
  {
    name: 'chaveiro_units_waiting',
    help: 'Paid units without a key',
    labels: [],
    statement: `select count(*)::int as n from order_units where status = 'pending'`,
  },
  {
    name: 'chaveiro_units_waiting_oldest_seconds',
    help: 'How long the oldest of them waits',
    labels: [],
    statement: `select ${oldestSeconds('created_at')} as n from order_units where status = 'pending'`,
  },
  {
    name: 'chaveiro_orders_last_hour',
    help: 'Orders that were made in the last hour, by state and where they were made',
    labels: ['status', 'origin'],
    statement: `select s.status, o.origin, count(f.id)::int as n
      from (values ('pending'), ('completed'), ('cancelled'), ('refunded')) s (status)
      cross join (values ('site'), ('discord'), ('manual')) o (origin)
      left join (select id, status, origin from orders where created_at > now() - interval '1 hour') f
        on f.status = s.status and f.origin = o.origin
      group by 1, 2`,
  },
]
