import { providerNames } from '@chaveiro/contracts/admin/provider-fields'
import { spawnSync } from 'node:child_process'
import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { tryProvider } from '../adapters/trial/try-provider.ts'
import { ownMigrations } from '../db/migrate.ts'
import { schemaState } from '../db/schema-state.ts'
import { brokenLaws } from '../domains/laws/laws.queries.ts'
import type { App } from '../platform/app.ts'
import type { Config } from '../platform/config/config.ts'
import { readFaults } from '../platform/secrets/vault-canaries.ts'

/** What was looked at, how it stands, what was seen, and what to do where it is not well. */
export type Finding = {
  about: string
  state: 'ok' | 'look' | 'broken'
  seen: string
  todo?: string
}

export type Check = (app: App) => Promise<Finding[]>

const ok = (about: string, seen: string): Finding => ({ about, state: 'ok', seen })

const look = (about: string, seen: string, todo: string): Finding => ({
  about,
  state: 'look',
  seen,
  todo,
})

const broken = (about: string, seen: string, todo: string): Finding => ({
  about,
  state: 'broken',
  seen,
  todo,
})

/** What is seen of a database in which no shop was started yet. */
export const noSchema = 'there is none'

/** PostgreSQL: its version, the schema, connections, the clock of the machine against it. */
export const database = async ({ pool }: Pick<App, 'pool'>): Promise<Finding[]> => {
  const before = Date.now()

  const { rows } = await pool.query<{
    version: string
    used: number
    most: number
    mb: number
    now: number
    invalid: string[] | null
    schema: string | null
  }>(
    `select current_setting('server_version') as version,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int as most,
      (pg_database_size(current_database()) / 1048576)::int as mb,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
      (select array_agg(indexrelid::regclass::text) from pg_index where not indisvalid) as invalid,
      to_regclass('public.schema_migrations')::text as schema`,
  )

  const row = rows[0]!
  const seconds = Math.abs(row.now - (before + Date.now()) / 2) / 1000
  const isFull = row.used > row.most * 0.8
  const used = `${row.used} of ${row.most} connections`

  return [
    ok('database', `PostgreSQL ${row.version}, ${row.mb} MB`),
    row.schema ? await schema(pool) : look('schema', noSchema, 'start the shop once'),
    isFull
      ? look('connections', used, 'raise max_connections, or put a pooler before the database')
      : ok('connections', used),
    ...(row.invalid ?? []).map((name) =>
      look('index', `${name} is not valid`, `reindex index concurrently ${name}`),
    ),
    seconds > 2
      ? broken(
          'clock',
          `${seconds.toFixed(1)} s from that of the database`,
          'let both machines keep their time by NTP',
        )
      : ok('clock', 'as that of the database'),
  ]
}

async function schema(pool: App['pool']): Promise<Finding> {
  const { waiting, newer } = await schemaState(pool)
  if (newer.length)
    return broken('schema', `of a newer shop (${newer.at(-1)})`, 'run the newer version')

  return waiting.length
    ? look('schema', `${waiting.length} migrations wait`, 'start this version: it makes them')
    : ok('schema', ownMigrations().at(-1)!.name)
}

/** Whether the keys of this process open what is sealed here. */
export const vault: Check = async ({ pool, config }) => {
  const faults = await readFaults(pool, config)
  return faults.length
    ? faults.map((fault) => broken('keys', fault, 'give the shop the keys that it had'))
    : [ok('keys', 'they open what is sealed here')]
}

/** Room in DATA_DIR, and whether it takes a file. */
export const disk = async ({
  dataDir,
  diskFloorMb,
}: Pick<Config, 'dataDir' | 'diskFloorMb'>): Promise<Finding[]> => {
  const file = join(dataDir, `.doctor-${process.pid}`)
  const todo = 'let the shop’s user write there'

  try {
    if (!(await mayWrite(dataDir)))
      return [broken('disk', `${dataDir} takes no file from the user it belongs to`, todo)]

    await writeFile(file, 'room?')
    const { bavail, bsize } = await statfs(dataDir)
    const mb = Math.floor((bavail * bsize) / 1_048_576)

    return mb < diskFloorMb
      ? [broken('disk', `${mb} MB left in ${dataDir}`, 'make room, or move DATA_DIR')]
      : [ok('disk', `${mb} MB left in ${dataDir}`)]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return [broken('disk', `${dataDir} takes no file (${code})`, todo)]
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}

/**
 * Root may write everywhere, so it is asked for the user of the shop, to whom the folder belongs. The
 * way to it counts for nothing: a service of systemd is led there by its own.
 */
async function mayWrite(folder: string): Promise<boolean> {
  const { uid, gid } = await stat(folder)
  if (process.getuid?.() !== 0 || uid === 0) return true

  return spawnSync('test', ['-w', '.', '-a', '-x', '.'], { uid, gid, cwd: folder }).status === 0
}

/** Each provider that is set up is asked something harmless. */
export const providers: Check = async (app) => {
  await app.providerSettings.reload()
  const set = providerNames.filter((name) => app.providerSettings.sourceOf(name) !== 'off')

  const findings = await Promise.all(
    set
      .filter((name) => name !== 'captcha' || app.config.captcha.provider !== 'altcha')
      .map(async (name): Promise<Finding> => {
        const trial = await tryProvider(name, app.config, { now: app.clock.now })
        if (trial.works) return ok(name, `works (${app.providerSettings.sourceOf(name)})`)

        const detail = trial.detail ? ` (${trial.detail})` : ''
        const todo = 'enter it anew in the back office: Settings, Services'

        return broken(name, `does not: ${trial.reason}${detail}`, todo)
      }),
  )

  const pays = ['pix', 'card', 'crypto'] as const

  return pays.some((name) => set.includes(name))
    ? findings
    : [
        ...findings,
        look('payments', 'no method is set up', 'enter one in the back office: Settings, Services'),
      ]
}

/** Events of providers that nobody has read for ten minutes, and when each was heard last. */
export const webhooks: Check = async ({ pool }) => {
  const { rows } = await pool.query<{ provider: string; last: string; late: number }>(
    `select provider, to_char(max(received_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as last,
      (count(*) filter (where processed_at is null
        and received_at < now() - interval '10 minutes'))::int as late
      from webhook_events group by 1 order by 1`,
  )

  return rows.map(({ provider, last, late }) =>
    late
      ? look(`events of ${provider}`, `${late} wait for ten minutes`, 'look at the queue below')
      : ok(`events of ${provider}`, `the last one came at ${last} UTC`),
  )
}

/** Jobs that nobody does, and those that were given up. */
export const queue: Check = async ({ health }) => {
  const { failing, deadJobs } = await health.check()
  return [
    failing.includes('worker')
      ? broken('queue', 'jobs wait and nobody does them', 'start a process with a worker')
      : ok('queue', 'nothing waits too long'),
    ...(deadJobs
      ? [look('jobs', `${deadJobs} were given up`, 'look at them in the back office: System')]
      : []),
  ]
}

/** Orders that are paid and not delivered after ten minutes. */
export const money: Check = async ({ pool }) => {
  const { rows } = await pool.query<{ n: number; oldest: string | null }>(
    `select count(distinct o.id)::int as n,
      to_char(min(o.completed_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as oldest
      from orders o join order_units u on u.order_id = o.id
      where o.status = 'completed' and u.status = 'pending'
        and o.completed_at < now() - interval '10 minutes'`,
  )

  const { n, oldest } = rows[0]!

  return n
    ? [look('orders', `${n} are paid and wait, since ${oldest} UTC`, 'deliver them from the desk')]
    : [ok('orders', 'none is paid and waits')]
}

/** The laws of the shop's books, each over all rows. */
export const books: Check = async ({ db }) => {
  const found = await brokenLaws(db)
  return found.length
    ? found.map((one) => broken('books', one, 'keep a backup of now, and ask for help'))
    : [ok('books', 'every invariant holds')]
}
