import { ValueType, type HrTime } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValueWithName } from 'prom-client'

import type { App } from '../../app.ts'

type Kept = MetricObjectWithValues<MetricValueWithName<string>>
type Span = { startTime: HrTime; endTime: HrTime }

/** The figures that /metrics tells, as OpenTelemetry wants them; they are counted once for both. */
export function metricsOf(app: App, resource: Resource): MetricProducer {
  const startTime = now()
  return {
    async collect() {
      await app.told().gather()
      const kept = (await app.figures.registry.getMetricsAsJSON()) as Kept[]
      const times = { startTime, endTime: now() }
      const metrics = kept.flatMap((one) => dataOf(one, times) ?? [])
      const scopeMetrics = [{ scope: { name: 'chaveiro' }, metrics }]

      return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
    },
  }
}

function now(): HrTime {
  const ms = Date.now()
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000]
}

function dataOf(kept: Kept, times: Span): MetricData | null {
  if (!kept.values.length) return null

  const base = {
    descriptor: {
      name: kept.name,
      description: kept.help,
      unit: kept.name.includes('_seconds') ? 's' : '',
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }

  switch (String(kept.type)) {
    case 'counter':
      return {
        ...base,
        dataPointType: DataPointType.SUM,
        isMonotonic: true,
        dataPoints: pointsOf(kept, times),
      }

    case 'gauge':
      return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: pointsOf(kept, times) }

    case 'histogram':
      return {
        ...base,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: histogramsOf(kept, times),
      }

    default:
      return null
  }
}

const pointsOf = ({ values }: Kept, times: Span): DataPoint<number>[] =>
  values.map(({ value, labels }) => ({ ...times, attributes: { ...labels }, value }))

/** Prometheus counts a bucket with all below it, OpenTelemetry each by itself. */
function histogramsOf({ name, values }: Kept, times: Span): DataPoint<Histogram>[] {
  const groups = Map.groupBy(values, ({ labels }) =>
    JSON.stringify(Object.entries(labels).filter(([label]) => label !== 'le')),
  )

  return [...groups].map(([key, of]) => {
    const ending = (suffix: string) =>
      of.find((one) => one.metricName === `${name}_${suffix}`)?.value ?? 0

    const buckets = of
      .filter(({ labels }) => labels.le !== undefined && labels.le !== '+Inf')
      .map(({ labels, value }) => ({ upTo: Number(labels.le), value }))
      .toSorted((a, b) => a.upTo - b.upTo)

    const count = ending('count')
    const sums = [...buckets.map(({ value }) => value), count]

    return {
      ...times,
      attributes: Object.fromEntries(JSON.parse(key) as [string, string][]),
      value: {
        buckets: {
          boundaries: buckets.map(({ upTo }) => upTo),
          counts: sums.map((sum, at) => sum - (sums[at - 1] ?? 0)),
        },
        sum: ending('sum'),
        count,
      },
    }
  })
}
