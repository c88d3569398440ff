import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, type SecureContextOptions } from 'node:tls'

import { ConfigError } from '../../platform/config/config.ts'

/**
 * The client certificate for the PSP: paths (one PEM may hold certificate and key), or the
 * uploaded content itself.
 */
export type CertificateSettings = {
  certPem?: string | undefined
  keyPem?: string | undefined
  certP12?: string | undefined
  /** PEM of certificate and key, plain or in base64; else a P12 in base64. */
  certificate?: string | undefined
  ca?: string | undefined
}

export type CertificateFault =
  | 'certificate_kind'
  | 'certificate_key'
  | 'certificate_old'
  | 'certificate_expired'

/** TLS options of the configured certificate. Throws ConfigError where TLS cannot use it. */
export function tlsOptions(settings: CertificateSettings): SecureContextOptions {
  const { ca } = settings

  const tlsFields = Object.fromEntries(
    Object.entries({
      ...clientCertificate(settings),
      ca: ca ? readSettingFile('PIX_CA', ca) : undefined,
    }).filter(([, value]) => value !== undefined),
  )

  assertReadable(tlsFields, settingOf(settings))

  return tlsFields
}

function clientCertificate({
  certPem,
  keyPem,
  certP12,
  certificate,
}: CertificateSettings): SecureContextOptions {
  if (certificate) return parseUpload(certificate)
  // Efí's P12 has an empty password.
  if (certP12) return { pfx: readSettingFile('PIX_CERT_P12', certP12), passphrase: '' }

  const keyPath = keyPem ?? certPem

  return {
    cert: certPem && readSettingFile('PIX_CERT_PEM', certPem),
    key: keyPath && readSettingFile('PIX_KEY_PEM', keyPath),
  }
}

const settingOf = ({ certificate, certP12 }: CertificateSettings): string => {
  if (certificate) return 'PIX_CERTIFICATE'
  return certP12 ? 'PIX_CERT_P12' : 'PIX_CERT_PEM, PIX_KEY_PEM'
}

function parseUpload(upload: string): SecureContextOptions {
  const isText = upload.includes('-----BEGIN')
  const uploadBytes = Buffer.from(upload.replaceAll('\\n', '\n'), isText ? 'utf8' : 'base64')
  if (!uploadBytes.includes('-----BEGIN')) return { pfx: uploadBytes, passphrase: '' }

  // Two files joined by hand may lack the line break between them.
  const pemText = uploadBytes.toString('latin1').replaceAll('----------BEGIN', '-----\n-----BEGIN')

  return { cert: pemText, key: pemText }
}

/**
 * The defect of an uploaded certificate, found without a call to the bank; null for a usable
 * certificate.
 */
export function faultOfCertificate(upload: string, now: Date): CertificateFault | null {
  const uploadOptions = parseUpload(upload)
  if (uploadOptions.cert && !uploadOptions.cert.includes('CERTIFICATE-----'))
    return 'certificate_kind'
  if (uploadOptions.cert && !uploadOptions.cert.includes('PRIVATE KEY-----'))
    return 'certificate_key'

  try {
    return hasEnded(createSecureContext(uploadOptions), now) ? 'certificate_expired' : null
  } catch (error) {
    if (isOldCipher(error)) return 'certificate_old'
    return /key values mismatch|KEY_VALUES_MISMATCH/i.test(String((error as Error).message))
      ? 'certificate_key'
      : 'certificate_kind'
  }
}

/** Only the TLS context knows the end date of a P12. */
function hasEnded({ context }: ReturnType<typeof createSecureContext>, now: Date): boolean {
  const certificateDer = (context as { getCertificate?(): Buffer | null }).getCertificate?.()
  return certificateDer ? new Date(new X509Certificate(certificateDer).validTo) <= now : false
}

function readSettingFile(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new ConfigError(
      `${setting}: cannot be read (${(error as { code?: string }).code}): ${path}`,
    )
  }
}

/** Older P12 files are encrypted with RC2, which OpenSSL 3 does not read. */
const isOldCipher = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message: string }
  return /unsupported/i.test(`${code ?? ''} ${message}`)
}

/**
 * Fails at the start and names the setting: later a bad certificate would look like a provider
 * that does not answer.
 */
function assertReadable(options: SecureContextOptions, setting: string): void {
  try {
    createSecureContext(options)
  } catch (error) {
    throw new ConfigError(
      isOldCipher(error)
        ? `${setting}: enciphered in a way that is not read any more (RC2). Write it ` +
            'anew: openssl pkcs12 -legacy -in old.p12 -passin pass: -nodes -out pix.pem, ' +
            'then set PIX_CERT_PEM=pix.pem instead'
        : `${setting}: not a certificate with its key that TLS can use (${(error as Error).message})`,
    )
  }
}
