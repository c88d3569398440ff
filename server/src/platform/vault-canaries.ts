import { sql } from 'drizzle-orm'
import type { Client, Pool } from 'pg'
import type { Db } from '../db/handle.ts'
import { cut } from './beat.ts'
import { createVault } from './vault.ts'

type Secrets = { vaultKeys: readonly { id: number; key: Buffer }[]; storeSecret: Buffer }
type Canary = { key_id: number; sealed: Buffer }

const word = 'the canary sings'
const table = 'vault_canaries'
const secretRow = 0

/**
 * What is wrong with the secrets of this process for this database, one line each that names the
 * key's id; none when they are right. An empty database gets its canaries, the key that seals its
 * own: one that only waits behind it says nothing yet, and one that a rotation let go stays gone.
 * Safe in several processes at once.
 */
export async function checkSecrets(pool: Pool, secrets: Secrets): Promise<string[]> {
  const known = await readCanaries(pool)
  const faults = known.length ? canaryFaults(known, secrets) : await sampleFaults(pool, secrets)
  if (faults.length) return faults
  const kept = known.length ? secrets.vaultKeys.slice(0, 1) : secrets.vaultKeys
  for (const { key_id, sealed } of makeCanaries({ ...secrets, vaultKeys: kept }))
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
export const faultsNow = async (pool: Pool, secrets: Secrets): Promise<string[]> =>
  canaryFaults(await readCanaries(pool), secrets)

/** The ids of the keys that every process has to have. */
export const neededKeys = async (pool: Pool): Promise<number[]> =>
  (await readCanaries(pool)).map(({ key_id }) => key_id).filter((id) => id !== secretRow)

/** From now on nobody needs these keys any more. */
export const letGo = (db: Db, ids: readonly number[]): Promise<unknown> =>
  db.execute(sql`delete from vault_canaries where key_id = any(${sql.param([...ids])}::int[])`)

const sealingClass = 0x43484b59 // 'CHKY'

/**
 * A connection that stands as long as its process, and tells all others by an advisory lock with
 * which key that process seals: no key is taken from one that still uses it.
 */
export async function tellSealing(connect: () => Promise<Client>, keyId: number): Promise<Client> {
  const client = await connect()
  const lock = `select pg_advisory_lock_shared(${sealingClass}, ${keyId})`
  try {
    await client.query({ text: lock, query_timeout: 5_000 } as { text: string })
    return client
  } catch (error) {
    cut(client)
    throw error
  }
}

/** How many processes seal with each key now. */
export async function sealingNow(pool: Pool): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ id: number; n: number }>(
    `select l.objid::int as id, count(*)::int as n
      from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.granted
        and l.classid = ${sealingClass} group by 1 order by 1`,
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

const readCanaries = async (pool: Pool): Promise<Canary[]> =>
  (await pool.query<Canary>(canariesText)).rows

/** Compare canaries with the secrets of this process: a line for each that is wrong or missing. */
export function canaryFaults(canaries: readonly Canary[], secrets: Secrets): string[] {
  const vault = createVault(secrets.vaultKeys, secrets.storeSecret)
  return canaries.flatMap(({ key_id, sealed }) => {
    if (key_id === secretRow)
      return vault.index(word, table).equals(sealed)
        ? []
        : ['STORE_SECRET is not the one that this database was made with']
    if (!secrets.vaultKeys.some(({ id }) => id === key_id)) return [missing(key_id)]
    return opens(() => vault.open(sealed, table, String(key_id))) ? [] : [wrong(key_id)]
  })
}

const wrong = (id: number) =>
  `VAULT_KEYS: the key with the id ${id} is not the one that this database was sealed with`
const missing = (id: number) =>
  `VAULT_KEYS: the key with the id ${id} is missing; this database holds what was sealed with it`

const makeCanaries = ({ vaultKeys, storeSecret }: Secrets): Canary[] => [
  { key_id: secretRow, sealed: createVault(vaultKeys, storeSecret).index(word, table) },
  ...vaultKeys.map((vaultKey) => ({
    key_id: vaultKey.id,
    sealed: createVault([vaultKey], storeSecret).seal(word, table, String(vaultKey.id)),
  })),
]

/**
 * A database older than the canaries: a few of its sealed keys must open before this process may
 * vouch for its own.
 */
async function sampleFaults(pool: Pool, { vaultKeys, storeSecret }: Secrets): Promise<string[]> {
  const vault = createVault(vaultKeys, storeSecret)
  const faults = new Set<string>()
  for (const name of ['stock_keys', 'licences']) {
    const { rows } = await pool.query<{ id: string; key_cipher: Buffer }>(
      `(select id, key_cipher from ${name} order by id limit 3)
        union all (select id, key_cipher from ${name} order by id desc limit 3)`,
    )
    for (const { id, key_cipher } of rows) {
      const keyId = key_cipher[0]!
      if (!vaultKeys.some((vaultKey) => vaultKey.id === keyId)) faults.add(missing(keyId))
      else if (!opens(() => vault.open(key_cipher, name, id))) faults.add(wrong(keyId))
    }
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
