import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack, type Pack } from 'tar-stream'

import { BackupFault, toFault } from './backup.fault.ts'
import { packing, sealing, unpacking, unsealing, type Key, type Lock } from './backup.seal.ts'

/** Writes entries one after the other; each call waits until the bytes are passed on. */
export type ArchiveWriter = {
  add(name: string, bytes: Buffer): Promise<void>
  /** An entry with a stream of exactly `size` bytes. */
  stream(name: string, size: number, bytes: AsyncIterable<Buffer>): Promise<void>
}

/** An entry of a read archive; its bytes must be read before the next entry. */
export type Entry = { name: string; bytes: AsyncIterable<Buffer> }

/**
 * Makes an archive: `fill` adds entries while `keep` stores the bytes. Nothing is buffered; a slow
 * store slows the reading down.
 */
export async function writeArchive<T, K>(
  lock: Lock | null,
  fill: (archive: ArchiveWriter) => Promise<T>,
  keep: (bytes: AsyncIterable<Uint8Array>) => Promise<K>,
): Promise<{ filled: T; kept: K }> {
  const tar = pack()
  const sealed = lock ? [sealing(lock)] : []
  let keepResult: K | undefined

  const filling = fill(writerOn(tar)).then(
    (filled) => {
      tar.finalize()
      return filled
    },
    (error: unknown) => {
      tar.destroy(error as Error)
      throw error
    },
  )

  const keeping = pipeline([
    tar as unknown as Readable,
    packing(),
    ...sealed,
    async (bytes: AsyncIterable<Uint8Array>) => {
      keepResult = await keep(bytes)
    },
  ] as never)

  keeping.catch((error: unknown) => tar.destroy(error as Error))
  const [filled, stored] = await Promise.allSettled([filling, keeping])
  // Each side also fails when the other one does. The store's own error says more than a closed
  // stream.
  const failure = [stored, filled].find((one) => one.status === 'rejected')
  if (failure) throw toFault(firstCause(failure.reason, filled))

  return { filled: (filled as PromiseFulfilledResult<T>).value, kept: keepResult as K }
}

const cutOff = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'])

const firstCause = (reason: unknown, filled: PromiseSettledResult<unknown>): unknown =>
  filled.status === 'rejected' && cutOff.has((reason as { code?: string }).code ?? '')
    ? filled.reason
    : reason

function writerOn(tar: Pack): ArchiveWriter {
  const stream = async (
    name: string,
    size: number,
    bytes: Iterable<Buffer> | AsyncIterable<Buffer>,
  ) => {
    const entry = tar.entry({ name, size, mode: 0o600 })

    const ended = new Promise<void>((done, failed) => {
      entry
        .once('finish', done)
        .once('error', failed)
        .once('close', () => failed(new Error(`the archive was given up at ${name}`)))
    })

    ended.catch(() => {})
    for await (const chunk of bytes)
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), ended])
    entry.end(undefined)
    await ended
  }
  return { stream, add: (name, bytes) => stream(name, bytes.length, [bytes]) }
}

/**
 * Reads an archive entry by entry. Throws a BackupFault for one that is cut, damaged or encrypted
 * with another key.
 */
export async function* readArchive(
  bytes: AsyncIterable<Uint8Array>,
  key: Key | null,
): AsyncGenerator<Entry> {
  const tar = extract({})
  const reading = pipeline([bytes, unsealing(key), unpacking(), tar] as never)
  reading.catch((error: unknown) => tar.destroy(error as Error))

  try {
    for await (const entry of tar)
      yield {
        name: entry.header.name,
        bytes: withDamage(entry as unknown as AsyncIterable<Buffer>),
      }
    await reading
  } catch (error) {
    throw damage(error)
  } finally {
    tar.destroy()
  }
}

async function* withDamage(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    throw damage(error)
  }
}

/** Turns errors of decompression and decryption into a fault for the operator. */
function damage(error: unknown): unknown {
  const backupFault = toFault(error)
  if (backupFault instanceof BackupFault) return backupFault

  const { code = '', message } = error as NodeJS.ErrnoException
  const cutPattern = /unexpected end|premature|truncat|eof|incomplete/i
  if (cutPattern.test(message) || cutPattern.test(code))
    return new BackupFault('the backup is cut short: its end is missing')

  return new BackupFault(`the backup is damaged and cannot be read (${message})`)
}
