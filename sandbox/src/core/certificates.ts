import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { CertificateFile } from './issue-certificates.ts'

/**
 * Paths and contents of the PIX provider's certificates: an authority, a server, the store's
 * client, and the provider's client for webhooks.
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

const FILE_NAMES: readonly CertificateFile[] = [
  'ca.pem',
  'server.pem',
  'server.key',
  'client.pem',
  'client.key',
  'webhook.pem',
  'webhook.key',
]

const RENEW_BEFORE_MS = 30 * 86_400_000

/**
 * Reads the certificates of this folder, and issues new certificates if a file is missing or they
 * expire soon. Only then it loads the library that issues certificates (17 MB).
 */
export function openCertificates(stateDir: string): Promise<Certificates> {
  const folder = join(stateDir, 'certificates')
  // Concurrent callers share one result, since two runs would use two authorities.
  const openResult =
    openResults.get(folder) ?? openFolder(folder).finally(() => openResults.delete(folder))
  openResults.set(folder, openResult)

  return openResult
}

const openResults = new Map<string, Promise<Certificates>>()

async function openFolder(folder: string): Promise<Certificates> {
  const certificatePath = (name: CertificateFile): string => join(folder, name)

  if (
    !FILE_NAMES.every((name) => existsSync(certificatePath(name))) ||
    expiresSoon(readFileSync(certificatePath('server.pem'), 'utf8'))
  )
    await (await import('./issue-certificates.ts')).issueCertificates(folder)

  const readCertificate = (name: CertificateFile): string =>
    readFileSync(certificatePath(name), 'utf8')

  return {
    caPath: certificatePath('ca.pem'),
    clientCertPath: certificatePath('client.pem'),
    clientKeyPath: certificatePath('client.key'),
    ca: readCertificate('ca.pem'),
    serverCert: readCertificate('server.pem'),
    serverKey: readCertificate('server.key'),
    webhookCert: readCertificate('webhook.pem'),
    webhookKey: readCertificate('webhook.key'),
  }
}

const expiresSoon = (pem: string): boolean =>
  Date.parse(new X509Certificate(pem).validTo) < Date.now() + RENEW_BEFORE_MS
