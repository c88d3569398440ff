import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { signatureFault, type S3Request } from './s3-signature.ts'

// An S3 server for tests, as strict as real ones. Each request needs a signature (AWS Signature,
// version 4) that covers the hash of the body. Parts are joined by their ETags, and lists have
// pages.

const md5 = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

/** The ETag of a multipart object: a hash of the hashes of its parts, and their number. */
const md5OfParts = (parts: readonly Buffer[]): string => {
  const sums = parts.map((part) => createHash('md5').update(part).digest())
  return `"${createHash('md5').update(Buffer.concat(sums)).digest('hex')}-${parts.length}"`
}

type Upload = { key: string; parts: Map<number, Buffer>; initiated: Date }
type Answer = { status: number; body?: Buffer | string; headers?: Record<string, string> }

const refusal = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>refused: ${code}</Message></Error>`,
})

const xml = (body: string): Answer => ({ status: 200, body: `<?xml version="1.0"?>${body}` })

type Storage = {
  bucket: string
  /** Number of names in a page of a list. */
  pageSize: number
  objects: Map<string, Buffer>
  uploads: Map<string, Upload>
  /**
   * Faults to cause: refuse this part number; close the connection after this many bytes of a
   * download.
   */
  fail: { part: number; readAfter: number }
}

/** Starts a server with one bucket. */
export async function startS3({ bucket = 'cofre', accessKeyId = 'AKIATEST', pageSize = 2 } = {}) {
  const secretAccessKey = 'a-secret-that-signs'

  const storage: Storage = {
    bucket,
    pageSize,
    objects: new Map(),
    uploads: new Map(),
    fail: { part: 0, readAfter: 0 },
  }

  const requestLog: string[] = []

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))

    request.on('end', () => {
      const url = new URL(request.url!, 'http://s3')
      const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'))
      const s3Request = { method: request.method!, url, key, body: Buffer.concat(chunks) }
      requestLog.push(`${s3Request.method} ${key}${url.search.replaceAll(/=[^&]*/g, '')}`)
      const signatureCode = signatureFault(request, s3Request, { accessKeyId, secretAccessKey })
      const {
        status,
        body = '',
        headers,
      } = signatureCode ? refusal(403, signatureCode) : answer(storage, s3Request)
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
      const { readAfter } = storage.fail
      if (s3Request.method !== 'GET' || !key || !readAfter) response.end(body)
      else response.write(Buffer.from(body).subarray(0, readAfter), () => response.destroy())
    })
  })

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => new Promise((done) => server.close(done))

  return { ...storage, endpoint, accessKeyId, secretAccessKey, asked: requestLog, close }
}

function answer(storage: Storage, s3Request: S3Request): Answer {
  if (s3Request.url.pathname.split('/')[1] !== storage.bucket) return refusal(404, 'NoSuchBucket')
  return s3Request.key
    ? onObject(storage, s3Request)
    : onBucket(storage, s3Request.url.searchParams)
}

function onBucket({ bucket, objects, uploads, pageSize }: Storage, query: URLSearchParams): Answer {
  const prefix = query.get('prefix') ?? ''

  if (query.has('uploads')) {
    const matchingUploads = [...uploads].filter(([, { key }]) => key.startsWith(prefix))

    const parts = matchingUploads.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>` +
        `<Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    )

    return xml(`<ListMultipartUploadsResult>${parts.join('')}</ListMultipartUploadsResult>`)
  }

  const matchingKeys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'))
    .sort()
  const from = Number(query.get('continuation-token') ?? 0)
  const page = matchingKeys.slice(from, from + pageSize)
  const next = from + pageSize < matchingKeys.length ? from + pageSize : null
  const token = next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`

  return xml(
    `<ListBucketResult><Name>${bucket}</Name><Prefix>${prefix}</Prefix>` +
      `<KeyCount>${page.length}</KeyCount><MaxKeys>${pageSize}</MaxKeys>` +
      `<IsTruncated>${next !== null}</IsTruncated>${page
        .map(
          (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)!.length}</Size></Contents>`,
        )
        .join('')}${token}</ListBucketResult>`,
  )
}

function onObject(storage: Storage, s3Request: S3Request): Answer {
  const { objects, uploads } = storage
  const { method, url, key, body } = s3Request

  if (method === 'POST' && url.searchParams.has('uploads')) {
    const id = randomUUID()
    uploads.set(id, { key, parts: new Map(), initiated: new Date() })
    const uploadIdXml = `<UploadId>${id}</UploadId>`

    return xml(`<InitiateMultipartUploadResult>${uploadIdXml}</InitiateMultipartUploadResult>`)
  }

  if (url.searchParams.has('uploadId')) return onUpload(storage, s3Request)

  if (method === 'PUT') {
    objects.set(key, body)
    return { status: 200, headers: { etag: md5(body) } }
  }

  if (method === 'DELETE') {
    objects.delete(key)
    return { status: 204 }
  }

  const storedObject = objects.get(key)

  return storedObject
    ? { status: 200, body: storedObject, headers: { etag: md5(storedObject) } }
    : refusal(404, 'NoSuchKey')
}

function onUpload(
  { bucket, objects, uploads, fail }: Storage,
  { method, url, key, body }: S3Request,
): Answer {
  const id = url.searchParams.get('uploadId')!
  const upload = uploads.get(id)
  if (upload?.key !== key) return refusal(404, 'NoSuchUpload')

  if (method === 'DELETE') {
    uploads.delete(id)
    return { status: 204 }
  }

  if (method === 'PUT') {
    const number = Number(url.searchParams.get('partNumber'))
    if (number === fail.part) return refusal(403, 'AccessDenied')

    upload.parts.set(number, body)

    return { status: 200, headers: { etag: md5(body) } }
  }

  const namedParts = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }))

  const parts = namedParts.map(({ number }) => upload.parts.get(number))
  const isWhole =
    namedParts.length === upload.parts.size &&
    namedParts.every(
      ({ number, etag }, i) => number === i + 1 && parts[i] && etag === md5(parts[i]!),
    )
  if (!isWhole) return refusal(400, 'InvalidPart')

  objects.set(key, Buffer.concat(parts as Buffer[]))
  uploads.delete(id)

  return xml(
    `<CompleteMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key>` +
      `<ETag>${md5OfParts(parts as Buffer[]).replaceAll('"', '&quot;')}</ETag>` +
      `</CompleteMultipartUploadResult>`,
  )
}
