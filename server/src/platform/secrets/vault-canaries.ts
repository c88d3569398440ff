import { sql } from 'drizzle-orm'
import type { Client, Pool } from 'pg'

import type { Db } from '../../db/handle.ts'
import { cutConnection } from '../database/connection.ts'
import { heldLocks } from '../database/session-locks.ts'
import type { StoreSecrets } from './derived-keys.ts'
import { createVault } from './vault.ts'

export type VaultSecrets = StoreSecrets & { vaultKeys: readonly { id: number; key: Buffer }[] }
type Canary = { key_id: number; sealed: Buffer }

const canaryText = 'the canary sings'
const canaryTable = 'vault_canaries'

/**
 * Row id of the canary of the oldest STORE_SECRET value; canaries of later values have the negative
 * mark as id.
 */
const secretRow = 0

/** A sealed value with the table and row it was sealed for. */
export type SealedSample = { table: string; id: string; sealed: Buffer }

/**
 * Returns the faults of this process's secrets for this database, one message each with the key's
 * id; empty when all secrets are right. A canary is a known text that was encrypted or signed with
 * a secret. A database without canaries gets a canary for each secret, after the values of
 * `readSamples` were decrypted with these secrets. Later, only the newest key and the newest
 * STORE_SECRET value get one, so that a key which a rotation dropped stays dropped. Several
 * processes may run this check at once.
 */
export async function checkCanaries(
  pool: Pool,
  secrets: VaultSecrets,
  readSamples: () => Promise<readonly SealedSample[]>,
): Promise<string[]> {
  const knownCanaries = await readCanaries(pool)
  const secretFaults = knownCanaries.length
    ? canaryFaults(knownCanaries, secrets)
    : sampleFaults(await readSamples(), secrets)
  if (secretFaults.length) return secretFaults

  for (const { key_id, sealed } of newCanaries(knownCanaries, secrets))
    await pool.query(
      'insert into vault_canaries (key_id, sealed) values ($1, $2) on conflict do nothing',
      [key_id, sealed],
    )

  // Checks again, because another process with other secrets may have written canaries first.
  return canaryFaults(await readCanaries(pool), secrets)
}

/** The statement that reads the canaries, for a caller that combines it with another query. */
export const canariesText = 'select key_id, sealed from vault_canaries order by key_id'

/** Like checkCanaries, without writing. */
export const readFaults = async (pool: Pool, secrets: VaultSecrets): Promise<string[]> =>
  canaryFaults(await readCanaries(pool), secrets)

/** Ids of the vault keys that a process needs to start. */
export const neededKeys = async (pool: Pool): Promise<number[]> =>
  (await readCanaries(pool)).map(({ key_id }) => key_id).filter((id) => id > secretRow)

/** Deletes the canaries of vault keys that no encrypted value uses any more. */
export const dropVaultKeys = (db: Db, ids: readonly number[]): Promise<unknown> =>
  db.execute(sql`delete from vault_canaries where key_id = any(${sql.param([...ids])}::int[])`)

const sealingClass = 0x43484b59 // 'CHKY' in ASCII
const signingClass = 0x43485353 // 'CHSS' in ASCII

/**
 * Opens a connection for the life of the process. Its advisory locks show which vault key this
 * process seals with, and which value of STORE_SECRET it signs with. A rotation drops no key and no
 * value that a process still uses.
 */
export async function holdSecretLocks(
  connect: () => Promise<Client>,
  secrets: VaultSecrets,
): Promise<Client> {
  const lockClient = await connect()
  const [keyId, { mark }] = [secrets.vaultKeys[0]!.id, secretCanaries(secrets)[0]!]
  const lockStatement = `select pg_advisory_lock_shared(${sealingClass}, ${keyId}),
    pg_advisory_lock_shared(${signingClass}, ${mark})`

  try {
    await lockClient.query({ text: lockStatement, query_timeout: 5_000 } as { text: string })
    return lockClient
  } catch (error) {
    cutConnection(lockClient)
    throw error
  }
}

/** How many processes seal with each vault key now. */
export const countSealers = (pool: Pool): Promise<Map<number, number>> =>
  holdersBy(pool, sealingClass)

/** How many processes sign with each value of STORE_SECRET now, by its mark. */
export const countSigners = (pool: Pool): Promise<Map<number, number>> =>
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

/** Marks of the older values of STORE_SECRET that every process still needs to start. */
export async function neededSecrets(pool: Pool, secrets: VaultSecrets): Promise<number[]> {
  const [, ...olderCanaries] = secretCanaries(secrets)
  const storedCanaries = await readCanaries(pool)

  return olderCanaries
    .filter(({ sealed }) => storedCanaries.some((canary) => canary.sealed.equals(sealed)))
    .map(({ mark }) => mark)
}

/** Deletes the canaries of older STORE_SECRET values that nothing uses any more. */
export async function dropOlderSecrets(db: Db, secrets: VaultSecrets): Promise<void> {
  const [newest] = secretCanaries(secrets)
  await db.execute(sql`delete from vault_canaries where key_id < ${secretRow}`)
  await db.execute(sql`insert into vault_canaries (key_id, sealed)
    values (${secretRow}, ${newest!.sealed}) on conflict (key_id) do update set sealed = excluded.sealed`)
}

/**
 * Compares the canaries with this process's secrets; returns a message for each wrong or missing
 * secret.
 */
export function canaryFaults(canaries: readonly Canary[], secrets: VaultSecrets): string[] {
  const currentVault = createVault(secrets.vaultKeys, secrets.storeSecret)
  const ownCanaries = secretCanaries(secrets)

  return canaries.flatMap(({ key_id, sealed }) => {
    if (key_id <= secretRow)
      return ownCanaries.some((secret) => secret.sealed.equals(sealed))
        ? []
        : [missingSecretText(-key_id)]
    if (!secrets.vaultKeys.some(({ id }) => id === key_id)) return [missingKeyText(key_id)]

    return canOpen(() => currentVault.open(sealed, canaryTable, String(key_id)))
      ? []
      : [wrongKeyText(key_id)]
  })
}

const wrongKeyText = (id: number) =>
  `VAULT_KEYS: the key with the id ${id} is not the one that this database was sealed with`

const missingKeyText = (id: number) =>
  `VAULT_KEYS: the key with the id ${id} is missing; this database holds what was sealed with it`

const missingSecretText = (mark: number) =>
  mark === secretRow
    ? 'STORE_SECRET is not the one that this database was made with'
    : `STORE_SECRET: the value with the mark ${mark} is missing; this database holds what was made with it`

/** The canary of each value of STORE_SECRET, newest first. */
function secretCanaries({ vaultKeys, storeSecret, olderSecrets }: VaultSecrets) {
  const { marks, indexes } = createVault(vaultKeys, storeSecret, olderSecrets)
  return indexes(canaryText, canaryTable).map((sealed, i) => ({ mark: marks[i]!, sealed }))
}

/**
 * Missing canaries. The first start on a database adds one for each vault key and each STORE_SECRET
 * value. A later start adds one only for the newest key and the newest value.
 */
function newCanaries(knownCanaries: readonly Canary[], secrets: VaultSecrets): Canary[] {
  const vaultKeys = knownCanaries.length ? secrets.vaultKeys.slice(0, 1) : secrets.vaultKeys

  const keyCanaries = vaultKeys.map((vaultKey) => ({
    key_id: vaultKey.id,
    sealed: createVault([vaultKey], secrets.storeSecret).seal(
      canaryText,
      canaryTable,
      String(vaultKey.id),
    ),
  }))

  const canariesOfSecrets = secretCanaries(secrets)

  if (!knownCanaries.some(({ key_id }) => key_id <= secretRow))
    return [
      ...keyCanaries,
      ...canariesOfSecrets.map(({ mark, sealed }, i) => ({
        key_id: i === canariesOfSecrets.length - 1 ? secretRow : -mark,
        sealed,
      })),
    ]

  const { mark, sealed } = canariesOfSecrets[0]!
  const hasNewest = knownCanaries.some((canary) => canary.sealed.equals(sealed))

  return hasNewest ? keyCanaries : [...keyCanaries, { key_id: -mark, sealed }]
}

function sampleFaults(
  samples: readonly SealedSample[],
  { vaultKeys, storeSecret }: VaultSecrets,
): string[] {
  const sampleVault = createVault(vaultKeys, storeSecret)
  const faultTexts = new Set<string>()

  for (const { table: sampleTable, id, sealed } of samples) {
    const keyId = sealed[0]!
    if (!vaultKeys.some((vaultKey) => vaultKey.id === keyId)) faultTexts.add(missingKeyText(keyId))
    else if (!canOpen(() => sampleVault.open(sealed, sampleTable, id)))
      faultTexts.add(wrongKeyText(keyId))
  }

  return [...faultTexts]
}

function canOpen(open: () => string): boolean {
  try {
    open()
    return true
  } catch {
    return false
  }
}
