import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

const hmac = (key: Buffer | string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

export type S3Request = { method: string; url: URL; key: string; body: Buffer }
type Who = { accessKeyId: string; secretAccessKey: string }

/** The S3 error code of a wrong signature; null for a valid one. */
export function signatureFault(
  request: IncomingMessage,
  { method, url, body }: S3Request,
  credentials: Who,
): string | null {
  const pattern = new RegExp(
    '^AWS4-HMAC-SHA256 Credential=([^/]+)/(\\d{8})/([^/]+)/s3/aws4_request, ' +
      'SignedHeaders=([\\w;-]+), Signature=([\\da-f]{64})$',
  )

  const headerMatch = pattern.exec(request.headers.authorization ?? '')
  if (!headerMatch) return 'AccessDenied'

  const [, id, day, region, signedHeaders, signature] = headerMatch as unknown as string[]
  if (id !== credentials.accessKeyId) return 'InvalidAccessKeyId'

  const bodyHash = String(request.headers['x-amz-content-sha256'])
  if (bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch'

  const requestDate = String(request.headers['x-amz-date'])
  const headerNames = signedHeaders!.split(';')
  if (!headerNames.includes('host') || !headerNames.includes('x-amz-content-sha256'))
    return 'AccessDenied'

  const canonical = [
    method,
    url.pathname,
    [...url.searchParams]
      .map(([name, text]) => `${encoded(name)}=${encoded(text)}`)
      .sort()
      .join('&'),
    ...headerNames.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n')

  const scope = `${day}/${region}/s3/aws4_request`

  const key = ['s3', 'aws4_request'].reduce(
    (before, part) => hmac(before, part),
    hmac(hmac(`AWS4${credentials.secretAccessKey}`, day!), region!),
  )

  const expected = hmac(key, ['AWS4-HMAC-SHA256', requestDate, scope, sha256(canonical)].join('\n'))

  return expected.toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}
