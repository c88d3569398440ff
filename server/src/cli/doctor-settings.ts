import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { ConfigError, readConfig, type Config, type Env } from '../platform/config/config.ts'
import { environment } from '../platform/config/environment.ts'
import { findMisspelt } from '../platform/config/misspelt-settings.ts'
import { withSecretFiles } from '../platform/config/secret-files.ts'
import type { Finding } from './doctor-checks.ts'

/**
 * Settings that the doctor checks even when other settings are wrong. A wrong setting among these
 * is undefined or has its default.
 */
export type Places = {
  databaseUrl: string | undefined
  dataDir: string
  diskFloorMb: number
  publicUrl: string | undefined
}

/** The settings, or their faults. A finding names a setting and never shows its value. */
export function readSettings(
  env: Env,
): { config: Config } | { config: null; faults: Finding[]; places: Places } {
  try {
    return { config: readConfig(env) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error

    const todo = 'mend it: the shop does not start with it (Settings of the guide)'
    const faults = error.message
      .split('\n')
      .map((seen): Finding => ({ about: 'settings', state: 'broken', seen, todo }))

    return { config: null, faults, places: readPlaces(env) }
  }
}

/** Variables with a name close to a setting's name, which the shop ignores. */
export const misspeltSettings = (env: Env): Finding[] =>
  findMisspelt(env).map(({ typed, meant }) => ({
    about: 'settings',
    state: 'look',
    seen: `${typed} is no setting; ${meant} is one`,
    todo: `rename it to ${meant}, or take it out`,
  }))

/**
 * The data folder when it has no embedded database and no setting names another database; otherwise
 * null. The doctor stops there, because reading the settings would create files in a mistyped
 * folder.
 */
export function missingShop(env: Env): string | null {
  const { DATABASE_URL: url, DATABASE_SESSION_URL: sessionUrl } = withSecretFiles(env, [], [])
  const { dataDir } = readPlaces(env)

  return url || sessionUrl || existsSync(join(dataDir, 'postgres.json')) ? null : dataDir
}

function readPlaces(env: Env): Places {
  const settings = withSecretFiles(env, [], [])
  const readSetting = <T>(name: string, shape: { safeParse(value: unknown): { data?: T } }) =>
    shape.safeParse(settings[name] || undefined).data
  const { DATABASE_URL, DATABASE_SESSION_URL, DATA_DIR, DISK_FLOOR_MB, PUBLIC_URL } =
    environment.shape

  return {
    databaseUrl:
      readSetting('DATABASE_SESSION_URL', DATABASE_SESSION_URL) ??
      readSetting('DATABASE_URL', DATABASE_URL),
    dataDir: resolve(readSetting('DATA_DIR', DATA_DIR) ?? './data'),
    diskFloorMb: readSetting('DISK_FLOOR_MB', DISK_FLOOR_MB) ?? 100,
    publicUrl: readSetting('PUBLIC_URL', PUBLIC_URL)?.replace(/\/+$/, ''),
  }
}
