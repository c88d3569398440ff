import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack, type Pack } from 'tar-stream'

import { BackupFault, mendable } from './backup.fault.ts'
import { packing, sealing, unpacking, unsealing, type Key, type Lock } from './backup.seal.ts'

/** Takes the entries of an archive, one after the other; each waits until it has gone on its way. */
export type ArchiveWriter = {
  add(name: string, bytes: Buffer): Promise<void>
  /** An entry whose bytes come in a stream; it has to give as many as were promised. */
  stream(name: string, size: number, bytes: AsyncIterable<Buffer>): Promise<void>
}

/** An entry as it is read; its bytes are to be taken before the next one comes. */
export type Entry = { name: string; bytes: AsyncIterable<Buffer> }

/**
 * Make an archive: fill says what is in it while its bytes go to where they are kept. Nothing is
 * gathered on the way; whoever keeps it slowly is waited for.
 */
export async function writeArchive<T, K>(
  lock: Lock | null,
  fill: (archive: ArchiveWriter) => Promise<T>,
  keep: (bytes: AsyncIterable<Uint8Array>) => Promise<K>,
): Promise<{ filled: T; kept: K }> {
  const tar = pack()
  const sealed = lock ? [sealing(lock)] : []
  let kept: K | undefined

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
      kept = await keep(bytes)
    },
  ] as never)

  keeping.catch((error: unknown) => tar.destroy(error as Error))
  const [filled, done] = await Promise.allSettled([filling, keeping])
  // What filled it fails of what keeps it, and the other way round: the disk says more than a cut.
  const failed = [done, filled].find((one) => one.status === 'rejected')
  if (failed) throw mendable(firstCause(failed.reason, filled))

  return { filled: (filled as PromiseFulfilledResult<T>).value, kept: kept as K }
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
 * Read an archive, entry by entry. One that is cut, damaged or does not open with this key throws a
 * line that says so.
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
      yield { name: entry.header.name, bytes: told(entry as unknown as AsyncIterable<Buffer>) }
    await reading
  } catch (error) {
    throw damage(error)
  } finally {
    tar.destroy()
  }
}

async function* told(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    throw damage(error)
  }
}

/** What unpacking and unsealing say of bytes that are not those that were written. */
function damage(error: unknown): unknown {
  const known = mendable(error)
  if (known instanceof BackupFault) return known

  const { code = '', message } = error as NodeJS.ErrnoException
  const told = /unexpected end|premature|truncat|eof|incomplete/i
  if (told.test(message) || told.test(code))
    return new BackupFault('the backup is cut short: its end is missing')

  return new BackupFault(`the backup is damaged and cannot be read (${message})`)
}
