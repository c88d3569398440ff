import { orderMetrics } from '../domains/orders/orders.metrics.ts'
import { paymentMetrics } from '../domains/payments/payments.metrics.ts'
import { statusMetrics } from '../domains/status/status.metrics.ts'
import { stockMetrics } from '../domains/stock/stock.metrics.ts'
import { watchMetrics } from '../domains/watch/watch.metrics.ts'
import { archiveMetrics } from '../platform/database/archive-metrics.ts'
import type { ShopMetric } from '../platform/observe/metrics/shop-metric.ts'
import { queueMetrics } from '../platform/queue/queue-metrics.ts'

/** All gauges about the whole shop. One process at a time counts these gauges for /metrics. */
export const shopMetrics: readonly ShopMetric[] = [
  ...paymentMetrics,
  ...orderMetrics,
  ...queueMetrics,
  ...stockMetrics,
  ...statusMetrics,
  ...watchMetrics,
  ...archiveMetrics,
]
