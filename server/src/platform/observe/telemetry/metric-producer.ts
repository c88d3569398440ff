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

/** The metrics of /metrics in OpenTelemetry's format; the shop is counted once for both. */
export function createMetricProducer(app: App, resource: Resource): MetricProducer {
  const startTime = currentHrTime()
  return {
    async collect() {
      await app.metricsExport().gather()
      const metricValues = (await app.processMetrics.registry.getMetricsAsJSON()) as MetricValues[]
      const measuredSpan = { startTime, endTime: currentHrTime() }
      const metricData = metricValues.flatMap((metric) => metricDataOf(metric, measuredSpan) ?? [])
      const scopeMetrics = [{ scope: { name: 'chaveiro' }, metrics: metricData }]

      return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
    },
  }
}

function currentHrTime(): HrTime {
  const currentMs = Date.now()
  return [Math.floor(currentMs / 1000), (currentMs % 1000) * 1_000_000]
}

function metricDataOf(metricValues: MetricValues, times: Span): MetricData | null {
  if (!metricValues.values.length) return null

  const commonFields = {
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
        ...commonFields,
        dataPointType: DataPointType.SUM,
        isMonotonic: true,
        dataPoints: dataPointsOf(metricValues, times),
      }

    case 'gauge':
      return {
        ...commonFields,
        dataPointType: DataPointType.GAUGE,
        dataPoints: dataPointsOf(metricValues, times),
      }

    case 'histogram':
      return {
        ...commonFields,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: histogramsOf(metricValues, times),
      }

    default:
      return null
  }
}

const dataPointsOf = ({ values }: MetricValues, times: Span): DataPoint<number>[] =>
  values.map(({ value, labels }) => ({ ...times, attributes: { ...labels }, value }))

/** Prometheus buckets are cumulative, OpenTelemetry's are not. */
function histogramsOf({ name, values }: MetricValues, times: Span): DataPoint<Histogram>[] {
  const seriesByLabels = Map.groupBy(values, ({ labels }) =>
    JSON.stringify(Object.entries(labels).filter(([label]) => label !== 'le')),
  )

  return [...seriesByLabels].map(([labelsKey, seriesValues]) => {
    const valueBySuffix = (suffix: string) =>
      seriesValues.find((metric) => metric.metricName === `${name}_${suffix}`)?.value ?? 0

    const finiteBuckets = seriesValues
      .filter(({ labels }) => labels.le !== undefined && labels.le !== '+Inf')
      .map(({ labels, value }) => ({ upTo: Number(labels.le), value }))
      .toSorted((a, b) => a.upTo - b.upTo)

    const totalCount = valueBySuffix('count')
    const cumulativeCounts = [...finiteBuckets.map(({ value }) => value), totalCount]

    return {
      ...times,
      attributes: Object.fromEntries(JSON.parse(labelsKey) as [string, string][]),
      value: {
        buckets: {
          boundaries: finiteBuckets.map(({ upTo }) => upTo),
          counts: cumulativeCounts.map((sum, at) => sum - (cumulativeCounts[at - 1] ?? 0)),
        },
        sum: valueBySuffix('sum'),
        count: totalCount,
      },
    }
  })
}
