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
const migrationLock = 0x43484d47 // 'CHMG' in ASCII; one process migrates at a time

/**
 * First line of a migration whose statements run one by one, each in its own transaction. A
 * statement ends with ; at the end of a line.
 */
const outsideMark = '-- outside a transaction'

/**
 * Statements of buyers queue behind a migration that waits for a lock. After this timeout the
 * migration gives up, so that these statements run, and is retried later.
 */
const lockTimeoutMs = 2_000

/** SQLSTATE of a lock timeout and of a deadlock. */
const lockFailures = new Set(['55P03', '40P01'])
const silentLog: Log = { info() {}, warn() {} }

/** The table that marks a database with an unfinished restore (P471). */
export const restoreMark = 'restore_under_way'

type Options = {
  log?: Log
  folder?: string
  /**
   * For a restore: apply only the migrations of the backup (null: all), and ignore the mark of an
   * unfinished restore.
   */
  restoring?: { only: ReadonlySet<string> | null }
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/**
 * Brings the schema up to date: each file runs once, in order. Throws for a file that changed after
 * it was applied. The migration's connection has no statement timeout. A step that cannot get its
 * lock is retried, so that other statements pass. While another process migrates, this process
 * waits.
 */
export async function migrate(
  url: string,
  { log = silentLog, folder = ownFolder, restoring }: Options = {},
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
    if (!restoring) await refuseHalfRestored(client)
    if (folder === ownFolder) await refuseOtherVersions(client, files)
    if (await isCurrent(client, files)) return

    await lockMigrations(client, log)
    await applyMigrations(client, files, log)
    await migrateQueue(url)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The migrations of this program, in order. */
export const ownMigrations = (): { name: string; sha256: string }[] =>
  readMigrations(ownFolder).map(({ name, hash }) => ({ name, sha256: hash }))

async function refuseHalfRestored(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ half: boolean }>(
    `select to_regclass('public.${restoreMark}') is not null as half`,
  )

  if (rows[0]?.half)
    throw new ConfigError(
      'DATABASE_URL: a restore into this database was begun and not finished; run it again',
    )
}

/**
 * Refuses the schema of a newer version. Also refuses a schema from before the first release that
 * lacks contained migrations, because only older versions can apply them.
 */
async function refuseOtherVersions(client: pg.Client, files: readonly File[]): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as there",
  )
  if (!rows[0]?.there) return

  const appliedMigrations = await recordedHashes(client)
  const missingName = missingContained(appliedMigrations)

  if (missingName)
    throw new ConfigError(
      `DATABASE_URL: the database is of a version before the first release (${missingName} is ` +
        `missing); install the version of commit ${lastWithContained}, start it once, then this one`,
    )

  const newestApplied = [...appliedNow(appliedMigrations, '').keys()].sort().at(-1)
  const newestOwn = files.at(-1)?.name ?? ''

  if (newestApplied && newestApplied > newestOwn)
    throw new ConfigError(
      `DATABASE_URL: the database is of a newer version of the shop (${newestApplied}, this one ends with ` +
        `${newestOwn}); run that version, or restore a backup from before the upgrade`,
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

// Polls the lock: a session that waits inside a statement would block CREATE INDEX CONCURRENTLY of
// the process that migrates.
async function lockMigrations(client: pg.Client, log: Log): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [
      migrationLock,
    ])
    if (rows[0]?.ok) return

    if (attempt % 60 === 0)
      log.info({}, 'another process is migrating the database; waiting for it')
    await sleep(500)
  }
}

async function applyMigrations(client: pg.Client, files: readonly File[], log: Log): Promise<void> {
  await client.query(
    `create table if not exists schema_migrations (name text primary key, sha256 text not null,
      applied_at timestamptz not null default now())`,
  )

  const appliedMigrations = await appliedHashes(client)

  for (const file of files) {
    const appliedHash = appliedMigrations.get(file.name)

    if (appliedHash && appliedHash !== file.hash)
      throw new Error(
        `migration ${file.name} was changed after it was applied; write a new file instead`,
      )

    if (appliedHash) continue

    await applyMigration(client, file, log).catch((error: unknown) => {
      throw new MigrationFault(file, error as Error)
    })
  }
}

async function applyMigration(client: pg.Client, file: File, log: Log): Promise<void> {
  const recordMigration = () =>
    client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
      file.name,
      file.hash,
    ])

  if (file.outside) {
    for (const statement of splitStatements(file.text))
      await retryForLock(client, file.name, log, () => runOutside(client, statement))
    await recordMigration()

    return
  }

  await retryForLock(client, file.name, log, async () => {
    await client.query('begin')
    await client.query(file.text)
    await recordMigration()
    await client.query('commit')
  })
}

/** Runs a step until it gets its locks: a step that waits too long is undone and tried again. */
async function retryForLock(
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
      if (!lockFailures.has((error as { code?: string }).code ?? '')) throw error

      log.warn({ migration: name, attempt }, 'a migration did not get its lock; trying again')
      await sleep(Math.min(attempt * 1_000, 10_000))
    }
  }
}

const splitStatements = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('--'))
    .join('\n')
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter(Boolean)

/**
 * Runs a statement of a file outside a transaction. After an interrupted run, an index that the run
 * finished stays, and an invalid index is dropped first.
 */
async function runOutside(client: pg.Client, statement: string): Promise<void> {
  const concurrentIndex =
    /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i
  const indexName = concurrentIndex.exec(statement)?.[1]

  if (indexName) {
    const { rows } = await client.query<{ indisvalid: boolean }>(
      'select indisvalid from pg_index where indexrelid = to_regclass($1)',
      [indexName],
    )

    if (rows[0]?.indisvalid) return

    // No lock timeout: CREATE INDEX CONCURRENTLY waits for running transactions, and its lock does
    // not block buyers.
    await client.query('set lock_timeout = 0')
    if (rows[0]) await client.query(`drop index concurrently ${indexName}`)
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
    // The table is vacuumed after 1,000 changed rows: each order adds and removes jobs, and a
    // percentage of a long queue would be reached too late.
    await pool.query(`alter table graphile_worker._private_jobs
      set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`)
  } finally {
    await pool.end()
  }
}

/** The applied migrations of a database (name → sha256), as files of this version. */
async function appliedHashes(client: pg.Client): Promise<Map<string, string>> {
  const firstFile = readMigrations(ownFolder).find(({ name }) => name === firstMigration)!

  return appliedNow(await recordedHashes(client), firstFile.hash)
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

  const appliedMigrations = await appliedHashes(client)

  return files.every((file) => appliedMigrations.get(file.name) === file.hash)
}
