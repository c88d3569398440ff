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

export type Asked = { method: string; url: URL; key: string; body: Buffer }
type Who = { accessKeyId: string; secretAccessKey: string }

/** Why a request is refused by its signature; null when it is right. */
export function signatureFault(
  request: IncomingMessage,
  { method, url, body }: Asked,
  who: Who,
): string | null {
  const pattern = new RegExp(
    '^AWS4-HMAC-SHA256 Credential=([^/]+)/(\\d{8})/([^/]+)/s3/aws4_request, ' +
      'SignedHeaders=([\\w;-]+), Signature=([\\da-f]{64})$',
  )

  const found = pattern.exec(request.headers.authorization ?? '')
  if (!found) return 'AccessDenied'

  const [, id, day, region, signed, signature] = found as unknown as string[]
  if (id !== who.accessKeyId) return 'InvalidAccessKeyId'

  const sum = String(request.headers['x-amz-content-sha256'])
  if (sum !== sha256(body)) return 'XAmzContentSHA256Mismatch'

  const at = String(request.headers['x-amz-date'])
  const names = signed!.split(';')
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) return 'AccessDenied'

  const canonical = [
    method,
    url.pathname,
    [...url.searchParams]
      .map(([name, text]) => `${encoded(name)}=${encoded(text)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signed,
    sum,
  ].join('\n')

  const scope = `${day}/${region}/s3/aws4_request`

  const key = ['s3', 'aws4_request'].reduce(
    (before, part) => hmac(before, part),
    hmac(hmac(`AWS4${who.secretAccessKey}`, day!), region!),
  )

  const right = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n'))

  return right.toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}
