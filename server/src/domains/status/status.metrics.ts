import type { ShopMetric } from '../../platform/observe/metrics/shop-metric.ts'

export const statusMetrics: readonly ShopMetric[] = [
  {
    name: 'chaveiro_service_up',
    help: 'How each part of the shop was seen last: 1 up, 0.5 slow, 0 down; a paused one is left out',
    labels: ['part'],
    statement: `select part, case state when 'up' then 1 when 'degraded' then 0.5 else 0 end::float8 as n
      from status_parts where state <> 'paused' and measured_at > now() - interval '1 hour'`,
  },
]
