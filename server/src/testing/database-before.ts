import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

import { migrate } from '../db/migrate.ts'

const migrationFolder = new URL('../db/migrations/', import.meta.url)

/**
 * A database in its state before a migration (`'0060'`), with a connection to fill it. `upgrade`
 * applies the remaining migrations.
 */
export async function databaseBefore(
  migration: string,
  server = process.env.TEST_DATABASE_URL!,
): Promise<{
  url: string
  client: pg.Client
  upgrade(): Promise<unknown>
  drop(): Promise<void>
}> {
  const folder = mkdtempSync(join(tmpdir(), 'chaveiro-migrations-'))
  for (const databaseName of readdirSync(migrationFolder))
    if (databaseName.endsWith('.sql') && databaseName < migration)
      writeFileSync(
        join(folder, databaseName),
        readFileSync(new URL(databaseName, migrationFolder)),
      )
  const name = `before_${migration}_${randomBytes(4).toString('hex')}`
  await runAsAdmin(server, `create database ${name}`)
  const url = server.replace(/\/[^/]*$/, `/${name}`)
  await migrate(url, { folder })
  rmSync(folder, { recursive: true, force: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  return {
    url,
    client,
    upgrade: () => migrate(url),
    async drop() {
      await client.end()
      await runAsAdmin(server, `drop database if exists ${name} with (force)`)
    },
  }
}

async function runAsAdmin(server: string, statement: string): Promise<void> {
  const maker = new pg.Client({ connectionString: server })
  await maker.connect()
  await maker.query(statement)
  await maker.end()
}
