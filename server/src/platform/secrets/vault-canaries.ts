import { sql } from 'drizzle-orm'
import type { Client, Pool } from 'pg'

import type { Db } from '../../db/handle.ts'
import { cut } from '../database/connection.ts'
import { heldLocks } from '../database/session-locks.ts'
import type { StoreSecrets } from './derived-keys.ts'
import { createVault } from './vault.ts'

export type VaultSecrets = StoreSecrets & { vaultKeys: readonly { id: number; key: Buffer }[] }
type Canary = { key_id: number; sealed: Buffer }

const word = 'the canary sings'
const table = 'vault_canaries'

/** The canary of the oldest value of STORE_SECRET; later ones have the negative of their mark. */
const secretRow = 0

/** A value that the vault sealed, with the table and the row it was sealed for. */
export type SealedSample = { table: string; id: string; sealed: Buffer }

/**
 * What is wrong with the secrets of this process for this database, one line each that names the
 * key's id; none when they are right. An empty database gets its canaries, the key that seals its
 * own: one that only waits behind it says nothing yet, and one that a rotation let go stays gone.
 * Safe in several processes at once. `readSamples` reads some sealed values of a database older than
 * the canaries: they must open before this process may vouch for its own keys.
 */
export async function checkCanaries(
  pool: Pool,
  secrets: VaultSecrets,
  readSamples: () => Promise<readonly SealedSample[]>,
): Promise<string[]> {
  const known = await readCanaries(pool)
  const faults = known.length
    ? canaryFaults(known, secrets)
    : sampleFaults(await readSamples(), secrets)
  if (faults.length) return faults

  for (const { key_id, sealed } of newCanaries(known, secrets))
    await pool.query(
      'insert into vault_canaries (key_id, sealed) values ($1, $2) on conflict do nothing',
      [key_id, sealed],
    )

  // Another process with other secrets may have been faster.
  return canaryFaults(await readCanaries(pool), secrets)
}

/**
 * The statement that reads the canaries, for a caller that reads them along with something else.
 */
export const canariesText = 'select key_id, sealed from vault_canaries order by key_id'

/** What is wrong with the secrets, when nothing may be written. */
export const faultsNow = async (pool: Pool, secrets: VaultSecrets): Promise<string[]> =>
  canaryFaults(await readCanaries(pool), secrets)

/** The ids of the keys that every process has to have. */
export const neededKeys = async (pool: Pool): Promise<number[]> =>
  (await readCanaries(pool)).map(({ key_id }) => key_id).filter((id) => id > secretRow)

/** From now on nobody needs these keys any more. */
export const letGo = (db: Db, ids: readonly number[]): Promise<unknown> =>
  db.execute(sql`delete from vault_canaries where key_id = any(${sql.param([...ids])}::int[])`)

const sealingClass = 0x43484b59 // 'CHKY'
const signingClass = 0x43485353 // 'CHSS'

/**
 * A connection for as long as its process lives, whose advisory locks show all others which key the
 * process seals with and which value of STORE_SECRET it signs with. A rotation takes neither away
 * while a process uses it.
 */
export async function tellSealing(
  connect: () => Promise<Client>,
  secrets: VaultSecrets,
): Promise<Client> {
  const client = await connect()
  const [keyId, { mark }] = [secrets.vaultKeys[0]!.id, secretCanaries(secrets)[0]!]
  const lock = `select pg_advisory_lock_shared(${sealingClass}, ${keyId}),
    pg_advisory_lock_shared(${signingClass}, ${mark})`

  try {
    await client.query({ text: lock, query_timeout: 5_000 } as { text: string })
    return client
  } catch (error) {
    cut(client)
    throw error
  }
}

/** How many processes seal with each key now. */
export const sealingNow = (pool: Pool): Promise<Map<number, number>> =>
  holdersBy(pool, sealingClass)

/** How many processes sign with each value of STORE_SECRET now, by its mark. */
export const signingNow = (pool: Pool): Promise<Map<number, number>> =>
  holdersBy(pool, signingClass)

async function holdersBy(pool: Pool, lockClass: number): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ id: number; n: number }>(
    `select objid::int as id, count(*)::int as n from (${heldLocks(lockClass, 0)}) held
      group by 1 order by 1`,
  )

  return new Map(rows.map(({ id, n }) => [id, n]))
}

const readCanaries = async (pool: Pool): Promise<Canary[]> =>
  (await pool.query<Canary>(canariesText)).rows

/** The marks of the older values of STORE_SECRET that a start without them is refused for. */
export async function neededSecrets(pool: Pool, secrets: VaultSecrets): Promise<number[]> {
  const [, ...older] = secretCanaries(secrets)
  const canaries = await readCanaries(pool)

  return older
    .filter(({ sealed }) => canaries.some((one) => one.sealed.equals(sealed)))
    .map(({ mark }) => mark)
}

/** From now on nobody needs an older value of STORE_SECRET any more. */
export async function letOlderSecretsGo(db: Db, secrets: VaultSecrets): Promise<void> {
  const [newest] = secretCanaries(secrets)
  await db.execute(sql`delete from vault_canaries where key_id < ${secretRow}`)
  await db.execute(sql`insert into vault_canaries (key_id, sealed)
    values (${secretRow}, ${newest!.sealed}) on conflict (key_id) do update set sealed = excluded.sealed`)
}

/** Compare canaries with the secrets of this process: a line for each that is wrong or missing. */
export function canaryFaults(canaries: readonly Canary[], secrets: VaultSecrets): string[] {
  const vault = createVault(secrets.vaultKeys, secrets.storeSecret)
  const known = secretCanaries(secrets)

  return canaries.flatMap(({ key_id, sealed }) => {
    if (key_id <= secretRow)
      return known.some((secret) => secret.sealed.equals(sealed)) ? [] : [strangeSecret(-key_id)]
    if (!secrets.vaultKeys.some(({ id }) => id === key_id)) return [missing(key_id)]

    return opens(() => vault.open(sealed, table, String(key_id))) ? [] : [wrong(key_id)]
  })
}

const wrong = (id: number) =>
  `VAULT_KEYS: the key with the id ${id} is not the one that this database was sealed with`

const missing = (id: number) =>
  `VAULT_KEYS: the key with the id ${id} is missing; this database holds what was sealed with it`

const strangeSecret = (mark: number) =>
  mark === secretRow
    ? 'STORE_SECRET is not the one that this database was made with'
    : `STORE_SECRET: the value with the mark ${mark} is missing; this database holds what was made with it`

/** What each value of STORE_SECRET makes of the word, the newest first. */
function secretCanaries({ vaultKeys, storeSecret, olderSecrets }: VaultSecrets) {
  const { marks, indexes } = createVault(vaultKeys, storeSecret, olderSecrets)
  return indexes(word, table).map((sealed, i) => ({ mark: marks[i]!, sealed }))
}

/** What a start adds to the canaries that are there: its newest key, its newest secret. */
function newCanaries(known: readonly Canary[], secrets: VaultSecrets): Canary[] {
  const vaultKeys = known.length ? secrets.vaultKeys.slice(0, 1) : secrets.vaultKeys

  const ofKeys = vaultKeys.map((vaultKey) => ({
    key_id: vaultKey.id,
    sealed: createVault([vaultKey], secrets.storeSecret).seal(word, table, String(vaultKey.id)),
  }))

  const ofSecrets = secretCanaries(secrets)

  if (!known.some(({ key_id }) => key_id <= secretRow))
    return [
      ...ofKeys,
      ...ofSecrets.map(({ mark, sealed }, i) => ({
        key_id: i === ofSecrets.length - 1 ? secretRow : -mark,
        sealed,
      })),
    ]

  const { mark, sealed } = ofSecrets[0]!
  const stands = known.some((one) => one.sealed.equals(sealed))

  return stands ? ofKeys : [...ofKeys, { key_id: -mark, sealed }]
}

function sampleFaults(
  samples: readonly SealedSample[],
  { vaultKeys, storeSecret }: VaultSecrets,
): string[] {
  const vault = createVault(vaultKeys, storeSecret)
  const faults = new Set<string>()

  for (const { table: sampleTable, id, sealed } of samples) {
    const keyId = sealed[0]!
    if (!vaultKeys.some((vaultKey) => vaultKey.id === keyId)) faults.add(missing(keyId))
    else if (!opens(() => vault.open(sealed, sampleTable, id))) faults.add(wrong(keyId))
  }

  return [...faults]
}

function opens(open: () => string): boolean {
  try {
    open()
    return true
  } catch {
    return false
  }
}
