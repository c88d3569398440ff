import type { Pool } from 'pg'

import type { Env } from '../platform/config/config.ts'
import { archivesIn, openBackupStore } from './archives.ts'
import type { Finding } from './doctor-checks.ts'
import { givenSettings } from './target.ts'

const about = 'backup'
const oldestAgeHours = 48

/**
 * Tolerance for different clocks of two machines: an archive may be a quarter of an hour in the
 * future.
 */
const clockToleranceHours = -0.25

/**
 * When "chaveiro backup" last succeeded. Used only without BACKUP_TO, because archives are better
 * evidence. Other backup tools leave no record, so a missing record is never "broken".
 */
export async function checkBackupMark(
  pool: Pool,
  env: Env = process.env,
  now = Date.now(),
): Promise<Finding[]> {
  if (givenSettings(env).BACKUP_TO) return []

  const { rows } = await pool.query<{ at: Date }>(
    `select at from operation_marks where name = 'backup'`,
  )
  const [lastMark] = rows

  if (!lastMark)
    return [
      {
        about,
        state: 'look',
        seen: '"chaveiro backup" never made one',
        todo: 'make one each night (Backup and restore of the guide), and name its place in BACKUP_TO',
      },
    ]

  const ageHours = Math.max(0, Math.floor((now - lastMark.at.getTime()) / 3_600_000))
  const observation = `the last one was made ${ageHours} hours ago`
  const todo = 'run "backup" by a timer, and name its place in BACKUP_TO'

  return [
    ageHours > oldestAgeHours
      ? { about, state: 'look', seen: observation, todo }
      : { about, state: 'ok', seen: observation },
  ]
}

/** The age of the newest archive in BACKUP_TO; no finding without that setting (P588). */
export async function checkArchives(env: Env, now = Date.now()): Promise<Finding[]> {
  const { BACKUP_TO: destination } = givenSettings(env)
  if (!destination) return []

  const todo = 'run "backup" by a timer, and look at what it said'

  try {
    const backupStore = await openBackupStore(env, destination)
    const [newest, ...older] = await archivesIn(backupStore)
    if (!newest)
      return [{ about, state: 'broken', seen: `there is none in ${backupStore.place}`, todo }]

    const exactAgeHours = (now - archiveTime(newest)) / 3_600_000

    if (exactAgeHours < clockToleranceHours)
      return [
        {
          about,
          state: 'look',
          seen: `${newest} in ${backupStore.place} was made by a clock that was ahead`,
          todo: 'set the clock, and move that file away: it counts as newer than every new one',
        },
      ]

    const ageHours = Math.max(0, Math.floor(exactAgeHours))
    const observation = `the newest of ${1 + older.length} in ${backupStore.place} is ${ageHours} hours old`

    return [
      ageHours > oldestAgeHours
        ? { about, state: 'look', seen: observation, todo }
        : { about, state: 'ok', seen: observation },
    ]
  } catch (error) {
    return [{ about, state: 'broken', seen: (error as Error).message, todo: 'mend BACKUP_TO' }]
  }
}

/** When an archive was made, in milliseconds, by its name. */
function archiveTime(name: string): number {
  const [, day = '', time = ''] = /-(\d{8})-(\d{6})/.exec(name) ?? []
  const digitPairs = (digits: string) => digits.match(/\d\d/g)!
  const [century, year, month, date] = digitPairs(day)

  return Date.parse(`${century}${year}-${month}-${date}T${digitPairs(time).join(':')}Z`)
}
