import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { splitByComma } from './setting-types.ts'

/** The secrets of STORE_SECRET, newest first; adds problems of the setting to `faults`. */
export function parseStoreSecrets(
  value: string | undefined,
  faults: string[],
): { storeSecret: Buffer; olderSecrets: Buffer[] } {
  const secretTexts = value?.includes(',') ? splitByComma(value) : [value ?? '']
  const secretValues = secretTexts.map((text) => Buffer.from(text, 'base64'))
  const isValidSecret = (secret: Buffer, i: number) =>
    secret.length >= 32 && /^[A-Za-z\d+/_-]+=*$/.test(secretTexts[i]!)

  if (!secretValues.length || !secretValues.every(isValidSecret))
    faults.push(
      'STORE_SECRET: at least 32 random bytes in base64 (openssl rand -base64 32); ' +
        'several values newest first, separated by commas',
    )

  if (new Set(secretValues.map((secret) => secret.toString('hex'))).size < secretValues.length)
    faults.push('STORE_SECRET: the same value is there twice')
  const [storeSecret = Buffer.alloc(0), ...olderSecrets] = secretValues

  return { storeSecret, olderSecrets }
}

/** The key ring of VAULT_KEYS, newest first; adds problems of the setting to `faults`. */
export function parseVaultKeys(
  value: string | undefined,
  faults: string[],
): { id: number; key: Buffer }[] {
  const keyRing = splitByComma(value ?? '').map((pair) => {
    const [, id = '', key = ''] = /^(\d{1,3}):([A-Za-z\d+/_-]{43}=?)$/.exec(pair) ?? []
    return { id: Number(id), key: Buffer.from(key, 'base64') }
  })

  if (
    !keyRing.length ||
    keyRing.some((ringKey) => ringKey.key.length !== 32 || !(ringKey.id > 0 && ringKey.id < 256))
  )
    faults.push(
      'VAULT_KEYS: id:base64 of 32 random bytes, newest first, e.g. 1:$(openssl rand -base64 32)',
    )

  const keyIds = keyRing.map((key) => key.id)
  for (const repeatedId of new Set(
    keyIds.filter((id, index) => id > 0 && keyIds.indexOf(id) !== index),
  ))
    faults.push(`VAULT_KEYS: the id ${repeatedId} is there twice; every key has an id of its own`)

  return keyRing
}

/**
 * Secrets of the demo shop, generated once. DATA_DIR keeps them in a file that only its owner can
 * read, so that sealed data opens after a restart.
 */
export function readDemoSecrets(dataDir: string): { storeSecret?: string; vaultKeys?: string } {
  const secretsFile = join(dataDir, 'secrets.json')

  if (!existsSync(secretsFile)) {
    mkdirSync(dataDir, { recursive: true })

    try {
      writeFileSync(
        secretsFile,
        JSON.stringify({
          storeSecret: randomBytes(32).toString('base64'),
          vaultKeys: `1:${randomBytes(32).toString('base64')}`,
        }),
        { flag: 'wx', mode: 0o600 },
      )
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }

    chmodSync(secretsFile, 0o600)
  }

  return JSON.parse(readFileSync(secretsFile, 'utf8')) as { storeSecret: string; vaultKeys: string }
}
