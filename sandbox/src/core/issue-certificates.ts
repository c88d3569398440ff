import 'reflect-metadata'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509'
import { webcrypto } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { randomHex } from './ids.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 86_400_000

export type CertificateFile =
  | 'ca.pem'
  | 'server.pem'
  | 'server.key'
  | 'client.pem'
  | 'client.key'
  | 'webhook.pem'
  | 'webhook.key'

type Issued = { cert: string; key: string }

/**
 * Create an authority and its three certificates, valid for ten years. The authority's key is never
 * stored, so no further certificate can be issued.
 */
export async function issueCertificates(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const authorityKeys = await makeKeyPair()

  const authority = await X509CertificateGenerator.createSelfSigned({
    serialNumber: randomHex(8),
    name: 'CN=Chaveiro sandbox authority',
    ...validityPeriod(),
    signingAlgorithm: ALGORITHM,
    keys: authorityKeys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  })

  const serverFiles = await issueCertificate(
    authority,
    authorityKeys.privateKey,
    'CN=pix.sandbox.local',
    ExtendedKeyUsage.serverAuth,
  )

  const clientFiles = await issueCertificate(
    authority,
    authorityKeys.privateKey,
    'CN=store',
    ExtendedKeyUsage.clientAuth,
  )

  const webhookFiles = await issueCertificate(
    authority,
    authorityKeys.privateKey,
    'CN=webhook.pix.sandbox.local',
    ExtendedKeyUsage.clientAuth,
  )

  const fileContents: Record<CertificateFile, string> = {
    'ca.pem': authority.toString('pem'),
    'server.pem': serverFiles.cert,
    'server.key': serverFiles.key,
    'client.pem': clientFiles.cert,
    'client.key': clientFiles.key,
    'webhook.pem': webhookFiles.cert,
    'webhook.key': webhookFiles.key,
  }

  for (const [name, text] of Object.entries(fileContents))
    writeFileSync(join(folder, name), text, { mode: 0o600 })
}

async function issueCertificate(
  authority: X509Certificate,
  caKey: webcrypto.CryptoKey,
  subject: string,
  usage: ExtendedKeyUsage,
): Promise<Issued> {
  const authorityKeys = await makeKeyPair()

  const certificate = await X509CertificateGenerator.create({
    serialNumber: randomHex(8),
    subject,
    issuer: authority.subject,
    ...validityPeriod(),
    signingAlgorithm: ALGORITHM,
    publicKey: authorityKeys.publicKey,
    signingKey: caKey,

    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([usage]),
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'dns', value: 'pix.sandbox.local' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
    ],
  })

  return {
    cert: certificate.toString('pem'),
    key: PemConverter.encode(
      await webcrypto.subtle.exportKey('pkcs8', authorityKeys.privateKey),
      'PRIVATE KEY',
    ),
  }
}

const makeKeyPair = async (): Promise<webcrypto.CryptoKeyPair> =>
  (await webcrypto.subtle.generateKey(ALGORITHM, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair

const validityPeriod = (): { notBefore: Date; notAfter: Date } => ({
  notBefore: new Date(Date.now() - DAY_MS),
  notAfter: new Date(Date.now() + 3650 * DAY_MS),
})
