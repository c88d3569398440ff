import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack, type Pack } from 'tar-stream'

import { BackupFault, toFault } from './backup.fault.ts'
import {
  compressStep,
  encryptStep,
  unpacking,
  decryptStep,
  type Key,
  type Lock,
} from './backup.seal.ts'

/** Writes entries one after the other; each call resolves when the bytes were passed on. */
export type ArchiveWriter = {
  add(name: string, bytes: Buffer): Promise<void>
  /** An entry with a stream of exactly `size` bytes. */
  stream(name: string, size: number, bytes: AsyncIterable<Buffer>): Promise<void>
}

/** An entry of an archive that is being read; read its bytes before the next entry. */
export type Entry = { name: string; bytes: AsyncIterable<Buffer> }

/**
 * Creates an archive: `writeEntries` adds entries while `storeBytes` stores the bytes. The archive
 * is streamed, so a slow store slows the reading of the database.
 */
export async function writeArchive<T, K>(
  lock: Lock | null,
  writeEntries: (archive: ArchiveWriter) => Promise<T>,
  storeBytes: (bytes: AsyncIterable<Uint8Array>) => Promise<K>,
): Promise<{ filled: T; kept: K }> {
  const tarStream = pack()
  const sealSteps = lock ? [encryptStep(lock)] : []
  let keepResult: K | undefined

  const entriesWritten = writeEntries(writerOn(tarStream)).then(
    (filled) => {
      tarStream.finalize()
      return filled
    },
    (error: unknown) => {
      tarStream.destroy(error as Error)
      throw error
    },
  )

  const archivePipeline = pipeline([
    tarStream as unknown as Readable,
    compressStep(),
    ...sealSteps,
    async (bytes: AsyncIterable<Uint8Array>) => {
      keepResult = await storeBytes(bytes)
    },
  ] as never)

  archivePipeline.catch((error: unknown) => tarStream.destroy(error as Error))
  const [filled, stored] = await Promise.allSettled([entriesWritten, archivePipeline])
  // When one side fails, the other fails too. The error of the store comes first: it explains more
  // than a closed stream.
  const rejection = [stored, filled].find((result) => result.status === 'rejected')
  if (rejection) throw toFault(firstCause(rejection.reason, filled))

  return { filled: (filled as PromiseFulfilledResult<T>).value, kept: keepResult as K }
}

const cutOffCodes = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'])

const firstCause = (reason: unknown, filled: PromiseSettledResult<unknown>): unknown =>
  filled.status === 'rejected' && cutOffCodes.has((reason as { code?: string }).code ?? '')
    ? filled.reason
    : reason

function writerOn(tarStream: Pack): ArchiveWriter {
  const streamEntry = async (
    name: string,
    size: number,
    bytes: Iterable<Buffer> | AsyncIterable<Buffer>,
  ) => {
    const tarEntry = tarStream.entry({ name, size, mode: 0o600 })

    const entryEnd = new Promise<void>((done, failed) => {
      tarEntry
        .once('finish', done)
        .once('error', failed)
        .once('close', () => failed(new Error(`the archive was given up at ${name}`)))
    })

    entryEnd.catch(() => {})
    for await (const chunk of bytes)
      if (!tarEntry.write(chunk)) await Promise.race([once(tarEntry, 'drain'), entryEnd])
    tarEntry.end(undefined)
    await entryEnd
  }
  return { stream: streamEntry, add: (name, bytes) => streamEntry(name, bytes.length, [bytes]) }
}

/**
 * Reads an archive entry by entry. Throws a BackupFault when the archive is truncated, damaged or
 * encrypted with another key.
 */
export async function* readArchive(
  bytes: AsyncIterable<Uint8Array>,
  key: Key | null,
): AsyncGenerator<Entry> {
  const tarStream = extract({})
  const pipelineEnd = pipeline([bytes, decryptStep(key), unpacking(), tarStream] as never)
  pipelineEnd.catch((error: unknown) => tarStream.destroy(error as Error))

  try {
    for await (const tarEntry of tarStream)
      yield {
        name: tarEntry.header.name,
        bytes: withDamage(tarEntry as unknown as AsyncIterable<Buffer>),
      }
    await pipelineEnd
  } catch (error) {
    throw toDamageFault(error)
  } finally {
    tarStream.destroy()
  }
}

async function* withDamage(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    throw toDamageFault(error)
  }
}

/**
 * Turns errors of decompression and decryption into a BackupFault that the operator understands.
 */
function toDamageFault(error: unknown): unknown {
  const backupFault = toFault(error)
  if (backupFault instanceof BackupFault) return backupFault

  const { code = '', message } = error as NodeJS.ErrnoException
  const cutPattern = /unexpected end|premature|truncat|eof|incomplete/i
  if (cutPattern.test(message) || cutPattern.test(code))
    return new BackupFault('the backup is cut short: its end is missing')

  return new BackupFault(`the backup is damaged and cannot be read (${message})`)
}
