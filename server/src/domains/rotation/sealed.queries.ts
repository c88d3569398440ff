import { getTableName, sql, type Column, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import {
  chatInteractions,
  keptCpfs,
  keptProviders,
  keyReplacements,
  licenceGrants,
  licences,
  payments,
  pushDevices,
  pushKeys,
  stockKeys,
  ticketMails,
  twoFactors,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { JobName, Jobs } from '../../platform/queue/jobs.ts'

// All places with values sealed by the vault. A rotation seals each value with another key and
// never changes the value itself. It may therefore write to tables of every domain.

/** A place with sealed values: a column, or a field of a kind of job. */
export type SealedPlace = {
  /** The name of the place in reports, such as stock_keys.key_cipher. */
  name: string
  /** The table and the row that the vault bound its values to. */
  table: string
  row: SQL
  /** The source of the rows (alias t), the filter, and the column with their ids. */
  from: SQL
  only: SQL
  id: SQL
  idType: string
  /** Number of values in a batch, which must fit into memory; 200 by default. */
  batch?: number
  sealed: SQL
  /** The assignment that stores other sealed bytes in a row. */
  holds(bytes: SQL): SQL
}

/** A sealed value as it was read. It is replaced only while its row still contains `bytes`. */
export type SealedValue = { id: string; row: string; bytes: Buffer }

function sealedColumn(id: Column, sealed: Column): SealedPlace {
  const tableName = getTableName(sealed.table)
  const ownColumn = (column: Column) => sql`t.${sql.identifier(column.name)}`

  return {
    name: `${tableName}.${sealed.name}`,
    table: tableName,
    row: sql`${ownColumn(id)}::text`,
    from: sql`${sql.identifier(tableName)}`,
    only: sql`${ownColumn(sealed)} is not null`,
    id: ownColumn(id),
    idType: id.getSQLType(),
    sealed: ownColumn(sealed),
    holds: (bytes) => sql`${sql.identifier(sealed.name)} = ${bytes}`,
  }
}

/** Sealed fields of a job are recognised by their name. */
type SealedField<P> = Extract<keyof P, `sealed${string}`>

type SealedJobs = {
  [N in JobName as SealedField<Jobs[N]> extends never ? never : N]: {
    sealed: SealedField<Jobs[N]>
    row: Exclude<keyof Jobs[N], SealedField<Jobs[N]>>
  }
}

/** When a job with a sealed field is missing here, the code does not compile. */
const sealedJobs: SealedJobs = {
  'mail.password-reset': { sealed: 'sealedToken', row: 'userId' },
  'mail.power-act': { sealed: 'sealed', row: 'id' },
  'mail.login-code': { sealed: 'sealedCode', row: 'id' },
  'mail.account-notice': { sealed: 'sealed', row: 'id' },
}

function sealedJob([kind, field]: [string, { sealed: string; row: string }]): SealedPlace {
  const payloadText = sql`(t.payload ->> ${sql.raw(`'${field.sealed}'`)})`
  return {
    name: `jobs ${kind}`,
    table: 'jobs',
    row: sql`(t.payload ->> ${sql.raw(`'${field.row}'`)})`,
    from: sql`graphile_worker._private_jobs`,
    only: sql`t.task_id = (select id from graphile_worker._private_tasks where identifier = ${kind})`,
    id: sql`t.id`,
    idType: 'bigint',
    // A text that is not base64 was never sealed, and must not stop the rotation of other jobs.
    sealed: sql`(case when ${payloadText} ~ '^([A-Za-z0-9+/]{4})+([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'
      then decode(${payloadText}, 'base64') end)`,
    holds: (bytes) => sql`payload = jsonb_set(t.payload::jsonb, array[${field.sealed}::text],
      to_jsonb(translate(encode(${bytes}, 'base64'), E'\n', '')))::json`,
  }
}

export const sealedPlaces: readonly SealedPlace[] = [
  sealedColumn(keptProviders.name, keptProviders.sealed),
  sealedColumn(pushKeys.id, pushKeys.sealed),
  sealedColumn(pushDevices.id, pushDevices.sealed),
  sealedColumn(twoFactors.userId, twoFactors.secretCipher),
  sealedColumn(keptCpfs.userId, keptCpfs.cpfCipher),
  sealedColumn(chatInteractions.id, chatInteractions.sealed),
  sealedColumn(licenceGrants.id, licenceGrants.keyCipher),
  sealedColumn(keyReplacements.id, keyReplacements.oldCipher),
  sealedColumn(payments.id, payments.cpfCipher),
  sealedColumn(licences.id, licences.keyCipher),
  sealedColumn(stockKeys.id, stockKeys.keyCipher),
  { ...sealedColumn(ticketMails.messageId, ticketMails.sealed), batch: 4 },
  ...Object.entries(sealedJobs).map(sealedJob),
]

// The first byte is the key's id (platform/secrets/vault.ts). On an empty value substring returns
// an empty one, where get_byte alone would fail.
const keyByteOf = (place: SealedPlace): SQL => sql`substring(${place.sealed} from 1 for 1)`

/** Number of a place's values by key. */
export async function countByKey(app: App, sealedPlace: SealedPlace): Promise<Map<number, number>> {
  const keyCountColumns = columns({
    key: value(sql`coalesce(get_byte(nullif(${keyByteOf(sealedPlace)}, ''), 0), 0)`, z.int()),
    n: value(sql`count(*)::int`, z.int()),
  })

  const countRows = await rowsOf(
    app,
    keyCountColumns,
    sql`select ${keyCountColumns} from ${sealedPlace.from} t
      where ${sealedPlace.only} and ${sealedPlace.sealed} is not null group by 1`,
  )

  return new Map(countRows.map(({ key, n }) => [key, n]))
}

/** The next values of a place, by id, that are sealed with another key. */
export function valuesOfOtherKeys(
  app: App,
  place: SealedPlace,
  { key, after, limit }: { key: number; after: string | null; limit: number },
): Promise<SealedValue[]> {
  const valueColumns = columns({
    id: value(sql`${place.id}::text`, z.string()),
    row: value(sql`coalesce(${place.row}, '')`, z.string()),
    bytes: value(place.sealed, z.instanceof(Buffer)),
  })

  const isLater = after === null ? sql`true` : sql`${place.id} > ${after}::${sql.raw(place.idType)}`

  return rowsOf(
    app,
    valueColumns,
    sql`select ${valueColumns} from ${place.from} t
      where ${place.only} and ${isLater} and ${keyByteOf(place)} <> ${Buffer.of(key)}
      order by ${place.id} limit ${limit}`,
  )
}

/**
 * Replaces the bytes of values that are unchanged since they were read; returns how many it
 * replaced. Rows locked by other transactions are skipped, so nothing waits or deadlocks.
 */
export async function replaceBytes(
  tx: App,
  place: SealedPlace,
  values: readonly (SealedValue & { next: Buffer })[],
): Promise<number> {
  const idType = sql.raw(place.idType)

  const replacements = sql`given as (
    select id::${idType} as id, was, next from unnest(
      ${sql.param(values.map(({ id }) => id))}::text[],
      ${sql.param(values.map(({ bytes }) => bytes))}::bytea[],
      ${sql.param(values.map(({ next }) => next))}::bytea[]) as g (id, was, next))`

  // After a crash the next run repeats lost updates, so no batch waits for the disk.
  await tx.db.execute(sql`set local synchronous_commit = off`)

  const { rowCount } = await tx.db.execute(sql`
    with ${replacements}, held as materialized (
      select ${place.id} as id from ${place.from} t join given on ${place.id} = given.id
      where ${place.sealed} = given.was order by 1 for no key update of t skip locked)
    update ${place.from} t set ${place.holds(sql`given.next`)}
    from given join held on held.id = given.id
    where ${place.id} = given.id and ${place.sealed} = given.was`)

  return rowCount ?? 0
}
