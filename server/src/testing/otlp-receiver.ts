import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

import { Message } from './protobuf.ts'

type Attributes = Record<string, string | number | boolean>

export type HeardSpan = {
  traceId: string
  spanId: string
  parentId: string
  name: string
  /** Span kind: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number
  attributes: Attributes
  /** Span status: 2 is an error. */
  status: number
  nanoseconds: number
}

export type HeardMetric = {
  name: string
  kind: 'gauge' | 'sum' | 'histogram'
  points: { attributes: Attributes; value: number; counts?: number[]; bounds?: number[] }[]
}

/** An OpenTelemetry collector for tests; it receives OTLP over HTTP as protobuf. */
export async function openReceiver() {
  const spans: HeardSpan[] = []
  const metrics = new Map<string, HeardMetric>()
  const resources: Attributes[] = []
  const requests: { path: string; type: unknown; key: unknown }[] = []
  let receivedText = ''

  const readRequest = (request: IncomingMessage, sent: Buffer): void => {
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    receivedText += body.toString('latin1')
    const { 'content-type': type, 'x-key': key } = request.headers
    requests.push({ path: request.url!, type, key })

    for (const resource of new Message(body).all(1)) {
      resources.push(attributesOf(resource.one(1).all(1)))
      for (const scope of resource.all(2))
        for (const record of scope.all(2))
          if (request.url === '/v1/traces') spans.push(spanOf(record))
          else metrics.set(record.text(1), metricOf(record))
    }
  }

  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))

    request.on('end', () => {
      readRequest(request, Buffer.concat(parts))
      reply.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  })

  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    resources,
    asked: requests,
    /** All received bytes, as latin1. */
    raw: () => receivedText,
    close: () => new Promise((closed) => server.close(closed)),
  }
}

// The numbers below are fields of opentelemetry/proto: common, trace and metrics v1.
function attributesOf(pairs: Message[]): Attributes {
  return Object.fromEntries(
    pairs.map((pair) => {
      const value = pair.one(2)
      if (value.has(1)) return [pair.text(1), value.text(1)]
      if (value.has(4)) return [pair.text(1), value.double(4)]

      return [pair.text(1), value.whole(3)]
    }),
  )
}

const spanOf = (record: Message): HeardSpan => ({
  traceId: record.hex(1),
  spanId: record.hex(2),
  parentId: record.hex(4),
  name: record.text(5),
  kind: record.whole(6),
  attributes: attributesOf(record.all(9)),
  status: record.has(15) ? record.one(15).whole(3) : 0,
  nanoseconds: Number(
    record.bytesOf(8)[0]!.readBigUInt64LE() - record.bytesOf(7)[0]!.readBigUInt64LE(),
  ),
})

function metricOf(record: Message): HeardMetric {
  const name = record.text(1)

  const numbers = (field: number) =>
    record
      .one(field)
      .all(1)
      .map((point) => ({ attributes: attributesOf(point.all(7)), value: point.double(4) }))

  if (record.has(5)) return { name, kind: 'gauge', points: numbers(5) }
  if (record.has(7)) return { name, kind: 'sum', points: numbers(7) }

  const points = record
    .one(9)
    .all(1)
    .map((point) => ({
      attributes: attributesOf(point.all(9)),
      value: Number(point.bytesOf(4)[0]!.readBigUInt64LE()),
      counts: eightByteParts(point.bytesOf(6)[0]!).map((eight) => Number(eight.readBigUInt64LE())),
      bounds: eightByteParts(point.bytesOf(7)[0]!).map((eight) => eight.readDoubleLE()),
    }))

  return { name, kind: 'histogram', points }
}

const eightByteParts = (packed: Buffer): Buffer[] =>
  Array.from({ length: packed.length / 8 }, (_, index) => packed.subarray(index * 8, index * 8 + 8))
