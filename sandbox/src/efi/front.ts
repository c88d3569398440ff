import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { Agent, request } from 'undici'

import type { Certificates } from '../core/certificates.ts'
import type { Core } from '../core/core.ts'
import { choosePort, rememberPort } from '../core/provider-server.ts'

const BODY_LIMIT = 1_048_576

/**
 * A TLS proxy in front of the store, as in production. It accepts only the provider's certificate
 * (403 otherwise) and forwards calls to the store's processes in turn. So a webhook can be
 * registered by https, with both mutual TLS probes, while the store listens on http.
 */
export async function startFront(
  core: Core,
  certificates: Certificates,
): Promise<{ origin: string; close(): Promise<void> }> {
  const agent = new Agent({ connections: 32 })

  const server = createServer(
    {
      cert: certificates.serverCert,
      key: certificates.serverKey,
      ca: certificates.ca,
      requestCert: true,
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
    },
    (incoming, outgoing) => {
      forwardRequest(core, agent, incoming, outgoing).catch(() => {
        if (!outgoing.headersSent) outgoing.writeHead(502)
        outgoing.end()
      })
    },
  )

  const port = await listenOnPort(core, server)

  return {
    origin: `https://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      await agent.destroy()
    },
  }
}

async function forwardRequest(
  core: Core,
  agent: Agent,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (!(incoming.socket as TLSSocket).authorized) {
    incoming.resume()
    outgoing.writeHead(403).end()

    return
  }

  const storeOrigin = core.origins.next()
  if (!storeOrigin) throw new Error('no store is known yet')

  const bodyChunks: Buffer[] = []
  let totalBytes = 0

  for await (const bodyChunk of incoming as AsyncIterable<Buffer>) {
    totalBytes += bodyChunk.length
    if (totalBytes > BODY_LIMIT) throw new Error('a body that is too long')

    bodyChunks.push(bodyChunk)
  }

  const storeReply = await request(storeOrigin + (incoming.url ?? '/'), {
    method: 'POST',
    dispatcher: agent,
    body: Buffer.concat(bodyChunks),
    headers: { 'content-type': incoming.headers['content-type'] ?? 'application/json' },
  })

  await storeReply.body.dump()
  outgoing.writeHead(storeReply.statusCode).end()
}

async function listenOnPort(core: Core, server: Server): Promise<number> {
  const wantedPort = await choosePort(core, 'efi front')
  await new Promise<void>((resolve, failed) => {
    server.once('error', failed).listen(wantedPort, '127.0.0.1', resolve)
  })

  return rememberPort(core, 'efi front', (server.address() as AddressInfo).port)
}
