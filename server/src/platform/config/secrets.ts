import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { list } from './setting-types.ts'

/** The secrets of STORE_SECRET, newest first; adds faults to `missing`. */
export function storeSecrets(
  value: string | undefined,
  missing: string[],
): { storeSecret: Buffer; olderSecrets: Buffer[] } {
  const texts = value?.includes(',') ? list(value) : [value ?? '']
  const secrets = texts.map((text) => Buffer.from(text, 'base64'))
  const isSecret = (secret: Buffer, i: number) =>
    secret.length >= 32 && /^[A-Za-z\d+/_-]+=*$/.test(texts[i]!)

  if (!secrets.length || !secrets.every(isSecret))
    missing.push(
      'STORE_SECRET: at least 32 random bytes in base64 (openssl rand -base64 32); ' +
        'several, newest first, with commas between',
    )

  if (new Set(secrets.map((secret) => secret.toString('hex'))).size < secrets.length)
    missing.push('STORE_SECRET: the same value is there twice')
  const [storeSecret = Buffer.alloc(0), ...olderSecrets] = secrets

  return { storeSecret, olderSecrets }
}

/** The key ring of VAULT_KEYS, newest first; adds faults to `missing`. */
export function vaultKeys(
  value: string | undefined,
  missing: string[],
): { id: number; key: Buffer }[] {
  const keys = list(value ?? '').map((pair) => {
    const [, id = '', key = ''] = /^(\d{1,3}):([A-Za-z\d+/_-]{43}=?)$/.exec(pair) ?? []
    return { id: Number(id), key: Buffer.from(key, 'base64') }
  })

  if (!keys.length || keys.some((k) => k.key.length !== 32 || !(k.id > 0 && k.id < 256)))
    missing.push(
      'VAULT_KEYS: id:base64 of 32 random bytes, newest first, e.g. 1:$(openssl rand -base64 32)',
    )

  const ids = keys.map((key) => key.id)
  for (const id of new Set(ids.filter((id, at) => id > 0 && ids.indexOf(id) !== at)))
    missing.push(`VAULT_KEYS: the id ${id} is there twice; every key has an id of its own`)

  return keys
}

/**
 * Secrets of the demo shop, generated once. DATA_DIR keeps them, readable by its owner only, so
 * that sealed data opens after a restart.
 */
export function readDemoSecrets(dataDir: string): { storeSecret?: string; vaultKeys?: string } {
  const file = join(dataDir, 'secrets.json')

  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })

    try {
      writeFileSync(
        file,
        JSON.stringify({
          storeSecret: randomBytes(32).toString('base64'),
          vaultKeys: `1:${randomBytes(32).toString('base64')}`,
        }),
        { flag: 'wx', mode: 0o600 },
      )
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }

    chmodSync(file, 0o600)
  }

  return JSON.parse(readFileSync(file, 'utf8')) as { storeSecret: string; vaultKeys: string }
}
