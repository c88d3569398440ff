import { createReadStream } from 'node:fs'
import { basename, dirname } from 'node:path'

import { folderStore } from '../adapters/folder/folder.ts'
import { BackupFault } from '../domains/backup/backup.fault.ts'
import { isArchive } from '../domains/backup/backup.format.ts'
import type { Env } from '../platform/config/config.ts'
import type { BackupStore } from '../ports/backups.ts'
import { Refusal } from './command.ts'
import { given } from './target.ts'

// Where archives lie: a folder, or s3://bucket/prefix with the names that every tool of AWS knows.

const isBucket = (place: string): boolean => place.startsWith('s3://')

/** The store of a folder or of s3://bucket/prefix. */
export async function storeOf(env: Env, place: string): Promise<BackupStore> {
  if (!isBucket(place)) return folderStore(place)

  const { s3Store } = await import('../adapters/s3/s3.ts')

  return s3Store(bucketOf(env, place))
}

/** An archive from its beginning, by its path or its address. */
export async function archiveAt(env: Env, file: string): Promise<AsyncIterable<Uint8Array>> {
  if (!isBucket(file)) return createReadStream(file)

  const store = await storeOf(env, `s3://${dirname(file.slice(5))}`)

  return told(store.read(basename(file)))
}

/** What a storage refuses is no damage of the archive. */
async function* told(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw new BackupFault((error as Error).message)
  }
}

/** The names of the archives of a store, the newest first. */
export const archivesIn = async (store: BackupStore): Promise<string[]> =>
  (await store.names()).filter(isArchive).sort().reverse()

/** An archive is kept whole or not at all, also when the operator stops it. */
export function untilStopped(store: BackupStore, signal: AbortSignal): BackupStore {
  const stopped = () => new Refusal('stopped; nothing was kept')

  async function* going(bytes: AsyncIterable<Uint8Array>) {
    for await (const chunk of bytes) {
      if (signal.aborted) throw stopped()
      yield chunk
    }
  }

  return {
    ...store,
    write: (name, bytes) =>
      store.write(name, going(bytes), signal).catch((error: unknown) => {
        throw signal.aborted ? stopped() : error
      }),
  }
}

function bucketOf(env: Env, place: string) {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place) ?? []
  if (!/^[a-z\d][a-z\d.-]{1,62}$/.test(bucket))
    throw new Refusal(`${place} names no bucket: s3://bucket/prefix`)

  const all = given(env)
  const missing = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].filter((name) => !all[name])

  if (missing.length)
    throw new Refusal(
      missing.map((name) => `${name} is missing: who writes to ${place}`).join('\n'),
    )

  return {
    bucket,
    prefix: prefix.replace(/\/+$/, ''),
    region: all.AWS_REGION ?? 'us-east-1',
    endpoint: all.AWS_ENDPOINT_URL_S3 ?? all.AWS_ENDPOINT_URL ?? null,
    accessKeyId: all.AWS_ACCESS_KEY_ID!,
    secretAccessKey: all.AWS_SECRET_ACCESS_KEY!,
    sessionToken: all.AWS_SESSION_TOKEN,
  }
}
