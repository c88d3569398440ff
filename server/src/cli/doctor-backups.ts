import type { Pool } from 'pg'

import type { Env } from '../platform/config/config.ts'
import { archivesIn, storeOf } from './archives.ts'
import type { Finding } from './doctor-checks.ts'
import { given } from './target.ts'

const about = 'backup'
const mostHours = 48

/** So far apart the clocks of two machines may be. */
const leastHours = -0.25

/**
 * When "chaveiro backup" last ended well, where no BACKUP_TO says where its archives lie. Other tools
 * leave no mark, so none is no fault.
 */
export async function notedBackup(
  pool: Pool,
  env: Env = process.env,
  now = Date.now(),
): Promise<Finding[]> {
  if (given(env).BACKUP_TO) return []

  const { rows } = await pool.query<{ at: Date }>(
    `select at from operation_marks where name = 'backup'`,
  )
  const [last] = rows

  if (!last)
    return [
      {
        about,
        state: 'look',
        seen: '"chaveiro backup" never made one',
        todo: 'make one each night (Backup and restore of the guide), and name its place in BACKUP_TO',
      },
    ]

  const hours = Math.max(0, Math.floor((now - last.at.getTime()) / 3_600_000))
  const seen = `the last one was made ${hours} hours ago`
  const todo = 'run "backup" by a timer, and name its place in BACKUP_TO'

  return [hours > mostHours ? { about, state: 'look', seen, todo } : { about, state: 'ok', seen }]
}

/** How old the newest backup is, where BACKUP_TO says where they lie (P588). */
export async function backups(env: Env, now = Date.now()): Promise<Finding[]> {
  const { BACKUP_TO: to } = given(env)
  if (!to) return []

  const todo = 'run "backup" by a timer, and look at what it said'

  try {
    const store = await storeOf(env, to)
    const [newest, ...older] = await archivesIn(store)
    if (!newest) return [{ about, state: 'broken', seen: `none lies in ${store.place}`, todo }]

    const age = (now - momentOf(newest)) / 3_600_000

    if (age < leastHours)
      return [
        {
          about,
          state: 'look',
          seen: `${newest} in ${store.place} was made by a clock that was ahead`,
          todo: 'set the clock, and move that file away: it stands before every newer one',
        },
      ]

    const hours = Math.max(0, Math.floor(age))
    const seen = `the newest of ${1 + older.length} in ${store.place} is ${hours} hours old`

    return [hours > mostHours ? { about, state: 'look', seen, todo } : { about, state: 'ok', seen }]
  } catch (error) {
    return [{ about, state: 'broken', seen: (error as Error).message, todo: 'mend BACKUP_TO' }]
  }
}

/** When an archive was made, by its name. */
function momentOf(name: string): number {
  const [, day = '', time = ''] = /-(\d{8})-(\d{6})/.exec(name) ?? []
  const parts = (digits: string) => digits.match(/\d\d/g)!
  const [century, year, month, date] = parts(day)

  return Date.parse(`${century}${year}-${month}-${date}T${parts(time).join(':')}Z`)
}
