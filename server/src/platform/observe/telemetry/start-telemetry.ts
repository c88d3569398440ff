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
import { setTracer, type Tracer } from '../spans.ts'
import { parseTraceparent } from '../tracing.ts'
import { metricsOf } from './metric-producer.ts'

type TelemetrySettings = NonNullable<App['config']['otlp']>

/**
 * Sends traces and metrics to an OpenTelemetry collector, as protobuf over HTTP. This file and its
 * imports are loaded only when a setting names the collector.
 */
export async function startTelemetry(
  app: App,
  { url, headers, service, ratio, metricsMs }: TelemetrySettings,
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
  setTracer(tracerOf(traces))

  return {
    async stop() {
      setTracer(null)
      const timeout = new Promise((done) => setTimeout(done, 5_000).unref())
      const shutdowns = Promise.allSettled([traces.shutdown(), metrics.shutdown()])
      await Promise.race([shutdowns, timeout])
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
  const activeContext = new AsyncLocalStorage<Context>()
  const otelTracer = provider.getTracer('chaveiro', about.version)

  const startSpan = ({ name, kind, attributes = {}, parent }: Parameters<Tracer['begin']>[0]) => {
    const remote = parseTraceparent(parent)
    const parentContext = remote
      ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
      : (activeContext.getStore() ?? ROOT_CONTEXT)
    const span = otelTracer.startSpan(name, { kind: kinds[kind], attributes }, parentContext)

    return { span, inside: trace.setSpan(parentContext, span) }
  }

  const endOf =
    (span: ReturnType<typeof startSpan>['span']): ReturnType<Tracer['begin']> =>
    ({ error, attributes } = {}) => {
      if (attributes) span.setAttributes(attributes)
      if (error) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }

  return {
    within(given, work) {
      if (given.below && !activeContext.getStore()) return work(() => {})

      const { span, inside } = startSpan(given)

      return activeContext.run(inside, () => work(endOf(span)!))
    },
    begin: (given) =>
      given.below && !activeContext.getStore() ? null : endOf(startSpan(given).span),
    traceparent() {
      const store = activeContext.getStore()
      const spanContext = store && trace.getSpanContext(store)

      return spanContext
        ? `00-${spanContext.traceId}-${spanContext.spanId}-0${spanContext.traceFlags & 1}`
        : null
    },
  }
}

/**
 * A caller that waited for a connection continues in its own trace, not in the one that released
 * it.
 */
function keepContext(pool: App['pool']): void {
  type Connect = (callback?: (...given: any[]) => void) => unknown
  const connect = (pool.connect as Connect).bind(pool)
  const connectInContext: Connect = (callback) =>
    callback ? connect(AsyncResource.bind(callback)) : connect()
  Object.assign(pool, { connect: connectInContext })
}
