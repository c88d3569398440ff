import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'

import { folderStore } from '../adapters/folder/folder.ts'
import type { BackupReport } from '../domains/backup/backup.service.ts'
import { afterBackup } from './backup-after.ts'
import { backupText, restoreText, upgradedText, verifiedText } from './backup-words.ts'
import { checkArchives } from './doctor-backups.ts'

const newArchive = 'chaveiro-20261124-030000.tar.zst'
const folders: string[] = []
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chaveiro-after-'))
  folders.push(folder)
  for (const day of ['20261122-030000', '20261123-030000', '20261124-030000', '20310101-030000'])
    writeFileSync(join(folder, `chaveiro-${day}.tar.zst`), day)
})

afterAll(() => folders.forEach((path) => rmSync(path, { recursive: true })))

const report = (overrides: Partial<BackupReport> = {}): BackupReport => ({
  name: newArchive,
  place: '/var/backups',
  takenAt: '2026-11-24T03:00:00.000Z',
  bytes: 1_200_000,
  tables: 89,
  rows: 12,
  uploads: 3,
  vaultKeys: [1, 2],
  withSecrets: false,
  leftOut: { tables: [], uploads: [] },
  missing: [],
  ...overrides,
})

const noteNothing = async () => {}
const keepOptions = (keep: number | null) => ({
  note: noteNothing,
  store: folderStore(folder),
  keep,
})

it('the archive just made stays, even if an older one has a later date in its name [P477]', async () => {
  expect(await afterBackup(report(), keepOptions(1))).toEqual({
    removed: [
      'chaveiro-20310101-030000.tar.zst',
      'chaveiro-20261123-030000.tar.zst',
      'chaveiro-20261122-030000.tar.zst',
    ],
    failed: [],
  })
  expect(readdirSync(folder)).toEqual([newArchive])
})

it('--keep 3 leaves three of four archives, and without --keep all stay [P477]', async () => {
  expect((await afterBackup(report(), keepOptions(null))).removed).toEqual([])
  expect((await afterBackup(report(), keepOptions(3))).removed).toEqual([
    'chaveiro-20261122-030000.tar.zst',
  ])
})

it('while uploads are missing no older backup is removed [P477]', async () => {
  expect(await afterBackup(report({ missing: ['a.webp'] }), keepOptions(1))).toEqual({
    removed: [],
    failed: [],
  })
  expect(readdirSync(folder)).toHaveLength(4)
})

it('a cleanup that fails is reported below the finished archive [P475]', async () => {
  const store = { ...folderStore(folder), remove: () => Promise.reject(new Error('AccessDenied')) }
  const note = () => Promise.reject(new Error('the database was stopped'))
  const after = await afterBackup(report(), { note, store, keep: 1 })

  expect(backupText(report(), after).split('\n')).toEqual([
    '/var/backups/chaveiro-20261124-030000.tar.zst (1.2 MB): 12 rows of 89 tables and 3 uploads.',
    'Keep STORE_SECRET and the keys of VAULT_KEYS (1, 2) elsewhere: without them no licence key in it can be read.',
    'The backup was not noted in the database (the database was stopped).',
    'Older backups were not removed (AccessDenied).',
  ])
})

it('a backup names the first tables and uploads that it leaves out or misses [P477]', () => {
  const oddReport = report({
    withSecrets: true,
    leftOut: { tables: ['public.orders_bak'], uploads: ['logo copy.png'] },
    missing: ['a.webp', 'b.webp', 'c.webp', 'd.webp', 'e.webp', 'f.webp', 'g.webp'],
  })

  expect(backupText(oddReport, { removed: [], failed: [] }).split('\n').slice(1)).toEqual([
    'The settings are in it.',
    'Left out, since these tables are not of the shop: public.orders_bak.',
    'Left out, since the shop gives no upload such a name: logo copy.png.',
    'Missing in DATA_DIR/uploads and in this backup are 7 pictures: a.webp, b.webp, c.webp, d.webp, e.webp and 2 more.',
    'Older backups stay: one of them may still hold these pictures.',
  ])
})

const restoredReport = {
  takenAt: '2026-11-24T03:00:00.000Z',
  version: '0.1.0',
  tables: 89,
  rows: 12,
  uploads: 1,
  migrations: 0,
  settings: null,
  broken: [],
  keys: null,

  passedOver: {
    tables: ['public.orders_bak'],
    columns: ['public.products.onde'],
    sequences: ['public.orders_bak_id_seq'],
    uploads: ['logo copy.png'],
  },
}

it('restore, verify and upgrade name what they leave out [P472]', () => {
  expect(restoreText(restoredReport).split('\n').slice(1, 5)).toEqual([
    'Left out, since these tables are not of the shop: public.orders_bak.',
    'Left out, since these columns are not of the shop: public.products.onde.',
    'Left out, since these sequences are not of the shop: public.orders_bak_id_seq.',
    'Left out, since the shop gives no upload such a name: logo copy.png.',
  ])

  expect(restoreText(restoredReport)).toContain(
    '\nKeys that were delivered after 2026-11-24T03:00:00.000Z are for sale again: ' +
      'before the shop starts, run "chaveiro stock hold".\n',
  )

  expect(verifiedText(restoredReport).split('\n')).toEqual([
    'The backup is whole: 12 rows of 89 tables and 1 uploads of 2026-11-24T03:00:00.000Z (version 0.1.0).',
    'A restore leaves out files with a name that no shop gives: logo copy.png.',
  ])

  const upgraded = { ...restoredReport, stayed: ['public.orders_bak'] }

  expect(upgradedText({ from: 15, to: 18 }, upgraded).split('\n').slice(2)).toEqual([
    'Not of the shop, and not carried over: public.orders_bak, public.products.onde.',
    'They exist only in the previous database: copy what you need before --confirm.',
    'The database of PostgreSQL 15 is kept unchanged. Start the shop, check it, and then run "upgrade-database --confirm", or --undo to go back.',
  ])
})

it('the doctor reports a newest backup whose date lies in the future [P588]', async () => {
  const checkAt = (time: string) => checkArchives({ BACKUP_TO: folder }, Date.parse(time))

  expect(await checkAt('2026-11-24T06:00:00Z')).toEqual([
    {
      about: 'backup',
      state: 'look',
      seen: `chaveiro-20310101-030000.tar.zst in ${folder} was made by a clock that was ahead`,
      todo: 'set the clock, and move that file away: it counts as newer than every new one',
    },
  ])

  rmSync(join(folder, 'chaveiro-20310101-030000.tar.zst'))

  // Ten minutes before or after the archive's time are within the tolerance for clocks of two
  // machines.
  for (const time of ['2026-11-24T02:50:00Z', '2026-11-24T03:10:00Z'])
    expect(await checkAt(time)).toEqual([
      { about: 'backup', state: 'ok', seen: `the newest of 3 in ${folder} is 0 hours old` },
    ])
})
