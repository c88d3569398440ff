import { afterAll, beforeAll, expect, it } from 'vitest'

import { noteBackup } from '../domains/watch/backup-mark.service.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { checkBackupMark } from './doctor-backups.ts'

// Tests findings of the doctor about backups without the setting BACKUP_TO.

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({})
})

afterAll(() => shop?.close())

const checkAt = (time: string, env = {}) => checkBackupMark(shop.app.pool, env, Date.parse(time))
const todo = 'run "backup" by a timer, and name its place in BACKUP_TO'

it('reports a missing backup, and the age of the last one, without BACKUP_TO [F234]', async () => {
  expect(await checkAt('2026-02-03T04:00:00Z')).toEqual([
    {
      about: 'backup',
      state: 'look',
      seen: '"chaveiro backup" never made one',
      todo: 'make one each night (Backup and restore of the guide), and name its place in BACKUP_TO',
    },
  ])

  await noteBackup(shop.app.pool, '2026-02-03T04:00:00Z')
  expect(await checkAt('2026-02-05T04:30:00Z')).toEqual([
    { about: 'backup', state: 'ok', seen: 'the last one was made 48 hours ago' },
  ])
  expect(await checkAt('2026-02-05T05:00:00Z')).toEqual([
    { about: 'backup', state: 'look', seen: 'the last one was made 49 hours ago', todo },
  ])
  expect(await checkAt('2026-02-05T05:00:00Z', { BACKUP_TO: '/var/backups/chaveiro' })).toEqual([])
})
