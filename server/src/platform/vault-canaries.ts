import type { Pool } from 'pg'
import { createVault } from './vault.ts'

type Secrets = { vaultKeys: readonly { id: number; key: Buffer }[]; storeSecret: Buffer }
type Canary = { key_id: number; sealed: Buffer }

const word = 'the canary sings'
const table = 'vault_canaries'
const secretRow = 0

/**
 * What is wrong with the secrets of this process for this database, one line each that names the
 * key's id; none when they are right. An empty database gets its canaries, a new key its own. Safe
 * in several processes at once.
 */
export async function checkSecrets(pool: Pool, secrets: Secrets): Promise<string[]> {
  const known = await readCanaries(pool)
  const faults = known.length ? canaryFaults(known, secrets) : await sampleFaults(pool, secrets)
  if (faults.length) return faults
  for (const { key_id, sealed } of makeCanaries(secrets))
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
