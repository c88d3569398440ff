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

type MetricValues = MetricObjectWithValues<MetricValueWithName<string>>
type Span = { startTime: HrTime; endTime: HrTime }

/** The metrics of /metrics in OpenTelemetry's form; both share one count. */
export function metricsOf(app: App, resource: Resource): MetricProducer {
  const startTime = now()
  return {
    async collect() {
      await app.metricsExport().gather()
      const metricValues = (await app.processMetrics.registry.getMetricsAsJSON()) as MetricValues[]
      const times = { startTime, endTime: now() }
      const metrics = metricValues.flatMap((metric) => dataOf(metric, times) ?? [])
      const scopeMetrics = [{ scope: { name: 'chaveiro' }, metrics }]

      return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
    },
  }
}

function now(): HrTime {
  const ms = Date.now()
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000]
}

function dataOf(metricValues: MetricValues, times: Span): MetricData | null {
  if (!metricValues.values.length) return null

  const base = {
    descriptor: {
      name: metricValues.name,
      description: metricValues.help,
      unit: metricValues.name.includes('_seconds') ? 's' : '',
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }

  switch (String(metricValues.type)) {
    case 'counter':
      return {
        ...base,
        dataPointType: DataPointType.SUM,
        isMonotonic: true,
        dataPoints: pointsOf(metricValues, times),
      }

    case 'gauge':
      return {
        ...base,
        dataPointType: DataPointType.GAUGE,
        dataPoints: pointsOf(metricValues, times),
      }

    case 'histogram':
      return {
        ...base,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: histogramsOf(metricValues, times),
      }

    default:
      return null
  }
}

const pointsOf = ({ values }: MetricValues, times: Span): DataPoint<number>[] =>
  values.map(({ value, labels }) => ({ ...times, attributes: { ...labels }, value }))

/** Prometheus buckets are cumulative, OpenTelemetry's are not. */
function histogramsOf({ name, values }: MetricValues, times: Span): DataPoint<Histogram>[] {
  const groups = Map.groupBy(values, ({ labels }) =>
    JSON.stringify(Object.entries(labels).filter(([label]) => label !== 'le')),
  )

  return [...groups].map(([key, of]) => {
    const ending = (suffix: string) =>
      of.find((metric) => metric.metricName === `${name}_${suffix}`)?.value ?? 0

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
