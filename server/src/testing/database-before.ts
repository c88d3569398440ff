import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

import { migrate } from '../db/migrate.ts'

const files = new URL('../db/migrations/', import.meta.url)

/**
 * A database as it stood before a migration (`'0060'`), with a connection to fill it by; `upgrade`
 * brings it to now.
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
  for (const name of readdirSync(files))
    if (name.endsWith('.sql') && name < migration)
      writeFileSync(join(folder, name), readFileSync(new URL(name, files)))
  const name = `before_${migration}_${randomBytes(4).toString('hex')}`
  await byMaker(server, `create database ${name}`)
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
      await byMaker(server, `drop database if exists ${name} with (force)`)
    },
  }
}

async function byMaker(server: string, statement: string): Promise<void> {
  const maker = new pg.Client({ connectionString: server })
  await maker.connect()
  await maker.query(statement)
  await maker.end()
}
