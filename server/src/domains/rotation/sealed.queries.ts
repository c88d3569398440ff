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

// Everything that the vault has sealed, in one place: what a rotation seals anew. It changes no
// value, only the key it lies under, which is why it may write the tables of every domain.

/** A place of sealed values: a column, or a field of a kind of job. */
export type SealedPlace = {
  /** How it is told, e.g. stock_keys.key_cipher. */
  name: string
  /** The table and the row that the vault bound its values to. */
  table: string
  row: SQL
  /** Where the rows are (as t), which of them, and what they are told apart by. */
  from: SQL
  only: SQL
  id: SQL
  idType: string
  /** How many of them fit into memory at once; 200 where nothing is said. */
  batch?: number
  sealed: SQL
  /** What is assigned so that a row holds other sealed bytes. */
  holds(bytes: SQL): SQL
}

/** A sealed value as it was read: bytes is what it is, and has still to be when it is replaced. */
export type SealedValue = { id: string; row: string; bytes: Buffer }

function column(id: Column, sealed: Column): SealedPlace {
  const table = getTableName(sealed.table)
  const own = (of: Column) => sql`t.${sql.identifier(of.name)}`

  return {
    name: `${table}.${sealed.name}`,
    table,
    row: sql`${own(id)}::text`,
    from: sql`${sql.identifier(table)}`,
    only: sql`${own(sealed)} is not null`,
    id: own(id),
    idType: id.getSQLType(),
    sealed: own(sealed),
    holds: (bytes) => sql`${sql.identifier(sealed.name)} = ${bytes}`,
  }
}

/** Which fields of a job are sealed tells their name. */
type SealedField<P> = Extract<keyof P, `sealed${string}`>

type SealedJobs = {
  [N in JobName as SealedField<Jobs[N]> extends never ? never : N]: {
    sealed: SealedField<Jobs[N]>
    row: Exclude<keyof Jobs[N], SealedField<Jobs[N]>>
  }
}

/** A job that seals something and does not stand here does not compile. */
const jobs: SealedJobs = {
  'mail.password-reset': { sealed: 'sealedToken', row: 'userId' },
  'mail.power-act': { sealed: 'sealed', row: 'id' },
  'mail.login-code': { sealed: 'sealedCode', row: 'id' },
  'mail.account-notice': { sealed: 'sealed', row: 'id' },
}

function job([kind, field]: [string, { sealed: string; row: string }]): SealedPlace {
  const text = sql`(t.payload ->> ${sql.raw(`'${field.sealed}'`)})`
  return {
    name: `jobs ${kind}`,
    table: 'jobs',
    row: sql`(t.payload ->> ${sql.raw(`'${field.row}'`)})`,
    from: sql`graphile_worker._private_jobs`,
    only: sql`t.task_id = (select id from graphile_worker._private_tasks where identifier = ${kind})`,
    id: sql`t.id`,
    idType: 'bigint',
    // What is no base64 is nothing that was sealed, and must not stop the others.
    sealed: sql`(case when ${text} ~ '^([A-Za-z0-9+/]{4})+([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'
      then decode(${text}, 'base64') end)`,
    holds: (bytes) => sql`payload = jsonb_set(t.payload::jsonb, array[${field.sealed}::text],
      to_jsonb(translate(encode(${bytes}, 'base64'), E'\n', '')))::json`,
  }
}

export const sealedPlaces: readonly SealedPlace[] = [
  column(keptProviders.name, keptProviders.sealed),
  column(pushKeys.id, pushKeys.sealed),
  column(pushDevices.id, pushDevices.sealed),
  column(twoFactors.userId, twoFactors.secretCipher),
  column(keptCpfs.userId, keptCpfs.cpfCipher),
  column(chatInteractions.id, chatInteractions.sealed),
  column(licenceGrants.id, licenceGrants.keyCipher),
  column(keyReplacements.id, keyReplacements.oldCipher),
  column(payments.id, payments.cpfCipher),
  column(licences.id, licences.keyCipher),
  column(stockKeys.id, stockKeys.keyCipher),
  { ...column(ticketMails.messageId, ticketMails.sealed), batch: 4 },
  ...Object.entries(jobs).map(job),
]

// The first byte says which key sealed (platform/secrets/vault.ts); substring takes an empty value too.
const keyByte = (place: SealedPlace): SQL => sql`substring(${place.sealed} from 1 for 1)`

/** How many values of a place lie under each key. */
export async function countByKey(app: App, place: SealedPlace): Promise<Map<number, number>> {
  const row = columns({
    key: value(sql`coalesce(get_byte(nullif(${keyByte(place)}, ''), 0), 0)`, z.int()),
    n: value(sql`count(*)::int`, z.int()),
  })

  const rows = await rowsOf(
    app,
    row,
    sql`select ${row} from ${place.from} t
      where ${place.only} and ${place.sealed} is not null group by 1`,
  )

  return new Map(rows.map(({ key, n }) => [key, n]))
}

/** The next values of a place, by id, that do not lie under this key. */
export function notUnder(
  app: App,
  place: SealedPlace,
  { key, after, limit }: { key: number; after: string | null; limit: number },
): Promise<SealedValue[]> {
  const row = columns({
    id: value(sql`${place.id}::text`, z.string()),
    row: value(sql`coalesce(${place.row}, '')`, z.string()),
    bytes: value(place.sealed, z.instanceof(Buffer)),
  })

  const later = after === null ? sql`true` : sql`${place.id} > ${after}::${sql.raw(place.idType)}`

  return rowsOf(
    app,
    row,
    sql`select ${row} from ${place.from} t
      where ${place.only} and ${later} and ${keyByte(place)} <> ${Buffer.of(key)}
      order by ${place.id} limit ${limit}`,
  )
}

/**
 * Replace the bytes of values that are still what was read; answers of how many. What somebody else
 * locks at the moment is passed over, so nobody is ever waited for and no two wait for each other.
 */
export async function replaceBytes(
  tx: App,
  place: SealedPlace,
  values: readonly (SealedValue & { next: Buffer })[],
): Promise<number> {
  const type = sql.raw(place.idType)

  const given = sql`given as (
    select id::${type} as id, was, next from unnest(
      ${sql.param(values.map(({ id }) => id))}::text[],
      ${sql.param(values.map(({ bytes }) => bytes))}::bytea[],
      ${sql.param(values.map(({ next }) => next))}::bytea[]) as g (id, was, next))`

  // The rows of a crashed machine are sealed anew by the next run, so no batch waits for the disk.
  await tx.db.execute(sql`set local synchronous_commit = off`)

  const { rowCount } = await tx.db.execute(sql`
    with ${given}, held as materialized (
      select ${place.id} as id from ${place.from} t join given on ${place.id} = given.id
      where ${place.sealed} = given.was order by 1 for no key update of t skip locked)
    update ${place.from} t set ${place.holds(sql`given.next`)}
    from given join held on held.id = given.id
    where ${place.id} = given.id and ${place.sealed} = given.was`)

  return rowCount ?? 0
}
