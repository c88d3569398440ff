import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Env = Record<string, string | undefined>

/**
 * Settings that lie in a folder, a file each under the setting's name, as containers and systemd
 * hand secrets over: in no list of processes, no image and no file of settings. What the environment
 * names wins; a file that is no setting is a fault, since a misspelt one would be missed in silence
 * (P463).
 */
export function withSecretFiles(env: Env, known: readonly string[], faults: string[]): Env {
  const folder = env.SECRETS_DIR
  if (!folder) return env

  const read = filesOf(folder)
  if (!read) faults.push(`SECRETS_DIR: ${folder} is no folder that this user can read`)
  const given = Object.entries(env).filter(([, value]) => value !== '')
  for (const name of Object.keys(read ?? {}))
    if (!known.includes(name)) faults.push(`SECRETS_DIR: ${name} is no setting of the shop`)

  return { ...read, ...Object.fromEntries(given) }
}

/** The files of a folder without the line break at their end; null where they cannot be read. */
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
