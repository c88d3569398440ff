import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Readable } from 'node:stream'

import { within } from '../../platform/time/timeout.ts'
import type { BackupStore } from '../../ports/backups.ts'

/** A bucket, who may write there, and by which service: AWS without an endpoint, else any other. */
export type Bucket = {
  bucket: string
  /** What names begin with, without a slash at its end; '' for the bucket itself. */
  prefix: string
  region: string
  endpoint: string | null
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** How long a storage may take to be reached, and to stand still while it is asked or answers. */
type Patience = { connectMs: number; idleMs: number }
const patience: Patience = { connectMs: 10_000, idleMs: 60_000 }

// Two parts of 16 MB are under way at once: an archive may have 160 GB, and memory does not grow.
const partSize = 16 * 1024 * 1024
const queueSize = 2
const dayMs = 86_400_000

/**
 * Archives in a bucket of a storage that speaks S3. An archive goes there in parts and is put
 * together at the end: whoever reads the bucket finds whole ones only. What was cut off is taken
 * away, by itself or, where the machine was lost, by the first write a day later. A storage that
 * stands still is given up: a backup holds its snapshot open as long as it is waited for.
 */
export function s3Store(place: Bucket, wait = patience): BackupStore {
  const { bucket, prefix } = place
  const where = `s3://${[bucket, prefix].filter(Boolean).join('/')}`
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
  const { client, told } = connected(place, where, wait)
  // Whoever reads an archive may himself be slow, which is no fault of the storage: only what is
  // waited for is measured.
  const reader = connected(place, where, { ...wait, idleMs: 0 }).client

  return {
    place: where,

    async write(name, bytes, signal) {
      await dropOldParts(client, place, signal).catch(() => {})
      let size = 0

      const counted = Readable.from(
        (async function* () {
          for await (const chunk of bytes) {
            size += chunk.length
            yield chunk
          }
        })(),
        { objectMode: false },
      )

      const params = { Bucket: bucket, Key: keyOf(name), Body: counted }
      const upload = new Upload({ client, params, partSize, queueSize, leavePartsOnError: false })
      const stop = () => void upload.abort()
      signal?.addEventListener('abort', stop)
      if (signal?.aborted) stop()

      try {
        await told(() => upload.done())
      } finally {
        signal?.removeEventListener('abort', stop)
      }

      return size
    },

    async *read(file) {
      const ask = new GetObjectCommand({ Bucket: bucket, Key: keyOf(file) })
      const answer = await told(() => within(wait.idleMs, reader.send(ask)))

      try {
        yield* eachWithin(answer.Body as Readable, wait.idleMs)
      } catch (error) {
        const { name, message } = error as Error
        const why = name === 'TimeoutError' ? 'it stood still' : message
        throw new Error(`${where}: cut off while it was read (${why})`)
      }
    },

    names: () =>
      told(async () => {
        const start = prefix ? `${prefix}/` : ''
        const names: string[] = []
        const asked = { Bucket: bucket, Prefix: start, Delimiter: '/' }
        for await (const page of paginateListObjectsV2({ client }, asked))
          names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(start.length)))

        return names.filter(Boolean)
      }),

    async remove(name) {
      await told(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) })))
    },
  }
}

function connected(place: Bucket, where: string, { connectMs, idleMs }: Patience) {
  const { endpoint, region, accessKeyId, secretAccessKey, sessionToken } = place

  const client = new S3Client({
    region,
    // Other services than AWS have no name of their own for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
    // Not every service knows the newer sums; an archive is held against sums of its own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
  })

  /** A refusal of the storage in one line that names the place. */
  const told = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      const { name, message, $metadata } = error as Error & { $metadata?: object }
      // Of what the archive itself failed tells who makes it.
      if (name === 'TimeoutError') throw new Error(`${where}: it stood still and was given up`)
      if (!$metadata && !isNetwork(error)) throw error

      throw new Error(`${where}: ${name === 'Error' ? '' : `${name}: `}${message}`)
    }
  }

  return { client, told }
}

/** The chunks of a stream, each in time from when it is asked for. */
async function* eachWithin(body: Readable, ms: number): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  try {
    for (;;) {
      const next = await within(ms, chunks.next())
      if (next.done) return

      yield next.value
    }
  } finally {
    body.destroy()
  }
}

const isNetwork = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'ETIMEDOUT'].includes(
    (error as { code?: string }).code ?? '',
  )

/** Parts of an upload that nobody has gone on with for a day lie there unseen, and are paid for. */
async function dropOldParts(
  client: S3Client,
  { bucket, prefix }: Bucket,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stopped = signal ? { abortSignal: signal } : {}
  const asked = { Bucket: bucket, Prefix: prefix ? `${prefix}/chaveiro-` : 'chaveiro-' }
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(asked), stopped)
  for (const { Key, UploadId, Initiated } of Uploads)
    if (Initiated && Initiated.getTime() < Date.now() - dayMs)
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }), stopped)
}
