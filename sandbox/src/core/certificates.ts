import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { CertificateFile } from './issue-certificates.ts'

/**
 * Paths and contents of the PIX provider's certificates: one authority, a server, the store's
 * client, and the provider's own client for webhooks.
 */
export type Certificates = {
  caPath: string
  clientCertPath: string
  clientKeyPath: string
  ca: string
  serverCert: string
  serverKey: string
  webhookCert: string
  webhookKey: string
}

const NAMES: readonly CertificateFile[] = [
  'ca.pem',
  'server.pem',
  'server.key',
  'client.pem',
  'client.key',
  'webhook.pem',
  'webhook.key',
]

const RENEW_MS = 30 * 86_400_000

/**
 * Read the certificates of this folder, or make them once; the library that makes them is loaded
 * only then (17 MB).
 */
export function openCertificates(stateDir: string): Promise<Certificates> {
  const folder = join(stateDir, 'certificates')
  // Concurrent callers share one result: the authority's key is discarded after issuing, so two
  // runs would not match.
  const opened = opening.get(folder) ?? openIn(folder).finally(() => opening.delete(folder))
  opening.set(folder, opened)

  return opened
}

const opening = new Map<string, Promise<Certificates>>()

async function openIn(folder: string): Promise<Certificates> {
  const path = (name: CertificateFile): string => join(folder, name)

  if (
    !NAMES.every((name) => existsSync(path(name))) ||
    expiresSoon(readFileSync(path('server.pem'), 'utf8'))
  )
    await (await import('./issue-certificates.ts')).issueAll(folder)

  const read = (name: CertificateFile): string => readFileSync(path(name), 'utf8')

  return {
    caPath: path('ca.pem'),
    clientCertPath: path('client.pem'),
    clientKeyPath: path('client.key'),
    ca: read('ca.pem'),
    serverCert: read('server.pem'),
    serverKey: read('server.key'),
    webhookCert: read('webhook.pem'),
    webhookKey: read('webhook.key'),
  }
}

const expiresSoon = (pem: string): boolean =>
  Date.parse(new X509Certificate(pem).validTo) < Date.now() + RENEW_MS
