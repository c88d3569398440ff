import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Env = Record<string, string | undefined>

/**
 * Reads settings from a folder, one file for each, as containers and systemd pass secrets. Such
 * secrets appear in no process list, image or settings file. The environment overrides a file. An
 * unknown file name is a fault, because the shop would otherwise ignore a misspelt secret in
 * silence (P463).
 */
export function withSecretFiles(env: Env, knownNames: readonly string[], faults: string[]): Env {
  const secretsFolder = env.SECRETS_DIR
  if (!secretsFolder) return env

  const fileValues = readSecretFiles(secretsFolder)
  if (!fileValues) faults.push(`SECRETS_DIR: ${secretsFolder} is no folder that this user can read`)
  const environmentEntries = Object.entries(env).filter(([, value]) => value !== '')
  for (const fileName of Object.keys(fileValues ?? {}))
    if (!knownNames.includes(fileName))
      faults.push(`SECRETS_DIR: ${fileName} is no setting of the shop`)

  return { ...fileValues, ...Object.fromEntries(environmentEntries) }
}

/** File contents by name, without the final line break; null when the folder cannot be read. */
function readSecretFiles(folder: string): Env | null {
  try {
    const fileNames = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
    return Object.fromEntries(
      fileNames.map((name) => [
        name,
        readFileSync(join(folder, name), 'utf8').replace(/\r?\n$/, ''),
      ]),
    )
  } catch {
    return null
  }
}
