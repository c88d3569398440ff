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

import { withTimeout } from '../../platform/time/timeout.ts'
import type { BackupStore } from '../../ports/backups.ts'

/** A bucket, its credentials and its service; without an endpoint the service is AWS. */
export type Bucket = {
  bucket: string
  /** Prefix of all names, without a slash at its end; '' for none. */
  prefix: string
  region: string
  endpoint: string | null
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** Timeout of a connection, and the longest pause within a request or answer. */
type Timeouts = { connectMs: number; idleMs: number }
const defaultTimeouts: Timeouts = { connectMs: 10_000, idleMs: 60_000 }

// Two parts of 16 MB are sent at once: an archive may have 160 GB, and memory use must not grow
// with it.
const partSize = 16 * 1024 * 1024
const queueSize = 2
const millisecondsOfDay = 86_400_000

/**
 * Archives in an S3 bucket. An archive is uploaded in parts and completed at the end, so the bucket
 * only lists whole archives. An interrupted upload removes its parts. Parts of a lost machine are
 * removed by the first write a day later. A stalled storage is given up, since a backup holds a
 * database snapshot open while it waits.
 */
export function openS3Store(place: Bucket, timeouts = defaultTimeouts): BackupStore {
  const { bucket, prefix } = place
  const bucketAddress = `s3://${[bucket, prefix].filter(Boolean).join('/')}`
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
  const { client, told } = connectBucket(place, bucketAddress, timeouts)
  // The reader of an archive may be slow without an error of the storage. So this client has no
  // idle timeout; only the waits for a chunk are limited.
  const reader = connectBucket(place, bucketAddress, { ...timeouts, idleMs: 0 }).client

  return {
    place: bucketAddress,

    async write(name, bytes, signal) {
      await dropOldParts(client, place, signal).catch(() => {})
      let sizeBytes = 0

      const countedBytes = Readable.from(
        (async function* () {
          for await (const chunk of bytes) {
            sizeBytes += chunk.length
            yield chunk
          }
        })(),
        { objectMode: false },
      )

      const params = { Bucket: bucket, Key: keyOf(name), Body: countedBytes }
      const upload = new Upload({ client, params, partSize, queueSize, leavePartsOnError: false })
      const abortUpload = () => void upload.abort()
      signal?.addEventListener('abort', abortUpload)
      if (signal?.aborted) abortUpload()

      try {
        await told(() => upload.done())
      } finally {
        signal?.removeEventListener('abort', abortUpload)
      }

      return sizeBytes
    },

    async *read(file) {
      const getObject = new GetObjectCommand({ Bucket: bucket, Key: keyOf(file) })
      const objectAnswer = await told(() => withTimeout(timeouts.idleMs, reader.send(getObject)))

      try {
        yield* eachWithin(objectAnswer.Body as Readable, timeouts.idleMs)
      } catch (error) {
        const { name, message } = error as Error
        const failureText = name === 'TimeoutError' ? 'it stood still' : message
        throw new Error(`${bucketAddress}: cut off while it was read (${failureText})`)
      }
    },

    names: () =>
      told(async () => {
        const namePrefix = prefix ? `${prefix}/` : ''
        const names: string[] = []
        const listQuery = { Bucket: bucket, Prefix: namePrefix, Delimiter: '/' }
        for await (const page of paginateListObjectsV2({ client }, listQuery))
          names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(namePrefix.length)))

        return names.filter(Boolean)
      }),

    async remove(name) {
      await told(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) })))
    },
  }
}

function connectBucket(place: Bucket, bucketAddress: string, { connectMs, idleMs }: Timeouts) {
  const { endpoint, region, accessKeyId, secretAccessKey, sessionToken } = place

  const s3Client = new S3Client({
    region,
    // Other services than AWS have no host name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
    // Not every service knows the newer checksums; archives contain checksums of their own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
  })

  /** Turns the storage's errors into one line that names the bucket. */
  const withPlace = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      const { name, message, $metadata } = error as Error & { $metadata?: object }
      if (name === 'TimeoutError')
        throw new Error(`${bucketAddress}: it stood still and was given up`)
      // The archive itself failed, not the storage: the caller reports that error.
      if (!$metadata && !isNetwork(error)) throw error

      throw new Error(`${bucketAddress}: ${name === 'Error' ? '' : `${name}: `}${message}`)
    }
  }

  return { client: s3Client, told: withPlace }
}

/** The chunks of a stream; the timeout applies to the wait for each chunk. */
async function* eachWithin(body: Readable, ms: number): AsyncGenerator<Uint8Array> {
  const chunkIterator = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  try {
    for (;;) {
      const nextChunk = await withTimeout(ms, chunkIterator.next())
      if (nextChunk.done) return

      yield nextChunk.value
    }
  } finally {
    body.destroy()
  }
}

const isNetwork = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'ETIMEDOUT'].includes(
    (error as { code?: string }).code ?? '',
  )

/**
 * Aborts the shop's uploads that began over a day ago: their parts are invisible and cost money.
 */
async function dropOldParts(
  client: S3Client,
  { bucket, prefix }: Bucket,
  signal: AbortSignal | undefined,
): Promise<void> {
  const abortOptions = signal ? { abortSignal: signal } : {}
  const partsQuery = { Bucket: bucket, Prefix: prefix ? `${prefix}/chaveiro-` : 'chaveiro-' }
  const { Uploads = [] } = await client.send(
    new ListMultipartUploadsCommand(partsQuery),
    abortOptions,
  )
  for (const { Key, UploadId, Initiated } of Uploads)
    if (Initiated && Initiated.getTime() < Date.now() - millisecondsOfDay)
      await client.send(
        new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }),
        abortOptions,
      )
}
