import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

import about from '../../../../package.json' with { type: 'json' }
import type { App } from '../../app.ts'
import { traceBy, type Tracer } from '../spans.ts'
import { partsOfTraceparent } from '../tracing.ts'
import { metricsOf } from './metrics.ts'

type Given = NonNullable<App['config']['otlp']>

/**
 * Send traces and metrics to a collector of OpenTelemetry, by protobuf over HTTP. This file and all
 * that it imports is read in only where a setting names the collector.
 */
export async function startTelemetry(
  app: App,
  { url, headers, service, ratio, metricsMs }: Given,
): Promise<{ stop(): Promise<void> }> {
  const resource = resourceFromAttributes({
    'service.name': service,
    'service.version': about.version,
    'service.instance.id': randomUUID(),
  })

  const to = (path: string) => ({ url: `${url}${path}`, headers, timeoutMillis: 10_000 })

  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(to('/v1/traces')) })],
  })

  const metrics = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(to('/v1/metrics')),
        exportIntervalMillis: metricsMs,
        exportTimeoutMillis: Math.min(metricsMs, 10_000),
        metricProducers: [metricsOf(app, resource)],
      }),
    ],
  })

  keepContext(app.pool)
  traceBy(tracerOf(traces))

  return {
    async stop() {
      traceBy(null)
      const patient = new Promise((done) => setTimeout(done, 5_000).unref())
      const ends = Promise.allSettled([traces.shutdown(), metrics.shutdown()])
      await Promise.race([ends, patient])
    },
  }
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

function tracerOf(provider: TracerProvider): Tracer {
  const under = new AsyncLocalStorage<Context>()
  const maker = provider.getTracer('chaveiro', about.version)

  const start = ({ name, kind, attributes = {}, parent }: Parameters<Tracer['begin']>[0]) => {
    const remote = partsOfTraceparent(parent)
    const above = remote
      ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
      : (under.getStore() ?? ROOT_CONTEXT)
    const span = maker.startSpan(name, { kind: kinds[kind], attributes }, above)

    return { span, inside: trace.setSpan(above, span) }
  }

  const endOf =
    (span: ReturnType<typeof start>['span']): ReturnType<Tracer['begin']> =>
    ({ error, attributes } = {}) => {
      if (attributes) span.setAttributes(attributes)
      if (error) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }

  return {
    within(given, work) {
      if (given.below && !under.getStore()) return work(() => {})

      const { span, inside } = start(given)

      return under.run(inside, () => work(endOf(span)!))
    },
    begin: (given) => (given.below && !under.getStore() ? null : endOf(start(given).span)),
    traceparent() {
      const store = under.getStore()
      const of = store && trace.getSpanContext(store)

      return of ? `00-${of.traceId}-${of.spanId}-0${of.traceFlags & 1}` : null
    },
  }
}

/** Who waited for a connection goes on as himself, not as who gave it back. */
function keepContext(pool: App['pool']): void {
  type Connect = (callback?: (...given: any[]) => void) => unknown
  const connect = (pool.connect as Connect).bind(pool)
  const kept: Connect = (callback) => (callback ? connect(AsyncResource.bind(callback)) : connect())
  Object.assign(pool, { connect: kept })
}
