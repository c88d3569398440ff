import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'

const folder = fileURLToPath(new URL('./migrations', import.meta.url))
const lock = 0x43484d47 // 'CHMG': one process migrates at a time

/** Bring the schema up to date: each file once, in order, in its own transaction with its record; a file that changed after it was applied is refused. */
export async function migrate(pool: Pool): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })
  if (await isCurrent(pool, files)) return
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.sha256]))
    for (const file of files) {
      const known = applied.get(file.name)
      if (known && known !== file.hash)
        throw new Error(
          `migration ${file.name} was changed after it was applied; write a new file instead`,
        )
      if (known) continue
      await client.query('begin')
      await client.query(file.text)
      await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
        file.name,
        file.hash,
      ])
      await client.query('commit')
    }
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => {})
    client.release()
  }
}

async function isCurrent(pool: Pool, files: { name: string; hash: string }[]): Promise<boolean> {
  const {
    rows: [there],
  } = await pool.query<{ ok: boolean }>(
    "select to_regclass('schema_migrations') is not null and to_regclass('graphile_worker._private_jobs') is not null as ok",
  )
  if (!there?.ok) return false
  const { rows } = await pool.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  return files.every((file) => applied.get(file.name) === file.hash)
}
