import { resolve } from 'node:path'

import { openDatabase } from '../db/open.ts'
import type { Secrets } from '../domains/backup/backup.format.ts'
import type { ShopKeys } from '../domains/backup/restore.check.ts'
import type { Env } from '../platform/config/config.ts'
import { environment } from '../platform/config/environment.ts'
import { withSecretFiles } from '../platform/config/secret-files.ts'
import { readDemoSecrets, parseStoreSecrets, parseVaultKeys } from '../platform/config/secrets.ts'
import { createLog } from '../platform/observe/log.ts'
import { Refusal } from './command.ts'

const names = Object.keys(environment.shape)

/** What says where things lie on one machine is of no use on another. */
const places = ['DATA_DIR', 'SECRETS_DIR']

/** The settings that an environment gives, those of files included. */
export function given(env: Env): Env {
  const faults: string[] = []
  const all = withSecretFiles(env, names, faults)
  if (faults.length) throw new Refusal(faults.join('\n'))

  return Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
}

/**
 * Where a restore goes: a machine that was lost has no settings yet, so these two are enough.
 * Without a DATABASE_URL it is the embedded PostgreSQL of DATA_DIR.
 */
export async function openTarget(
  env: Env,
): Promise<{ databaseUrl: string; dataDir: string; close(): Promise<void> }> {
  const { DATA_DIR, DATABASE_URL, DATABASE_SESSION_URL, STORE_MODE } = given(env)
  const dataDir = resolve(DATA_DIR ?? './data')
  if (DATABASE_URL && DATABASE_SESSION_URL) refuseTwo(DATABASE_URL, DATABASE_SESSION_URL)
  const databaseUrl = DATABASE_SESSION_URL ?? DATABASE_URL
  if (databaseUrl) return { databaseUrl, dataDir, close: async () => {} }
  if (STORE_MODE === 'production')
    throw new Refusal('DATABASE_URL is missing: the empty database that the backup goes into')

  const database = await openDatabase({ dataDir, log: createLog('warn') })

  return { databaseUrl: database.url, dataDir, close: database.close }
}

/**
 * The way past a pooler leads to the same database. Where it does not, one of the two stands in a
 * file of settings and the other was typed, and nobody knows which is meant.
 */
function refuseTwo(pooled: string, session: string): void {
  const [one, other] = [pooled, session].map(databaseIn)
  if (one !== other)
    throw new Refusal(
      `DATABASE_URL leads to the database ${one} and DATABASE_SESSION_URL, which is used, to ` +
        `${other}: set both to the one that the backup goes into`,
    )
}

const databaseIn = (url: string): string =>
  URL.canParse(url) ? decodeURIComponent(new URL(url).pathname.slice(1)) : ''

/** The settings of this shop as its environment has them, and the secrets that a demo made. */
export function ownSecrets(env: Env, dataDir: string, production: boolean): Secrets {
  const kept = production ? {} : readDemoSecrets(dataDir)

  const all: Env = {
    STORE_SECRET: kept.storeSecret,
    VAULT_KEYS: kept.vaultKeys,
    ...given(env),
  }

  return Object.fromEntries(
    Object.entries(all).filter(
      (one): one is [string, string] => one[1] !== undefined && !places.includes(one[0]),
    ),
  )
}

/** The keys of a shop that comes back, from the environment or from its backup; null without. */
export function shopKeys(env: Env, secrets: Secrets | null): ShopKeys | null {
  const { STORE_SECRET, VAULT_KEYS } = { ...secrets, ...given(env) }
  if (!STORE_SECRET || !VAULT_KEYS) return null

  const faults: string[] = []

  const keys = {
    ...parseStoreSecrets(STORE_SECRET, faults),
    vaultKeys: parseVaultKeys(VAULT_KEYS, faults),
  }

  if (faults.length) throw new Refusal(faults.join('\n'))

  return keys
}
