import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { ConfigError, readConfig, type Config, type Env } from '../platform/config/config.ts'
import { environment } from '../platform/config/environment.ts'
import { findMisspelt } from '../platform/config/misspelt-settings.ts'
import { withSecretFiles } from '../platform/config/secret-files.ts'
import type { Finding } from './doctor-checks.ts'

/** What can be looked at where other settings are wrong; a place that is wrong itself is left out. */
export type Places = {
  databaseUrl: string | undefined
  dataDir: string
  diskFloorMb: number
  publicUrl: string | undefined
}

/** The settings, or what is wrong with them by name, and never a value. */
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

    return { config: null, faults, places: placesOf(env) }
  }
}

/** Names that are near to a setting's and mean nothing to the shop. */
export const misspeltSettings = (env: Env): Finding[] =>
  findMisspelt(env).map(({ typed, meant }) => ({
    about: 'settings',
    state: 'look',
    seen: `${typed} is no setting; ${meant} is one`,
    todo: `rename it to ${meant}, or take it out`,
  }))

/** Where a shop would lie that has no database of its own address; reading the settings makes it. */
export function missingShop(env: Env): string | null {
  const { DATABASE_URL: url, DATABASE_SESSION_URL: sessionUrl } = withSecretFiles(env, [], [])
  const { dataDir } = placesOf(env)

  return url || sessionUrl || existsSync(join(dataDir, 'postgres.json')) ? null : dataDir
}

function placesOf(env: Env): Places {
  const all = withSecretFiles(env, [], [])
  const read = <T>(name: string, shape: { safeParse(value: unknown): { data?: T } }) =>
    shape.safeParse(all[name] || undefined).data
  const { DATABASE_URL, DATABASE_SESSION_URL, DATA_DIR, DISK_FLOOR_MB, PUBLIC_URL } =
    environment.shape

  return {
    databaseUrl:
      read('DATABASE_SESSION_URL', DATABASE_SESSION_URL) ?? read('DATABASE_URL', DATABASE_URL),
    dataDir: resolve(read('DATA_DIR', DATA_DIR) ?? './data'),
    diskFloorMb: read('DISK_FLOOR_MB', DISK_FLOOR_MB) ?? 100,
    publicUrl: read('PUBLIC_URL', PUBLIC_URL)?.replace(/\/+$/, ''),
  }
}
