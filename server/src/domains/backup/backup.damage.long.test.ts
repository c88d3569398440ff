import { generateIdentity, identityToRecipient } from 'age-encryption'
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { folderStore } from '../../adapters/folder/folder.ts'
import { migrate } from '../../db/migrate.ts'
import { product } from '../../testing/make.ts'
import { spareDatabase } from '../../testing/spare-database.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { checkSecrets } from '../rotation/check-secrets.queries.ts'
import { writeArchive } from './backup.archive.ts'
import type { Key, Lock } from './backup.seal.ts'
import { makeBackup, type BackupOrder } from './backup.service.ts'
import { readBackup, restoreBackup, type RestoreOrder } from './restore.service.ts'

const passphrase = { passphrase: 'quatro palavras que ninguem diz' }
let testShop: TestShop
let folder: string
let identity: string
let recipient: string
let there: Awaited<ReturnType<typeof spareDatabase>>
const archives: Record<'plain' | 'sealed', Buffer> = { plain: Buffer.of(), sealed: Buffer.of() }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chaveiro-damage-'))
  identity = await generateIdentity()
  recipient = await identityToRecipient(identity)
  there = await spareDatabase()
  testShop = await openTestShop()
  await checkSecrets(testShop.app.pool, testShop.app.config)
  await product(testShop.app, { keys: 3, name: 'Cofre' })
  archives.plain = await made(null)
  archives.sealed = await made({ recipients: [recipient] })
})

afterAll(async () => {
  await there?.drop()
  await testShop?.close()
  rmSync(folder, { recursive: true, force: true })
})

const orderOf = (given: Partial<BackupOrder> = {}): BackupOrder => ({
  databaseUrl: testShop.app.pool.options.connectionString!,
  dataDir: testShop.app.config.dataDir,
  version: '0.1.0',
  now: () => new Date('2026-11-24T03:00:00.000Z'),
  lock: null,
  secrets: null,
  ...given,
})

/** Makes a backup with this lock; returns its bytes. */
async function made(lock: Lock | null, given: Partial<BackupOrder> = {}): Promise<Buffer> {
  const at = mkdtempSync(join(folder, 'made-'))
  const { name, bytes } = await makeBackup(orderOf({ lock, ...given }), folderStore(at))
  expect(statSync(join(at, name)).size).toBe(bytes)

  return readFileSync(join(at, name))
}

async function* streamOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += 10_000) yield bytes.subarray(from, from + 10_000)
}

const into = (key: Key | null, given: Partial<RestoreOrder> = {}): RestoreOrder => ({
  databaseUrl: there.url,
  dataDir: mkdtempSync(join(folder, 'into-')),
  key,
  keysOf: () => testShop.app.config,
  tell: () => {},
  ...given,
})

/**
 * The error of a restore that must fail; checks that the database and the folder are empty again.
 */
async function refusal(bytes: Buffer, order: RestoreOrder): Promise<string> {
  const said = await restoreBackup(streamOf(bytes), order).then(
    () => 'restored',
    (error: Error) => error.message,
  )

  expect(
    await there.ask(
      "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace",
    ),
  ).toEqual([{ n: 0 }])

  expect(await there.ask("select to_regnamespace('graphile_worker') as s")).toEqual([{ s: null }])
  expect(readdirSync(order.dataDir)).toEqual([])

  return said
}

describe('a sealed backup [P473]', () => {
  it("opens with its recipient's key or its passphrase, and names no table to anybody else", async () => {
    expect(await readBackup(streamOf(archives.sealed), { identities: [identity] })).toMatchObject({
      takenAt: '2026-11-24T03:00:00.000Z',
    })
    expect(archives.sealed.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
    expect(archives.sealed.includes('orders')).toBe(false)
    const secret = await made(passphrase)
    expect((await readBackup(streamOf(secret), passphrase)).tables).toBeGreaterThan(60)
  })

  it.each([
    ['no key', null, /^the backup is encrypted: name its key/],
    [
      'a wrong passphrase',
      { passphrase: 'outra' },
      'the key or passphrase does not open this backup',
    ],
    [
      'something that is no key',
      { identities: ['age1abc'] },
      /^the identity is no secret key of age/,
    ],
  ] as const)('with %s says so in a line and leaves nothing', async (_name, key, said) => {
    expect(await refusal(archives.sealed, into(key as Key | null))).toMatch(said)
  })

  it('with another key fails in one line', async () => {
    const other = { identities: [await generateIdentity()] }
    expect(await refusal(archives.sealed, into(other))).toBe(
      'the key or passphrase does not open this backup',
    )
  })

  it("has the environment's secrets only on request, and without encryption never", async () => {
    const secrets = { VAULT_KEYS: '1:segredo-do-cofre', STORE_SECRET: 'segredo-da-loja' }
    await expect(made(null, { secrets })).rejects.toThrow(
      'secrets are never written into a backup that is not encrypted',
    )
    const bytes = await made({ recipients: [recipient] }, { secrets })
    let seen: unknown

    const order = into(
      { identities: [identity] },
      {
        keysOf: (found) => {
          seen = found
          return null
        },
      },
    )

    const report = await restoreBackup(streamOf(bytes), order)
    expect(seen).toEqual(secrets)
    expect(report.keys).toBeNull()
    const settings = join(order.dataDir, 'restored-settings')
    expect(report.settings).toBe(settings)
    expect(readdirSync(settings).sort()).toEqual(['STORE_SECRET', 'VAULT_KEYS'])
    expect(readFileSync(join(settings, 'VAULT_KEYS'), 'utf8')).toBe('1:segredo-do-cofre')
    expect(statSync(join(settings, 'VAULT_KEYS')).mode & 0o777).toBe(0o600)
    expect(statSync(settings).mode & 0o777).toBe(0o700)
    await emptied()
  })
})

/** Empties the database, as if it had just been created. */
async function emptied(): Promise<void> {
  const owner = new URL(there.url).username
  await there.ask(`drop owned by ${owner} cascade; create schema if not exists public`)
}

describe('a backup that is not what was written [P474]', () => {
  it.each(['plain', 'sealed'] as const)('cut anywhere is refused: %s', async (which) => {
    const bytes = archives[which]

    for (let part = 1; part < 16; part++) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * part) / 16))
      await expect(
        readBackup(streamOf(cut), { identities: [identity] }),
        `${part} sixteenths`,
      ).rejects.toThrow(/^(the backup is (cut short|damaged)|this is no backup)/)
    }

    // The last bytes of an unencrypted archive are only padding, so it is still whole without them.
    const end = readBackup(streamOf(bytes.subarray(0, bytes.length - 1)), {
      identities: [identity],
    })
    if (which === 'plain') expect(await end).toMatchObject({ rows: 12, tables: 91 })
    else await expect(end).rejects.toThrow(/^the backup is (cut short|damaged)/)
    expect(
      await refusal(bytes.subarray(0, bytes.length / 2), into({ identities: [identity] })),
    ).toMatch(/^the backup is (cut short|damaged)/)
  })

  it.each(['plain', 'sealed'] as const)(
    'changed in a single bit anywhere is refused: %s',
    async (which) => {
      const bytes = archives[which]

      for (let part = 0; part < 40; part++) {
        const changed = Buffer.from(bytes)
        changed[Math.floor((bytes.length * part) / 40)]! ^= 1 << (part % 8)

        await expect(
          readBackup(streamOf(changed), { identities: [identity] }),
          `bit of part ${part}`,
        ).rejects.toThrow(
          // Without encryption, a changed bit in the manifest can make the backup look like one of
          // another version.
          /^(the backup is (damaged|cut|of a newer)|this is no backup|the key or pass|the migration)/,
        )
      }

      const middle = Buffer.from(bytes)
      middle[bytes.length >> 1]! ^= 1
      expect(await refusal(middle, into({ identities: [identity] }))).toMatch(
        /^the backup is (damaged|cut short)/,
      )
    },
  )

  it.each([
    [
      'a row less',
      (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1),
      /^the backup is damaged: public\.stock_keys has 2 rows that were 3/,
    ],
    [
      'another value',
      (text: string) => text.replace('available', 'reserved '),
      /^the backup is damaged: public\.stock_keys/,
    ],
  ] as const)('with %s in a table, though packed well, is refused', async (_name, change, said) => {
    const bytes = await rewritten((name, content) =>
      name.startsWith('tables/public.stock_keys/')
        ? Buffer.from(change(content.toString('utf8')))
        : content,
    )
    expect(await refusal(bytes, into(null))).toMatch(said)
  })

  it.each([
    [
      'a newer shop',
      (m: any) => ({
        ...m,
        version: '9.0.0',
        migrations: [...m.migrations, { name: '9999-later.sql', sha256: 'x' }],
      }),
      'the backup is of a newer shop (9.0.0); restore it with that version',
    ],
    [
      'a newer form',
      (m: any) => ({ ...m, format: 2, version: '9.1.0' }),
      'the backup is of a newer shop (9.1.0); restore it with that version',
    ],
    [
      'a changed migration',
      (m: any) => ({
        ...m,
        migrations: m.migrations.map((one: any) =>
          one.name === '0001-schema.sql' ? { ...one, sha256: 'x' } : one,
        ),
      }),
      'the migration 0001-schema.sql of the backup is another one here',
    ],
  ] as const)('of %s is refused before anything is made', async (_name, change, said) => {
    const bytes = await rewritten((name, content) =>
      name === 'manifest.json'
        ? Buffer.from(JSON.stringify(change(JSON.parse(content.toString()))))
        : content,
    )
    expect(await refusal(bytes, into(null))).toBe(said)
  })

  it('whose entry leads out of its folder is refused', async () => {
    const bytes = await rewritten(
      (_name, content) => content,
      [
        ['uploads/..%2fx', 'x'],
        ['uploads/../../fora', 'x'],
      ],
    )

    expect(await refusal(bytes, into(null))).toBe(
      'the backup holds an upload with a name that no shop gives',
    )
    expect(existsSync(join(folder, 'fora'))).toBe(false)
  })

  it('that is another file is refused as no backup', async () => {
    expect(await refusal(Buffer.from('select 1; '.repeat(90)), into(null))).toBe(
      'this is no backup of a shop',
    )
    expect(await refusal(Buffer.of(), into(null))).toBe('this is no backup of a shop')
  })
})

async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)

  return Buffer.concat(chunks)
}

/** The unencrypted backup, packed again after some entries were changed. */
async function rewritten(
  change: (name: string, content: Buffer) => Buffer,
  more: [string, string][] = [],
): Promise<Buffer> {
  const { readArchive } = await import('./backup.archive.ts')
  const chunks: Uint8Array[] = []

  await writeArchive(
    null,
    async (archive) => {
      for await (const { name, bytes } of readArchive(streamOf(archives.plain), null)) {
        const content = await whole(bytes)
        if (name === 'sums.json')
          for (const [also, text] of more) await archive.add(also, Buffer.from(text))
        await archive.add(name, change(name, content))
      }
    },
    async (bytes) => {
      for await (const chunk of bytes) chunks.push(chunk)
    },
  )

  return Buffer.concat(chunks)
}

describe('obstacles of a backup or restore [P475]', () => {
  it('a full disk is reported in one line, and no archive looks whole', async () => {
    const full = {
      ...folderStore(folder),
      write: async (_name: string, bytes: AsyncIterable<Uint8Array>) => {
        await pipeline(bytes, createWriteStream('/dev/full'))
        return 0
      },
    }
    await expect(makeBackup(orderOf(), full)).rejects.toThrow(/^the disk is full/)
  })

  it('a folder that cannot be written has no part of a backup', async () => {
    const at = mkdtempSync(join(folder, 'stopped-'))
    const store = folderStore(at)

    const stopped = {
      ...store,
      write: (name: string, bytes: AsyncIterable<Uint8Array>) =>
        store.write(
          name,
          (async function* () {
            for await (const chunk of bytes) {
              yield chunk
              throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
            }
          })(),
        ),
    }

    await expect(makeBackup(orderOf(), stopped)).rejects.toThrow(
      'the connection was cut by the other side; run it again',
    )
    expect(readdirSync(at)).toEqual([])
  })

  it('a database with content is refused and stays unchanged', async () => {
    await there.ask('create table lista (n int)')
    await expect(restoreBackup(streamOf(archives.plain), into(null))).rejects.toThrow(
      'the database is not empty (public.lista); a restore needs one that was just created',
    )
    expect(await there.ask("select to_regclass('lista')::text as t")).toEqual([{ t: 'lista' }])
    await there.ask('drop table lista')
  })

  it('no shop starts on a half-restored database, and the next restore succeeds', async () => {
    await there.ask('create table restore_under_way (begun_at timestamptz)')
    await there.ask('create table orders (half int)')
    await expect(migrate(there.url)).rejects.toThrow(
      'DATABASE_URL: a restore into this database was begun and not finished; run it again',
    )
    const report = await restoreBackup(streamOf(archives.plain), into(null))
    expect(report.broken).toEqual([])
    await migrate(there.url)
    expect(await there.ask('select count(*)::int as n from stock_keys')).toEqual([{ n: 3 }])
  })

  it('wrong keys are reported by their number, and the restored shop stays', async () => {
    await emptied()
    const { vaultKeys, storeSecret } = testShop.app.config

    const wrong = {
      vaultKeys: vaultKeys.map(({ id }) => ({ id, key: Buffer.alloc(32, 7) })),
      storeSecret,
    }

    const report = await restoreBackup(
      streamOf(archives.plain),
      into(null, { keysOf: () => wrong }),
    )

    expect(report.keys).toEqual({
      opened: 0,
      unopened: { 'stock_keys.key_cipher': 3 },
      faults: [
        'VAULT_KEYS: the key with the id 1 is not the one that this database was sealed with',
      ],
    })

    expect(await there.ask('select count(*)::int as n from stock_keys')).toEqual([{ n: 3 }])
  })
})
