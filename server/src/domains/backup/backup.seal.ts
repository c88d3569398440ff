import { Decrypter, Encrypter } from 'age-encryption'
import { createZstdCompress, createZstdDecompress, constants } from 'node:zlib'

import { BackupFault } from './backup.fault.ts'

/** How an archive is encrypted: to the public keys of recipients (age1…) or with a passphrase. */
export type Lock = { recipients: readonly string[] } | { passphrase: string }

/**
 * How an archive is decrypted: with age's secret keys (AGE-SECRET-KEY-1…) or with the passphrase.
 */
export type Key = { identities: readonly string[] } | { passphrase: string }

type Bytes = AsyncIterable<Uint8Array>
type Step = (source: Bytes) => AsyncGenerator<Uint8Array>

export const compressStep = () =>
  createZstdCompress({
    params: {
      [constants.ZSTD_c_compressionLevel]: 3,
      // The checksum detects damage even in an archive without encryption.
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  })

export const unpacking = () => createZstdDecompress()

/** The encrypter of a lock. Throws for invalid recipients before a backup starts. */
export function encrypterOf(lock: Lock): Encrypter {
  const encrypter = new Encrypter()

  if ('passphrase' in lock) {
    encrypter.setPassphrase(lock.passphrase)
    return encrypter
  }

  for (const recipient of lock.recipients)
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new BackupFault('the recipient is no public key of age: it begins with age1')
    }

  return encrypter
}

export const encryptStep = (lock: Lock): Step => {
  const encrypter = encrypterOf(lock)
  return async function* (source) {
    yield* await encrypter.encrypt(webStream(source))
  }
}

const ageHeader = Buffer.from('age-encryption.org/v1\n')
const zstdMark = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * Decrypts a stream encrypted by age, and passes an unencrypted archive on unchanged. Throws for
 * other content and for a wrong key.
 */
export const decryptStep = (key: Key | null): Step =>
  async function* (source) {
    const { head, all } = await peekBytes(source, ageHeader.length)

    if (head.subarray(0, zstdMark.length).equals(zstdMark)) {
      yield* all
      return
    }

    if (!head.equals(ageHeader)) throw new BackupFault('this is no backup of a shop')

    if (!key)
      throw new BackupFault(
        'the backup is encrypted: name its key (--identity FILE) or its passphrase (--passphrase-file FILE)',
      )

    yield* await openStream(decrypterOf(key), all)
  }

function decrypterOf(key: Key): Decrypter {
  const decrypter = new Decrypter()

  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
  else
    for (const identity of key.identities)
      try {
        decrypter.addIdentity(identity)
      } catch {
        throw new BackupFault('the identity is no secret key of age: AGE-SECRET-KEY-1 begins it')
      }

  return decrypter
}

/** The age library reads the header first, so a wrong key fails here. */
async function openStream(decrypter: Decrypter, source: Bytes): Promise<Bytes> {
  try {
    return await decrypter.decrypt(webStream(source))
  } catch (error) {
    if (/passphrase|identity matched/.test((error as Error).message))
      throw new BackupFault('the key or passphrase does not open this backup')
    throw error
  }
}

const webStream = (source: Bytes): ReadableStream<Uint8Array> =>
  ReadableStream.from(source) as ReadableStream<Uint8Array>

/** The first bytes of a stream, and the whole stream including them. */
async function peekBytes(source: Bytes, length: number): Promise<{ head: Buffer; all: Bytes }> {
  const chunkIterator = source[Symbol.asyncIterator]()
  let firstBytes = Buffer.alloc(0)

  while (firstBytes.length < length) {
    const { value, done } = await chunkIterator.next()
    if (done) break

    firstBytes = Buffer.concat([firstBytes, value as Uint8Array])
  }

  const remaining = { [Symbol.asyncIterator]: () => chunkIterator }

  return {
    head: firstBytes.subarray(0, length),
    all: (async function* () {
      yield firstBytes
      yield* remaining
    })(),
  }
}
