import { sql } from 'drizzle-orm'
import pg from 'pg'
import { z } from 'zod'

import { connectionOptions } from '../../db/client.ts'
import { columns, rowsOf, value } from '../../db/rows.ts'
import { createDb } from '../../db/session.ts'
import type { StoreSecrets } from '../../platform/secrets/derived-keys.ts'
import { readFaults } from '../../platform/secrets/vault-canaries.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { brokenLaws } from '../laws/laws.queries.ts'
import { sealedPlaces } from '../rotation/sealed.queries.ts'
import { rowsFrom } from './backup.database.ts'
import { BackupFault } from './backup.fault.ts'
import type { Manifest, Table, Tally } from './backup.format.ts'
import { RowTally } from './backup.tally.ts'
import { emptyTally } from './restore.load.ts'

/** The keys that decrypt a shop's values. */
export type ShopKeys = StoreSecrets & { vaultKeys: readonly { id: number; key: Buffer }[] }

export type KeyCheck = {
  /** Number of values that were decrypted. */
  opened: number
  /** Number of values that could not be decrypted, by kind of value. */
  unopened: Record<string, number>
  /** Errors of the keys as a whole, one line each. */
  faults: string[]
}

/** Reads all rows from the database again and compares them with the rows that were loaded. */
export async function checkRows(
  client: pg.Client,
  tables: Iterable<Table>,
  loaded: Record<string, Tally>,
): Promise<void> {
  for (const table of tables) {
    const rowTally = new RowTally()
    for await (const chunk of rowsFrom(client, table)) rowTally.take(chunk)
    const [is, was] = [rowTally.result(), loaded[table.name] ?? emptyTally]

    if (is.rows !== was.rows || is.sum !== was.sum)
      throw new BackupFault(
        `${table.name} has ${is.rows} rows in the database and ${was.rows} in the backup, or others`,
      )
  }
}

const sampleSize = 1_000

/** Checks the consistency rules of the books, and decrypts up to a thousand values of each kind. */
export async function checkBooks(
  databaseUrl: string,
  { takenAt }: Manifest,
  keys: ShopKeys | null,
): Promise<{ broken: string[]; keys: KeyCheck | null }> {
  const checkPool = new pg.Pool({
    ...connectionOptions(databaseUrl, { connectMs: 15_000, statementMs: 1_800_000 }),
    max: 2,
    application_name: 'chaveiro restore',
  })

  checkPool.on('error', () => {})

  try {
    const brokenLawNames = await brokenLaws(createDb(checkPool), new Date(takenAt))
    return { broken: brokenLawNames, keys: keys && (await tryShopKeys(checkPool, keys)) }
  } finally {
    await checkPool.end()
  }
}

async function tryShopKeys(pool: pg.Pool, keys: ShopKeys): Promise<KeyCheck> {
  const keyCheck: KeyCheck = { opened: 0, unopened: {}, faults: await readFaults(pool, keys) }
  const shopVault = createVault(keys.vaultKeys, keys.storeSecret, keys.olderSecrets)
  const databaseReader = { db: createDb(pool), config: { checkShapes: false } }

  for (const place of sealedPlaces) {
    const sealedColumns = columns({
      row: value(sql`coalesce(${place.row}, '')`, z.string()),
      bytes: value(place.sealed, z.instanceof(Buffer)),
    })

    const sampledValues = await rowsOf(
      databaseReader,
      sealedColumns,
      sql`select ${sealedColumns} from ${place.from} t where ${place.only} and ${place.sealed} is not null
        order by random() limit ${sampleSize}`,
    )

    for (const sealedValue of sampledValues)
      try {
        shopVault.open(sealedValue.bytes, place.table, sealedValue.row)
        keyCheck.opened++
      } catch {
        keyCheck.unopened[place.name] = (keyCheck.unopened[place.name] ?? 0) + 1
      }
  }

  return keyCheck
}
