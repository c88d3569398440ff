import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { checkSecrets } from '../domains/rotation/check-secrets.queries.ts'
import { product } from '../testing/make.ts'
import { opsOf } from '../testing/ops-process.ts'
import { startS3 } from '../testing/s3-server.ts'
import { spareDatabase } from '../testing/spare-database.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { checkArchives } from './doctor-backups.ts'

let shop: TestShop
let folder: string
let passphraseFile: string
let storage: Awaited<ReturnType<typeof startS3>>
let ops: ReturnType<typeof opsOf>
let aws: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chaveiro-s3-'))
  passphraseFile = join(folder, 'words.txt')
  writeFileSync(passphraseFile, 'quatro palavras que ninguem diz\n')
  ;[shop, storage] = await Promise.all([openTestShop(), startS3()])
  await checkSecrets(shop.app.pool, shop.app.config)
  await product(shop.app, { keys: ['CHAVE-NO-BALDE'], name: 'Cofre' })

  aws = {
    AWS_ENDPOINT_URL: storage.endpoint,
    AWS_ACCESS_KEY_ID: storage.accessKeyId,
    AWS_SECRET_ACCESS_KEY: storage.secretAccessKey,
    AWS_REGION: 'auto',
  }

  ops = opsOf(shop, aws)
})

afterAll(async () => {
  await Promise.all([shop?.close(), storage?.close()])
  rmSync(folder, { recursive: true, force: true })
})

it('a shop is backed up to a bucket and restored from it; --keep works there too [P586]', async () => {
  const old = 'chaveiro-20260101-000000.tar.zst.age'
  storage.objects.set(`loja/${old}`, Buffer.from('old'))
  storage.objects.set('loja/notes.txt', Buffer.from('mine'))

  const backupAnswer = await ops(
    ['backup', '--passphrase-file', passphraseFile, '--with-secrets', '--keep', '1', '--json'],
    { BACKUP_TO: 's3://cofre/loja/' },
  )

  expect(backupAnswer.err).toBe('')
  const report = JSON.parse(backupAnswer.out)
  expect(report).toMatchObject({ place: 's3://cofre/loja', removed: [old], withSecrets: true })
  expect([...storage.objects.keys()].sort()).toEqual([`loja/${report.name}`, 'loja/notes.txt'])
  expect(storage.objects.get(`loja/${report.name}`)).toHaveLength(report.bytes)

  const file = `s3://cofre/loja/${report.name}`
  const newDatabase = await spareDatabase()

  try {
    const dataDir = join(folder, 'new-machine')
    const nothing = {
      DATABASE_URL: newDatabase.url,
      DATA_DIR: dataDir,
      VAULT_KEYS: '',
      STORE_SECRET: '',
    }

    const [read, back] = [
      await ops(['verify', file, '--passphrase-file', passphraseFile], nothing),
      await ops(['restore', file, '--passphrase-file', passphraseFile], nothing),
    ]

    expect(read.out).toMatch(/^The backup is whole: \d+ rows of \d+ tables and 0 uploads of /)
    expect(back.err).not.toContain('failed')
    expect(back.out).toContain('Its books are in order.\n')
    expect(await newDatabase.ask('select name from products')).toEqual([{ name: 'Cofre' }])
    expect(readFileSync(join(dataDir, 'restored-settings', 'AWS_REGION'), 'utf8')).toBe('auto')
  } finally {
    await newDatabase.drop()
  }
})

it('a missing setting or a refusing bucket is reported in one line; no file stays there [P587]', async () => {
  storage.objects.clear()
  const backupTo = (place: string, env: Record<string, string> = {}) =>
    ops(['backup', '--to', place, '--passphrase-file', passphraseFile], env)

  const [nobody, other, none, missing] = await Promise.all([
    backupTo('s3://cofre', { AWS_ACCESS_KEY_ID: '' }),
    backupTo('s3://cofre/x', { AWS_SECRET_ACCESS_KEY: 'outro' }),
    backupTo('s3:///x'),
    ops(['verify', 's3://cofre/x/chaveiro-1.tar.zst']),
  ])

  expect([nobody, other, none, missing].map(({ code, err }) => [code, err])).toEqual([
    [1, 'The command failed:\n  AWS_ACCESS_KEY_ID is missing: access to s3://cofre needs it\n'],
    [
      1,
      'The command failed:\n  s3://cofre/x: SignatureDoesNotMatch: refused: SignatureDoesNotMatch\n',
    ],
    [1, 'The command failed:\n  s3:///x names no bucket: s3://bucket/prefix\n'],
    [1, 'The command failed:\n  s3://cofre/x: NoSuchKey: refused: NoSuchKey\n'],
  ])

  expect([storage.objects.size, storage.uploads.size]).toEqual([0, 0])
})

it('the doctor says how old the newest backup is, in a bucket and in a folder [P588]', async () => {
  storage.objects.clear()
  const now = Date.parse('2026-11-24T12:00:00Z')
  const checkAt = (to: string, env = aws) => checkArchives({ ...env, BACKUP_TO: to }, now)
  const todo = 'run "backup" by a timer, and look at what it said'
  expect(await checkArchives({ ...aws }, now)).toEqual([])
  expect(await checkAt('s3://cofre/dia')).toEqual([
    { about: 'backup', state: 'broken', seen: 'there is none in s3://cofre/dia', todo },
  ])
  for (const name of ['chaveiro-20261124-010000.tar.zst', 'chaveiro-20261123-010000.tar.zst.age'])
    storage.objects.set(`dia/${name}`, Buffer.from('x'))
  expect(await checkAt('s3://cofre/dia')).toEqual([
    { about: 'backup', state: 'ok', seen: 'the newest of 2 in s3://cofre/dia is 11 hours old' },
  ])
  writeFileSync(join(folder, 'chaveiro-20261121-010000.tar.zst'), 'x')
  expect(await checkAt(folder)).toEqual([
    { about: 'backup', state: 'look', seen: `the newest of 1 in ${folder} is 83 hours old`, todo },
  ])
  expect(await checkAt(join(folder, 'none'))).toMatchObject([
    { state: 'broken', todo: 'mend BACKUP_TO' },
  ])
  expect(existsSync(join(folder, 'none'))).toBe(false)
})
