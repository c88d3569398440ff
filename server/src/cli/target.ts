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

const settingNames = Object.keys(environment.shape)

/** Settings that are paths. A path of this machine is wrong on another machine. */
const pathSettings = ['DATA_DIR', 'SECRETS_DIR']

/**
 * Settings of an environment, together with the settings in SECRETS_DIR. Throws a Refusal when a
 * file is wrong.
 */
export function givenSettings(env: Env): Env {
  const faults: string[] = []
  const settings = withSecretFiles(env, settingNames, faults)
  if (faults.length) throw new Refusal(faults.join('\n'))

  return Object.fromEntries(
    settingNames.flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])),
  )
}

/**
 * The database and folder that a restore fills; a new machine has no other settings yet. Without a
 * DATABASE_URL this starts the embedded PostgreSQL of DATA_DIR.
 */
export async function openTarget(
  env: Env,
): Promise<{ databaseUrl: string; dataDir: string; close(): Promise<void> }> {
  const { DATA_DIR, DATABASE_URL, DATABASE_SESSION_URL, STORE_MODE } = givenSettings(env)
  const dataDir = resolve(DATA_DIR ?? './data')
  if (DATABASE_URL && DATABASE_SESSION_URL) refuseTwoDatabases(DATABASE_URL, DATABASE_SESSION_URL)
  const databaseUrl = DATABASE_SESSION_URL ?? DATABASE_URL
  if (databaseUrl) return { databaseUrl, dataDir, close: async () => {} }
  if (STORE_MODE === 'production')
    throw new Refusal('DATABASE_URL is missing: the empty database that the backup goes into')

  const database = await openDatabase({ dataDir, log: createLog('warn') })

  return { databaseUrl: database.url, dataDir, close: database.close }
}

/**
 * DATABASE_URL and DATABASE_SESSION_URL must name the same database. If they differ, one may come
 * from a settings file and one from the command line, so the operator must decide.
 */
function refuseTwoDatabases(pooled: string, session: string): void {
  const [pooledName, sessionName] = [pooled, session].map(databaseName)
  if (pooledName !== sessionName)
    throw new Refusal(
      `DATABASE_URL leads to the database ${pooledName} and DATABASE_SESSION_URL, which is used, to ` +
        `${sessionName}: set both to the one that the backup goes into`,
    )
}

const databaseName = (url: string): string =>
  URL.canParse(url) ? decodeURIComponent(new URL(url).pathname.slice(1)) : ''

/** Secrets for a backup: those in the environment, and those that a demo shop generated. */
export function ownSecrets(env: Env, dataDir: string, production: boolean): Secrets {
  const demoSecrets = production ? {} : readDemoSecrets(dataDir)

  const settings: Env = {
    STORE_SECRET: demoSecrets.storeSecret,
    VAULT_KEYS: demoSecrets.vaultKeys,
    ...givenSettings(env),
  }

  return Object.fromEntries(
    Object.entries(settings).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !pathSettings.includes(entry[0]),
    ),
  )
}

/**
 * Keys for reading a restored shop; the environment overrides the backup. Null when a key is
 * missing.
 */
export function shopKeys(env: Env, secrets: Secrets | null): ShopKeys | null {
  const { STORE_SECRET, VAULT_KEYS } = { ...secrets, ...givenSettings(env) }
  if (!STORE_SECRET || !VAULT_KEYS) return null

  const faults: string[] = []

  const parsedKeys = {
    ...parseStoreSecrets(STORE_SECRET, faults),
    vaultKeys: parseVaultKeys(VAULT_KEYS, faults),
  }

  if (faults.length) throw new Refusal(faults.join('\n'))

  return parsedKeys
}
