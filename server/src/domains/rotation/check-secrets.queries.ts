import type { Pool } from 'pg'

import {
  checkCanaries,
  type SealedSample,
  type VaultSecrets,
} from '../../platform/secrets/vault-canaries.ts'

/**
 * Compares this process's secrets with the database. Returns one error text for each wrong secret,
 * and stores missing canaries when all secrets are right.
 */
export const checkSecrets = (pool: Pool, secrets: VaultSecrets): Promise<string[]> =>
  checkCanaries(pool, secrets, () => readSamples(pool))

/** The first and last three sealed keys of stock and licences. */
async function readSamples(pool: Pool): Promise<SealedSample[]> {
  const sealedSamples: SealedSample[] = []

  for (const tableName of ['stock_keys', 'licences']) {
    const { rows } = await pool.query<{ id: string; sealed: Buffer }>(
      `(select id, key_cipher as sealed from ${tableName} order by id limit 3)
        union all (select id, key_cipher as sealed from ${tableName} order by id desc limit 3)`,
    )

    sealedSamples.push(...rows.map((row) => ({ table: tableName, ...row })))
  }

  return sealedSamples
}
