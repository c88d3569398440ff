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

/**
 * The result of one check: its subject, its state, the observation, and what to do about a problem.
 */
export type Finding = {
  about: string
  state: 'ok' | 'look' | 'broken'
  seen: string
  todo?: string
}

export type Check = (app: App) => Promise<Finding[]>

const okFinding = (about: string, seen: string): Finding => ({ about, state: 'ok', seen })

const lookFinding = (about: string, seen: string, todo: string): Finding => ({
  about,
  state: 'look',
  seen,
  todo,
})

const brokenFinding = (about: string, seen: string, todo: string): Finding => ({
  about,
  state: 'broken',
  seen,
  todo,
})

/** Text of the finding for a database without the shop's schema. */
export const noSchemaText = 'there is none'

/**
 * PostgreSQL: version, schema, connections, invalid indexes, and how far its clock differs from
 * this machine's.
 */
export const checkDatabase = async ({ pool }: Pick<App, 'pool'>): Promise<Finding[]> => {
  const startedAt = Date.now()

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

  const serverState = rows[0]!
  const clockOffset = Math.abs(serverState.now - (startedAt + Date.now()) / 2) / 1000
  const isNearlyFull = serverState.used > serverState.most * 0.8
  const connectionsText = `${serverState.used} of ${serverState.most} connections`

  return [
    okFinding('database', `PostgreSQL ${serverState.version}, ${serverState.mb} MB`),
    serverState.schema
      ? await checkSchema(pool)
      : lookFinding('schema', noSchemaText, 'start the shop once'),
    isNearlyFull
      ? lookFinding(
          'connections',
          connectionsText,
          'raise max_connections, or put a pooler before the database',
        )
      : okFinding('connections', connectionsText),
    ...(serverState.invalid ?? []).map((name) =>
      lookFinding('index', `${name} is not valid`, `reindex index concurrently ${name}`),
    ),
    clockOffset > 2
      ? brokenFinding(
          'clock',
          `${clockOffset.toFixed(1)} s from that of the database`,
          'let both machines keep their time by NTP',
        )
      : okFinding('clock', 'as that of the database'),
  ]
}

async function checkSchema(pool: App['pool']): Promise<Finding> {
  const { waiting, newer } = await schemaState(pool)
  if (newer.length)
    return brokenFinding('schema', `of a newer shop (${newer.at(-1)})`, 'run the newer version')

  return waiting.length
    ? lookFinding(
        'schema',
        `${waiting.length} migrations wait`,
        'start this version: it makes them',
      )
    : okFinding('schema', ownMigrations().at(-1)!.name)
}

/** Whether the keys of this process decrypt the vault of this database. */
export const checkVault: Check = async ({ pool, config }) => {
  const faults = await readFaults(pool, config)
  return faults.length
    ? faults.map((fault) => brokenFinding('keys', fault, 'set the keys that the shop had before'))
    : [okFinding('keys', 'they decrypt the vault')]
}

/** Free space in DATA_DIR, and whether the shop can write there. */
export const checkDisk = async ({
  dataDir,
  diskFloorMb,
}: Pick<Config, 'dataDir' | 'diskFloorMb'>): Promise<Finding[]> => {
  const probeFile = join(dataDir, `.doctor-${process.pid}`)
  const todo = 'let the shop’s user write there'

  try {
    if (!(await ownerMayWrite(dataDir)))
      return [brokenFinding('disk', `${dataDir} takes no file from the user it belongs to`, todo)]

    await writeFile(probeFile, 'room?')
    const { bavail, bsize } = await statfs(dataDir)
    const freeMegabytes = Math.floor((bavail * bsize) / 1_048_576)

    return freeMegabytes < diskFloorMb
      ? [
          brokenFinding(
            'disk',
            `${freeMegabytes} MB left in ${dataDir}`,
            'make room, or move DATA_DIR',
          ),
        ]
      : [okFinding('disk', `${freeMegabytes} MB left in ${dataDir}`)]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return [brokenFinding('disk', `${dataDir} takes no file (${code})`, todo)]
  } finally {
    await rm(probeFile, { force: true }).catch(() => {})
  }
}

/**
 * Whether the owner of the folder, which is the shop's user, may write there. The check runs as
 * this owner, because root may write everywhere. Parent folders are not checked: systemd gives its
 * service access past them.
 */
async function ownerMayWrite(folder: string): Promise<boolean> {
  const { uid, gid } = await stat(folder)
  if (process.getuid?.() !== 0 || uid === 0) return true

  return spawnSync('test', ['-w', '.', '-a', '-x', '.'], { uid, gid, cwd: folder }).status === 0
}

/** Sends a harmless request to each configured provider. */
export const checkProviders: Check = async (app) => {
  await app.providerSettings.reload()
  const configured = providerNames.filter((name) => app.providerSettings.sourceOf(name) !== 'off')

  const findings = await Promise.all(
    configured
      .filter((name) => name !== 'captcha' || app.config.captcha.provider !== 'altcha')
      .map(async (name): Promise<Finding> => {
        const trial = await tryProvider(name, app.config, { now: app.clock.now })
        if (trial.works) return okFinding(name, `works (${app.providerSettings.sourceOf(name)})`)

        const detailText = trial.detail ? ` (${trial.detail})` : ''
        const todo = 'enter it again in the back office: Settings, Services'

        return brokenFinding(name, `does not: ${trial.reason}${detailText}`, todo)
      }),
  )

  const paymentMethods = ['pix', 'card', 'crypto'] as const

  return paymentMethods.some((name) => configured.includes(name))
    ? findings
    : [
        ...findings,
        lookFinding(
          'payments',
          'no method is set up',
          'enter one in the back office: Settings, Services',
        ),
      ]
}

/** The last event of each provider, and events that have been unprocessed for ten minutes. */
export const checkWebhooks: Check = async ({ pool }) => {
  const { rows } = await pool.query<{ provider: string; last: string; late: number }>(
    `select provider, to_char(max(received_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as last,
      (count(*) filter (where processed_at is null
        and received_at < now() - interval '10 minutes'))::int as late
      from webhook_events group by 1 order by 1`,
  )

  return rows.map(({ provider, last, late }) =>
    late
      ? lookFinding(
          `events of ${provider}`,
          `${late} wait for ten minutes`,
          'look at the queue below',
        )
      : okFinding(`events of ${provider}`, `the last one came at ${last} UTC`),
  )
}

/** Whether a worker takes jobs, and how many jobs failed for good. */
export const checkQueue: Check = async ({ health }) => {
  const { failing, deadJobs } = await health.check()
  return [
    failing.includes('worker')
      ? brokenFinding(
          'queue',
          'jobs wait and no worker takes them',
          'start a process with a worker',
        )
      : okFinding('queue', 'nothing waits too long'),
    ...(deadJobs
      ? [
          lookFinding(
            'jobs',
            `${deadJobs} were given up`,
            'look at them in the back office: System',
          ),
        ]
      : []),
  ]
}

/** Paid orders that were not delivered after ten minutes. */
export const checkPaidOrders: Check = async ({ pool }) => {
  const { rows } = await pool.query<{ n: number; oldest: string | null }>(
    `select count(distinct o.id)::int as n,
      to_char(min(o.completed_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as oldest
      from orders o join order_units u on u.order_id = o.id
      where o.status = 'completed' and u.status = 'pending'
        and o.completed_at < now() - interval '10 minutes'`,
  )

  const { n, oldest } = rows[0]!

  return n
    ? [
        lookFinding(
          'orders',
          `${n} are paid and wait, since ${oldest} UTC`,
          'deliver them in the back office: Orders',
        ),
      ]
    : [okFinding('orders', 'none is paid and waits')]
}

/** The invariants of the shop's books, each over all rows. */
export const checkBooks: Check = async ({ db }) => {
  const violations = await brokenLaws(db)
  return violations.length
    ? violations.map((violation) =>
        brokenFinding('books', violation, 'keep a backup of now, and ask for help'),
      )
    : [okFinding('books', 'every invariant holds')]
}
