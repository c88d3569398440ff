import { Logger, runMigrations } from 'graphile-worker'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

import { ConfigError } from '../platform/config/config.ts'
import { appliedNow, firstMigration, lastWithContained, missingContained } from './contained.ts'
import { MigrationFault } from './migration-fault.ts'

type Log = { info(object: object, text: string): void; warn(object: object, text: string): void }
type File = { name: string; text: string; hash: string; outside: boolean }

const ownFolder = fileURLToPath(new URL('./migrations', import.meta.url))
const lock = 0x43484d47 // 'CHMG': one process migrates at a time

/**
 * First line of a file whose statements run one by one, each as its own transaction; a statement
 * ends with ; at the end of its line.
 */
const outsideMark = '-- outside a transaction'

/**
 * How long who buys may queue behind a migration that waits for a lock; it gives up then, lets all
 * pass and asks again later.
 */
const lockTimeoutMs = 2_000

/** It did not get a lock in time, or was in the way of somebody who held another one. */
const inTheWay = new Set(['55P03', '40P01'])
const silent: Log = { info() {}, warn() {} }

/** Stands in a database into which a restore began and did not end (P471). */
export const restoreMark = 'restore_under_way'

type Options = {
  log?: Log
  folder?: string
  /** For a restore: the migrations that made the backup; it may go on where its mark stands. */
  restoring?: { only: ReadonlySet<string> | null }
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/**
 * Bring the schema up to date: each file once, in order, with its record; a file that changed after
 * it was applied is refused. It runs on a connection of its own, which has all the time it needs; a
 * lock that others hold is asked for again and again, so that their statements pass meanwhile.
 * Another process that migrates is waited for as long as it takes.
 */
export async function migrate(
  url: string,
  { log = silent, folder = ownFolder, restoring }: Options = {},
): Promise<void> {
  const files = readMigrations(folder).filter(({ name }) => restoring?.only?.has(name) ?? true)

  const client = new pg.Client({
    connectionString: url,
    application_name: 'chaveiro migrations',
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
  })

  client.on('error', () => {})
  await client.connect()

  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    if (!restoring) await refuseHalf(client)
    if (folder === ownFolder) await refuseOtherVersions(client, files)
    if (await isCurrent(client, files)) return

    await takeTurn(client, log)
    await applyMigrations(client, files, log)
    await migrateQueue(url)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The migrations of this program, in order. */
export const ownMigrations = (): { name: string; sha256: string }[] =>
  readMigrations(ownFolder).map(({ name, hash }) => ({ name, sha256: hash }))

async function refuseHalf(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ half: boolean }>(
    `select to_regclass('public.${restoreMark}') is not null as half`,
  )

  if (rows[0]?.half)
    throw new ConfigError(
      'DATABASE_URL: a restore into this database was begun and not finished; run it again',
    )
}

/**
 * Refuses a schema that was made after this version, and one that stopped before the first release:
 * only earlier versions know the way from there.
 */
async function refuseOtherVersions(client: pg.Client, files: readonly File[]): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as there",
  )
  if (!rows[0]?.there) return

  const applied = await recordedHashes(client)
  const missing = missingContained(applied)

  if (missing)
    throw new ConfigError(
      `DATABASE_URL: the database is of a version before the first release (${missing} is ` +
        `missing); install the version of commit ${lastWithContained}, start it once, then this one`,
    )

  const newest = [...appliedNow(applied, '').keys()].sort().at(-1)
  const own = files.at(-1)?.name ?? ''

  if (newest && newest > own)
    throw new ConfigError(
      `DATABASE_URL: the database is of a newer version of the shop (${newest}, this one ends with ` +
        `${own}); run that version, or bring back a backup of before`,
    )
}

const readMigrations = (folder: string): File[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')

      return { name, text, hash, outside: text.startsWith(outsideMark) }
    })

// Asked for instead of waited for: a session that waits inside a statement would keep CREATE INDEX
// CONCURRENTLY of the other one waiting.
async function takeTurn(client: pg.Client, log: Log): Promise<void> {
  for (let asked = 0; ; asked++) {
    const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [
      lock,
    ])
    if (rows[0]?.ok) return

    if (asked % 60 === 0) log.info({}, 'another process is migrating the database; waiting for it')
    await sleep(500)
  }
}

async function applyMigrations(client: pg.Client, files: readonly File[], log: Log): Promise<void> {
  await client.query(
    `create table if not exists schema_migrations (name text primary key, sha256 text not null,
      applied_at timestamptz not null default now())`,
  )

  const applied = await appliedHashes(client)

  for (const file of files) {
    const known = applied.get(file.name)

    if (known && known !== file.hash)
      throw new Error(
        `migration ${file.name} was changed after it was applied; write a new file instead`,
      )

    if (known) continue

    await applyOne(client, file, log).catch((error: unknown) => {
      throw new MigrationFault(file, error as Error)
    })
  }
}

async function applyOne(client: pg.Client, file: File, log: Log): Promise<void> {
  const record = () =>
    client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
      file.name,
      file.hash,
    ])

  if (file.outside) {
    for (const statement of statementsOf(file.text))
      await patiently(client, file.name, log, () => runOutside(client, statement))
    await record()

    return
  }

  await patiently(client, file.name, log, async () => {
    await client.query('begin')
    await client.query(file.text)
    await record()
    await client.query('commit')
  })
}

/**
 * Run a step that may not get a lock in time: it is undone, others go on, and it is tried again
 * until it succeeds.
 */
async function patiently(
  client: pg.Client,
  name: string,
  log: Log,
  step: () => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    try {
      await step()
      return
    } catch (error) {
      await client.query('rollback')
      if (!inTheWay.has((error as { code?: string }).code ?? '')) throw error

      log.warn({ migration: name, attempt }, 'a migration did not get its lock; trying again')
      await sleep(Math.min(attempt * 1_000, 10_000))
    }
  }
}

const statementsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('--'))
    .join('\n')
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter(Boolean)

/**
 * One statement of a file outside a transaction. What an index that died half-way left behind goes
 * first; a finished one is kept.
 */
async function runOutside(client: pg.Client, statement: string): Promise<void> {
  const index = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i
  const name = index.exec(statement)?.[1]

  if (name) {
    const { rows } = await client.query<{ indisvalid: boolean }>(
      'select indisvalid from pg_index where indexrelid = to_regclass($1)',
      [name],
    )

    if (rows[0]?.indisvalid) return

    // It waits for transactions that are under way, not for a lock that would keep others out.
    await client.query('set lock_timeout = 0')
    if (rows[0]) await client.query(`drop index concurrently ${name}`)
  }

  await client.query(statement)
}

async function migrateQueue(url: string): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    application_name: 'chaveiro migrations',
  })

  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))

  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
    // Each order makes and ends some jobs: swept after a thousand dead rows, however many wait.
    await pool.query(`alter table graphile_worker._private_jobs
      set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`)
  } finally {
    await pool.end()
  }
}

/** What a database has applied, as files of this version. */
async function appliedHashes(client: pg.Client): Promise<Map<string, string>> {
  const first = readMigrations(ownFolder).find(({ name }) => name === firstMigration)!

  return appliedNow(await recordedHashes(client), first.hash)
}

const recordedHashes = async (client: pg.Client): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  )
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

async function isCurrent(client: pg.Client, files: readonly File[]): Promise<boolean> {
  const { rows } = await client.query<{ ok: boolean }>(
    `select to_regclass('schema_migrations') is not null
      and to_regclass('graphile_worker._private_jobs') is not null as ok`,
  )

  if (!rows[0]?.ok) return false

  const applied = await appliedHashes(client)

  return files.every((file) => applied.get(file.name) === file.hash)
}
