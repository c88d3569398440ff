import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Env = Record<string, string | undefined>

/**
 * Settings from a folder, one file for each, as containers and systemd pass secrets. Such secrets
 * appear in no process list, image or settings file. The environment overrides a file. An unknown
 * file name is a fault, because a misspelt secret would otherwise be ignored in silence (P463).
 */
export function withSecretFiles(env: Env, knownNames: readonly string[], faults: string[]): Env {
  const folder = env.SECRETS_DIR
  if (!folder) return env

  const fileValues = filesOf(folder)
  if (!fileValues) faults.push(`SECRETS_DIR: ${folder} is no folder that this user can read`)
  const environmentEntries = Object.entries(env).filter(([, value]) => value !== '')
  for (const name of Object.keys(fileValues ?? {}))
    if (!knownNames.includes(name)) faults.push(`SECRETS_DIR: ${name} is no setting of the shop`)

  return { ...fileValues, ...Object.fromEntries(environmentEntries) }
}

/** File contents by name, without the final line break; null when the folder cannot be read. */
function filesOf(folder: string): Env | null {
  try {
    const names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
    return Object.fromEntries(
      names.map((name) => [name, readFileSync(join(folder, name), 'utf8').replace(/\r?\n$/, '')]),
    )
  } catch {
    return null
  }
}
