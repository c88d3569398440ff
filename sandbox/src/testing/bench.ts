import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import StripeSdk from 'stripe'
import { Agent, request } from 'undici'

import { startSandbox, type Sandbox } from '../index.ts'

type Received = {
  url: string
  headers: IncomingHttpHeaders
  body: string
  json: any
  at: number
}

/** A simulated store that only receives webhooks, and answers as the test sets it. */
export type Receiver = {
  origin: string
  received: Received[]
  /** Null sends no answer. */
  answer: (request: Received) => number | null
  close(): Promise<void>
}

type Reply = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: any
}

/** Listens for webhooks on a free port. */
export async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    origin: '',
    received: [],
    answer: () => 200,
    close: () =>
      new Promise((resolve) => {
        httpServer.closeAllConnections()
        httpServer.close(() => resolve())
      }),
  }

  const httpServer = createServer((incoming, outgoing) => {
    const bodyChunks: Buffer[] = []
    incoming
      .on('data', (chunk: Buffer) => bodyChunks.push(chunk))
      .on('end', () => {
        const replyBody = Buffer.concat(bodyChunks).toString('utf8')

        const receivedCall = {
          url: incoming.url ?? '',
          headers: incoming.headers,
          body: replyBody,
          json: replyBody ? JSON.parse(replyBody) : null,
          at: Date.now(),
        }

        receiver.received.push(receivedCall)
        const replyStatus = receiver.answer(receivedCall)
        if (replyStatus !== null) outgoing.writeHead(replyStatus).end()
      })
  })

  await new Promise<void>((resolve) => {
    httpServer.listen(0, '127.0.0.1', resolve)
  })
  receiver.origin = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`

  return receiver
}

export type Bench = {
  sandbox: Sandbox
  stateDir: string
  store: Receiver
  stripe: StripeSdk
  /** A control call; throws unless the status is 2xx. */
  control(method: string, path: string, replyBody?: unknown): Promise<any>
  /** Any HTTP call; a JSON reply is parsed. */
  http(
    method: string,
    url: string,
    options?: { headers?: Record<string, string>; body?: string },
  ): Promise<Reply>
  /** A call of Efí's API with client certificate and token. */
  pix(
    method: string,
    path: string,
    replyBody?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>
  pixToken(): Promise<string>
  close(): Promise<void>
}

/** A sandbox with a webhook receiver and a folder of its own. */
export async function openBench(): Promise<Bench> {
  const stateDir = mkdtempSync(join(tmpdir(), 'chaveiro-sandbox-'))
  const storeReceiver = await openReceiver()
  const sandbox = await startSandbox({ stateDir, storeOrigins: [storeReceiver.origin] })
  const { env } = sandbox
  const agent = mutualAgent(env)
  const http: Bench['http'] = async (method, url, { headers, body: replyBody } = {}) =>
    readReply(await request(url, { method: method as 'GET', headers, body: replyBody ?? null }))
  let pixAccessToken: string | null = null

  const pixToken = async (): Promise<string> => {
    const pixReply = await request(`${env['PIX_BASE_URL']}/oauth/token`, {
      method: 'POST',
      dispatcher: agent,
      headers: { authorization: basicCredentials(env), 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials' }),
    })
    return ((await pixReply.body.json()) as { access_token: string }).access_token
  }

  return {
    sandbox,
    stateDir,
    store: storeReceiver,
    http,
    pixToken,
    stripe: stripeFor(env),

    async control(method, path, replyBody) {
      const pixReply = await http(
        method,
        `${sandbox.origin}/sandbox/api${path}`,
        replyBody === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(replyBody) },
      )

      if (pixReply.status >= 300)
        throw new Error(`${method} ${path}: ${pixReply.status} ${JSON.stringify(pixReply.body)}`)

      return pixReply.body
    },

    async pix(method, path, replyBody, headers = {}) {
      pixAccessToken ??= await pixToken()
      return readReply(
        await request(`${env['PIX_BASE_URL']}${path}`, {
          method: method as 'GET',
          dispatcher: agent,
          headers: {
            authorization: `Bearer ${pixAccessToken}`,
            'content-type': 'application/json',
            ...headers,
          },
          body: replyBody === undefined ? null : JSON.stringify(replyBody),
        }),
      )
    },

    async close() {
      await agent.close()
      await sandbox.close()
      await storeReceiver.close()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

export function stripeFor(
  env: Record<string, string>,
  maxNetworkRetries = 0,
  timeout = 5000,
): StripeSdk {
  const { hostname, port } = new URL(env['STRIPE_BASE_URL']!)
  return new StripeSdk(env['STRIPE_SECRET_KEY']!, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries,
    timeout,
    telemetry: false,
  })
}

/** An agent with the store's client certificate. */
export const mutualAgent = (env: Record<string, string>): Agent =>
  new Agent({
    connect: {
      cert: readFileSync(env['PIX_CERT_PEM']!),
      key: readFileSync(env['PIX_KEY_PEM']!),
      ca: readFileSync(env['PIX_CA']!),
    },
  })

export const basicCredentials = (env: Record<string, string>): string =>
  `Basic ${Buffer.from(`${env['PIX_CLIENT_ID']}:${env['PIX_CLIENT_SECRET']}`).toString('base64')}`

/** Waits until a check returns a value, at most five seconds by default. */
export async function until<T>(check: () => T | Promise<T>, ms = 5000): Promise<NonNullable<T>> {
  const deadlineAt = Date.now() + ms
  for (;;) {
    const value = await check()
    if (value) return value
    if (Date.now() > deadlineAt) throw new Error('did not happen in time')

    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))

async function readReply(pixReply: Awaited<ReturnType<typeof request>>): Promise<Reply> {
  const replyText = await pixReply.body.text()
  let replyBody: unknown = replyText

  try {
    replyBody = replyText === '' ? null : JSON.parse(replyText)
  } catch {
    /* Not JSON: an HTML page. */
  }

  return { status: pixReply.statusCode, headers: pixReply.headers, body: replyBody }
}
