import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { signatureFault, type Asked } from './s3-signature.ts'

// A storage that speaks S3, strict where the real ones are: each request has to be signed (AWS
// Signature, version 4) over what it is and the sum of its body, parts are put together by their
// ETags in their order, and lists come in pages.

const md5 = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

/** Of an object put together from parts: the sum of their sums, and how many they are. */
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
  /** How many names a list holds. */
  pageSize: number
  objects: Map<string, Buffer>
  uploads: Map<string, Upload>
  /** How to fail: at a part of this number, by an end of the connection at this byte. */
  fail: { part: number; readAfter: number }
}

/** Start one with a bucket. */
export async function startS3({ bucket = 'cofre', accessKeyId = 'AKIATEST', pageSize = 2 } = {}) {
  const secretAccessKey = 'a-secret-that-signs'

  const storage: Storage = {
    bucket,
    pageSize,
    objects: new Map(),
    uploads: new Map(),
    fail: { part: 0, readAfter: 0 },
  }

  const asked: string[] = []

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))

    request.on('end', () => {
      const url = new URL(request.url!, 'http://s3')
      const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'))
      const one = { method: request.method!, url, key, body: Buffer.concat(chunks) }
      asked.push(`${one.method} ${key}${url.search.replaceAll(/=[^&]*/g, '')}`)
      const wrong = signatureFault(request, one, { accessKeyId, secretAccessKey })
      const { status, body = '', headers } = wrong ? refusal(403, wrong) : answer(storage, one)
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
      const { readAfter } = storage.fail
      if (one.method !== 'GET' || !key || !readAfter) response.end(body)
      else response.write(Buffer.from(body).subarray(0, readAfter), () => response.destroy())
    })
  })

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => new Promise((done) => server.close(done))

  return { ...storage, endpoint, accessKeyId, secretAccessKey, asked, close }
}

function answer(storage: Storage, one: Asked): Answer {
  if (one.url.pathname.split('/')[1] !== storage.bucket) return refusal(404, 'NoSuchBucket')
  return one.key ? onObject(storage, one) : onBucket(storage, one.url.searchParams)
}

function onBucket({ bucket, objects, uploads, pageSize }: Storage, query: URLSearchParams): Answer {
  const prefix = query.get('prefix') ?? ''

  if (query.has('uploads')) {
    const listed = [...uploads].filter(([, { key }]) => key.startsWith(prefix))

    const parts = listed.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>` +
        `<Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    )

    return xml(`<ListMultipartUploadsResult>${parts.join('')}</ListMultipartUploadsResult>`)
  }

  const all = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'))
    .sort()
  const from = Number(query.get('continuation-token') ?? 0)
  const page = all.slice(from, from + pageSize)
  const next = from + pageSize < all.length ? from + pageSize : null
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

function onObject(storage: Storage, one: Asked): Answer {
  const { objects, uploads } = storage
  const { method, url, key, body } = one

  if (method === 'POST' && url.searchParams.has('uploads')) {
    const id = randomUUID()
    uploads.set(id, { key, parts: new Map(), initiated: new Date() })
    const made = `<UploadId>${id}</UploadId>`

    return xml(`<InitiateMultipartUploadResult>${made}</InitiateMultipartUploadResult>`)
  }

  if (url.searchParams.has('uploadId')) return onUpload(storage, one)

  if (method === 'PUT') {
    objects.set(key, body)
    return { status: 200, headers: { etag: md5(body) } }
  }

  if (method === 'DELETE') {
    objects.delete(key)
    return { status: 204 }
  }

  const held = objects.get(key)

  return held
    ? { status: 200, body: held, headers: { etag: md5(held) } }
    : refusal(404, 'NoSuchKey')
}

function onUpload(
  { bucket, objects, uploads, fail }: Storage,
  { method, url, key, body }: Asked,
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

  const named = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }))

  const parts = named.map(({ number }) => upload.parts.get(number))
  const isWhole =
    named.length === upload.parts.size &&
    named.every(({ number, etag }, i) => number === i + 1 && parts[i] && etag === md5(parts[i]!))
  if (!isWhole) return refusal(400, 'InvalidPart')

  objects.set(key, Buffer.concat(parts as Buffer[]))
  uploads.delete(id)

  return xml(
    `<CompleteMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key>` +
      `<ETag>${md5OfParts(parts as Buffer[]).replaceAll('"', '&quot;')}</ETag>` +
      `</CompleteMultipartUploadResult>`,
  )
}
