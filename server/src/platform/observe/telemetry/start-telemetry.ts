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
import { createMetricProducer } from './metric-producer.ts'

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

  const exporterOptions = (path: string) => ({
    url: `${url}${path}`,
    headers,
    timeoutMillis: 10_000,
  })

  const traceProvider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter(exporterOptions('/v1/traces')) }),
    ],
  })

  const meterProvider = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(exporterOptions('/v1/metrics')),
        exportIntervalMillis: metricsMs,
        exportTimeoutMillis: Math.min(metricsMs, 10_000),
        metricProducers: [createMetricProducer(app, resource)],
      }),
    ],
  })

  keepContext(app.pool)
  setTracer(createTracer(traceProvider))

  return {
    async stop() {
      setTracer(null)
      const stopTimeout = new Promise((done) => setTimeout(done, 5_000).unref())
      const shutdowns = Promise.allSettled([traceProvider.shutdown(), meterProvider.shutdown()])
      await Promise.race([shutdowns, stopTimeout])
    },
  }
}

const spanKinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

function createTracer(provider: TracerProvider): Tracer {
  const activeContext = new AsyncLocalStorage<Context>()
  const otelTracer = provider.getTracer('chaveiro', about.version)

  const startSpan = ({ name, kind, attributes = {}, parent }: Parameters<Tracer['begin']>[0]) => {
    const remoteParent = parseTraceparent(parent)
    const parentContext = remoteParent
      ? trace.setSpanContext(ROOT_CONTEXT, { ...remoteParent, isRemote: true })
      : (activeContext.getStore() ?? ROOT_CONTEXT)
    const startedSpan = otelTracer.startSpan(
      name,
      { kind: spanKinds[kind], attributes },
      parentContext,
    )

    return { span: startedSpan, inside: trace.setSpan(parentContext, startedSpan) }
  }

  const endSpanOf =
    (span: ReturnType<typeof startSpan>['span']): ReturnType<Tracer['begin']> =>
    ({ error, attributes } = {}) => {
      if (attributes) span.setAttributes(attributes)
      if (error) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }

  return {
    within(spanOptions, work) {
      if (spanOptions.below && !activeContext.getStore()) return work(() => {})

      const { span, inside } = startSpan(spanOptions)

      return activeContext.run(inside, () => work(endSpanOf(span)!))
    },
    begin: (spanOptions) =>
      spanOptions.below && !activeContext.getStore()
        ? null
        : endSpanOf(startSpan(spanOptions).span),
    traceparent() {
      const currentContext = activeContext.getStore()
      const spanContext = currentContext && trace.getSpanContext(currentContext)

      return spanContext
        ? `00-${spanContext.traceId}-${spanContext.spanId}-0${spanContext.traceFlags & 1}`
        : null
    },
  }
}

/**
 * Keeps the trace of a caller that waits for a connection. Otherwise the work would appear in the
 * trace of the request that released the connection.
 */
function keepContext(pool: App['pool']): void {
  type Connect = (callback?: (...callbackArguments: any[]) => void) => unknown
  const originalConnect = (pool.connect as Connect).bind(pool)
  const connectInContext: Connect = (callback) =>
    callback ? originalConnect(AsyncResource.bind(callback)) : originalConnect()
  Object.assign(pool, { connect: connectInContext })
}
