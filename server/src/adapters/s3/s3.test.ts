import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { startS3 } from '../../testing/s3-server.ts'
import { openS3Store } from './s3.ts'

// The AWS client runs against a storage server that checks each signature.

let storage: Awaited<ReturnType<typeof startS3>>

beforeAll(async () => {
  storage = await startS3()
})

afterAll(() => storage?.close())

beforeEach(() => {
  storage.objects.clear()
  storage.uploads.clear()
  storage.asked.length = 0
  Object.assign(storage.fail, { part: 0, readAfter: 0 })
})

const store = (change: object = {}) => {
  const { bucket, endpoint, accessKeyId, secretAccessKey } = storage

  const place = {
    bucket,
    endpoint,
    accessKeyId,
    secretAccessKey,
    prefix: 'loja/de hoje',
    region: 'auto',
  }

  return openS3Store({ ...place, ...change })
}

const mb = 1024 * 1024

const collected = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = []
  for await (const chunk of bytes) all.push(chunk)

  return Buffer.concat(all)
}

async function* chunksOf(bytes: Buffer, breakAt = Infinity): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += mb) {
    if (from >= breakAt) throw new Error('the database was stopped')
    yield bytes.subarray(from, from + mb)
  }
}

const name = 'chaveiro-20261124-030000.tar.zst.age'

const message = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: Error) => error.message,
  )

it('an archive is uploaded in parts, stored whole, and read back the same [P586]', async () => {
  const archive = randomBytes(40 * mb + 17)
  const there = store()
  expect(there.place).toBe('s3://cofre/loja/de hoje')
  expect(await there.write(name, chunksOf(archive))).toBe(40 * mb + 17)
  const key = `loja/de hoje/${name}`
  expect([...storage.objects.keys()]).toEqual([key])
  expect(storage.asked.filter((one) => one.startsWith('PUT')).length).toBe(3)
  expect(storage.uploads.size).toBe(0)
  expect((await collected(there.read(name))).equals(archive)).toBe(true)
})

it('the storage answers like a real one: an ETag for joined parts, the number of names', async () => {
  const { bucket: Bucket, endpoint, accessKeyId, secretAccessKey } = storage

  const client = new S3Client({
    endpoint,
    region: 'auto',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  const Body = Buffer.alloc(6 * mb, 'a')
  const params = { Bucket, Key: 'zwei', Body }
  const whole = await new Upload({ client, params, partSize: 5 * mb }).done()
  // md5 of the md5s of 5 MB and 1 MB of 'a', as `aws s3api` shows it.
  expect(whole.ETag).toBe('"cef8ec48ba64182764f305bc2ff13609-2"')
  for (const Key of ['a', 'b']) await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }))

  expect(await client.send(new ListObjectsV2Command({ Bucket }))).toMatchObject({
    KeyCount: 2,
    MaxKeys: 2,
    Name: 'cofre',
    IsTruncated: true,
    Contents: [
      { Key: 'a', Size: 1 },
      { Key: 'b', Size: 1 },
    ],
  })

  // The md5 of 'a' (RFC 1321).
  expect((await client.send(new GetObjectCommand({ Bucket, Key: 'a' }))).ETag).toBe(
    '"0cc175b9c0f1b6a831c399e269772661"',
  )
})

it('a small archive is one upload; names come in pages of this prefix; one is removed [P586]', async () => {
  const there = store({ prefix: '' })
  for (const day of [1, 2, 3, 4, 5])
    await there.write(`chaveiro-2026110${day}-000000.tar.zst`, chunksOf(Buffer.from('klein')))
  storage.objects.set('anderes/chaveiro-20261101-000000.tar.zst', Buffer.from('x'))

  expect((await there.names()).sort()).toEqual([
    'chaveiro-20261101-000000.tar.zst',
    'chaveiro-20261102-000000.tar.zst',
    'chaveiro-20261103-000000.tar.zst',
    'chaveiro-20261104-000000.tar.zst',
    'chaveiro-20261105-000000.tar.zst',
  ])

  expect(await store({ prefix: 'anderes' }).names()).toEqual(['chaveiro-20261101-000000.tar.zst'])
  await there.remove('chaveiro-20261103-000000.tar.zst')
  expect(await there.names()).toHaveLength(4)
})

it('a failed upload leaves nothing: the archive itself failed, or a part of it [P587]', async () => {
  const archive = randomBytes(60 * mb)
  expect(await message(store().write(name, chunksOf(archive, 40 * mb)))).toBe(
    'the database was stopped',
  )
  expect([storage.objects.size, storage.uploads.size]).toEqual([0, 0])
  expect(storage.asked.filter((one) => one.startsWith('DELETE'))).toHaveLength(1)
  storage.fail.part = 3
  expect(await message(store().write(name, chunksOf(archive)))).toBe(
    's3://cofre/loja/de hoje: AccessDenied: refused: AccessDenied',
  )
  expect([storage.objects.size, storage.uploads.size]).toEqual([0, 0])
})

it("parts of a lost machine are removed a day later, others' parts never [P587]", async () => {
  const old = new Date(Date.now() - 25 * 3_600_000)

  const lost = {
    key: 'loja/de hoje/chaveiro-20261101-000000.tar.zst',
    parts: new Map(),
    initiated: old,
  }

  storage.uploads.set('lost', lost)
  storage.uploads.set('fresh', { ...lost, initiated: new Date() })
  storage.uploads.set('other', { ...lost, key: 'loja/de hoje/filme.mp4' })
  await store().write(name, chunksOf(Buffer.from('klein')))
  expect([...storage.uploads.keys()]).toEqual(['fresh', 'other'])
})

it('a wrong key, secret, bucket or archive and an absent storage are one line each [P587]', async () => {
  const tried = (change: object) => message(store({ prefix: 'p', ...change }).names())
  expect(
    await Promise.all([
      tried({ secretAccessKey: 'outro' }),
      tried({ accessKeyId: 'AKIAOUTRO' }),
      tried({ bucket: 'nenhum' }),
      tried({ endpoint: 'http://127.0.0.1:1' }),
      message(collected(store({ prefix: 'p' }).read(name))),
    ]),
  ).toEqual([
    's3://cofre/p: SignatureDoesNotMatch: refused: SignatureDoesNotMatch',
    's3://cofre/p: InvalidAccessKeyId: refused: InvalidAccessKeyId',
    's3://nenhum/p: NoSuchBucket: refused: NoSuchBucket',
    's3://cofre/p: connect ECONNREFUSED 127.0.0.1:1',
    's3://cofre/p: NoSuchKey: refused: NoSuchKey',
  ])
})

it('an archive whose connection breaks while it is read is an error [P587]', async () => {
  await store().write(name, chunksOf(randomBytes(mb)))
  storage.fail.readAfter = 1000
  expect(await message(collected(store().read(name)))).toBe(
    's3://cofre/loja/de hoje: cut off while it was read (aborted)',
  )
})

/** A storage that accepts every connection and sends nothing, or only one line of an answer. */
async function silent(word = '') {
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.on('data', () => socket.write(word))
  })

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }

  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const hasty = (endpoint: string) =>
  openS3Store(
    {
      bucket: 'cofre',
      prefix: 'p',
      region: 'auto',
      endpoint,
      accessKeyId: 'a',
      secretAccessKey: 'b',
    },
    { connectMs: 200, idleMs: 200 },
  )

it('a storage that accepts a connection and never answers is given up, in one line [P587]', async () => {
  const there = await silent()
  const store = hasty(there.endpoint)

  try {
    expect(
      await Promise.all([
        message(store.names()),
        message(store.remove(name)),
        message(store.write(name, chunksOf(Buffer.from('klein')))),
        message(collected(store.read(name))),
      ]),
    ).toEqual(Array(4).fill('s3://cofre/p: it stood still and was given up'))
  } finally {
    there.close()
  }
})

it('a storage that stalls in the middle of an archive is given up, a slow reader is not [P587]', async () => {
  const there = await silent('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')
  expect(await message(collected(hasty(there.endpoint).read(name)))).toBe(
    's3://cofre/p: cut off while it was read (it stood still)',
  )
  there.close()
  await store().write(name, chunksOf(randomBytes(4 * mb)))
  const { bucket, endpoint, accessKeyId, secretAccessKey } = storage

  const slow = openS3Store(
    { bucket, endpoint, accessKeyId, secretAccessKey, prefix: 'loja/de hoje', region: 'auto' },
    { connectMs: 2_000, idleMs: 1_000 },
  )

  let size = 0

  for await (const chunk of slow.read(name)) {
    if (!size) await new Promise((go) => setTimeout(go, 1_500))
    size += chunk.length
  }

  expect(size).toBe(4 * mb)
})

it('a stop ends an upload that waits for the storage [P587]', async () => {
  const there = await silent()
  const stop = new AbortController()
  const { bucket, accessKeyId, secretAccessKey } = storage
  const place = { bucket, accessKeyId, secretAccessKey, prefix: 'p', region: 'auto' }
  const patient = openS3Store(
    { ...place, endpoint: there.endpoint },
    { connectMs: 500, idleMs: 5_000 },
  )
  const began = Date.now()
  setTimeout(() => stop.abort(), 100)
  expect(await message(patient.write(name, chunksOf(Buffer.from('klein')), stop.signal))).toBe(
    'Upload aborted.',
  )
  expect(Date.now() - began).toBeLessThan(5_000)
  there.close()
})
