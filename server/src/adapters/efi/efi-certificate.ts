import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, type SecureContextOptions } from 'node:tls'

import { ConfigError } from '../../platform/config/config.ts'

/**
 * The certificate that the PSP knows us by: paths, of which a PEM may hold certificate and key
 * together, or the thing itself, as it was uploaded.
 */
export type CertificateSettings = {
  certPem?: string | undefined
  keyPem?: string | undefined
  certP12?: string | undefined
  /** PEM of certificate and key, as it is or in base64; else a P12 in base64. */
  certificate?: string | undefined
  ca?: string | undefined
}

export type CertificateFault =
  | 'certificate_kind'
  | 'certificate_key'
  | 'certificate_old'
  | 'certificate_expired'

/** What TLS needs of them; throws where it cannot use them. */
export function certificates(given: CertificateSettings): SecureContextOptions {
  const { ca } = given

  const found = Object.fromEntries(
    Object.entries({ ...ownOf(given), ca: ca ? fileOf('PIX_CA', ca) : undefined }).filter(
      ([, value]) => value !== undefined,
    ),
  )

  assertReadable(found, settingOf(given))

  return found
}

function ownOf({
  certPem,
  keyPem,
  certP12,
  certificate,
}: CertificateSettings): SecureContextOptions {
  if (certificate) return uploaded(certificate)
  // Efí's P12 has an empty password.
  if (certP12) return { pfx: fileOf('PIX_CERT_P12', certP12), passphrase: '' }

  const key = keyPem ?? certPem

  return {
    cert: certPem && fileOf('PIX_CERT_PEM', certPem),
    key: key && fileOf('PIX_KEY_PEM', key),
  }
}

const settingOf = ({ certificate, certP12 }: CertificateSettings): string => {
  if (certificate) return 'PIX_CERTIFICATE'
  return certP12 ? 'PIX_CERT_P12' : 'PIX_CERT_PEM, PIX_KEY_PEM'
}

function uploaded(given: string): SecureContextOptions {
  const isText = given.includes('-----BEGIN')
  const bytes = Buffer.from(given.replaceAll('\\n', '\n'), isText ? 'utf8' : 'base64')
  if (!bytes.includes('-----BEGIN')) return { pfx: bytes, passphrase: '' }

  // Two files put together by hand may lack the line end between them.
  const pem = bytes.toString('latin1').replaceAll('----------BEGIN', '-----\n-----BEGIN')

  return { cert: pem, key: pem }
}

/** What is wrong with an uploaded certificate, before anybody is asked; null when nothing is. */
export function faultOfCertificate(given: string, now: Date): CertificateFault | null {
  const options = uploaded(given)
  if (options.cert && !options.cert.includes('CERTIFICATE-----')) return 'certificate_kind'
  if (options.cert && !options.cert.includes('PRIVATE KEY-----')) return 'certificate_key'

  try {
    return hasEnded(createSecureContext(options), now) ? 'certificate_expired' : null
  } catch (error) {
    if (isOldCipher(error)) return 'certificate_old'
    return /key values mismatch|KEY_VALUES_MISMATCH/i.test(String((error as Error).message))
      ? 'certificate_key'
      : 'certificate_kind'
  }
}

/** A P12 tells its end through the context alone, which has read it. */
function hasEnded({ context }: ReturnType<typeof createSecureContext>, now: Date): boolean {
  const der = (context as { getCertificate?(): Buffer | null }).getCertificate?.()
  return der ? new Date(new X509Certificate(der).validTo) <= now : false
}

function fileOf(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new ConfigError(
      `${setting}: cannot be read (${(error as { code?: string }).code}): ${path}`,
    )
  }
}

/** Files of older systems are enciphered with RC2, which OpenSSL 3 does not read any more. */
const isOldCipher = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message: string }
  return /unsupported/i.test(`${code ?? ''} ${message}`)
}

/**
 * A certificate that TLS cannot use is said at the start, by its setting: afterwards it would look
 * like a provider that gives no answer.
 */
function assertReadable(found: SecureContextOptions, setting: string): void {
  try {
    createSecureContext(found)
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
