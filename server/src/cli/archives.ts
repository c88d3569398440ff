import { createReadStream } from 'node:fs'
import { basename, dirname } from 'node:path'

import { folderStore } from '../adapters/folder/folder.ts'
import { BackupFault } from '../domains/backup/backup.fault.ts'
import { isArchiveName } from '../domains/backup/backup.format.ts'
import type { Env } from '../platform/config/config.ts'
import type { BackupStore } from '../ports/backups.ts'
import { Refusal } from './command.ts'
import { givenSettings } from './target.ts'

// Archives are in a folder or in s3://bucket/prefix. S3 settings have the names that AWS's own
// tools use.

const isBucket = (place: string): boolean => place.startsWith('s3://')

/** The store of a folder or of s3://bucket/prefix. */
export async function openBackupStore(env: Env, place: string): Promise<BackupStore> {
  if (!isBucket(place)) return folderStore(place)

  const { openS3Store: s3Store } = await import('../adapters/s3/s3.ts')

  return s3Store(bucketSettings(env, place))
}

/** The bytes of an archive, by its path or its s3:// URL. */
export async function openArchive(env: Env, file: string): Promise<AsyncIterable<Uint8Array>> {
  if (!isBucket(file)) return createReadStream(file)

  const bucketStore = await openBackupStore(env, `s3://${dirname(file.slice(5))}`)

  return withStorageFaults(bucketStore.read(basename(file)))
}

/**
 * Reports errors of the storage as such. Otherwise the operator would read that the archive is
 * damaged.
 */
async function* withStorageFaults(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw new BackupFault((error as Error).message)
  }
}

/** Names of the archives in a store, newest first. */
export const archivesIn = async (store: BackupStore): Promise<string[]> =>
  (await store.names()).filter(isArchiveName).sort().reverse()

/**
 * Wraps a store: an archive is written whole or not at all, also when the operator stops the tool.
 */
export function untilStopped(store: BackupStore, signal: AbortSignal): BackupStore {
  const stopRefusal = () => new Refusal('stopped; nothing was kept')

  async function* untilAborted(bytes: AsyncIterable<Uint8Array>) {
    for await (const chunk of bytes) {
      if (signal.aborted) throw stopRefusal()
      yield chunk
    }
  }

  return {
    ...store,
    write: (name, bytes) =>
      store.write(name, untilAborted(bytes), signal).catch((error: unknown) => {
        throw signal.aborted ? stopRefusal() : error
      }),
  }
}

function bucketSettings(env: Env, place: string) {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place) ?? []
  if (!/^[a-z\d][a-z\d.-]{1,62}$/.test(bucket))
    throw new Refusal(`${place} names no bucket: s3://bucket/prefix`)

  const awsSettings = givenSettings(env)
  const missingNames = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].filter(
    (name) => !awsSettings[name],
  )

  if (missingNames.length)
    throw new Refusal(
      missingNames.map((name) => `${name} is missing: access to ${place} needs it`).join('\n'),
    )

  return {
    bucket,
    prefix: prefix.replace(/\/+$/, ''),
    region: awsSettings.AWS_REGION ?? 'us-east-1',
    endpoint: awsSettings.AWS_ENDPOINT_URL_S3 ?? awsSettings.AWS_ENDPOINT_URL ?? null,
    accessKeyId: awsSettings.AWS_ACCESS_KEY_ID!,
    secretAccessKey: awsSettings.AWS_SECRET_ACCESS_KEY!,
    sessionToken: awsSettings.AWS_SESSION_TOKEN,
  }
}
