import { randomBytes } from 'node:crypto'

/**
 * A time-ordered UUID (version 7): milliseconds first, then 74 random bits. Created here, because
 * older PostgreSQL versions have no function for it.
 */
export function newId(now = Date.now()): string {
  const uuidBytes = randomBytes(16)
  uuidBytes.writeUIntBE(now, 0, 6)
  uuidBytes[6] = (uuidBytes[6]! & 0x0f) | 0x70
  uuidBytes[8] = (uuidBytes[8]! & 0x3f) | 0x80
  const hexDigits = uuidBytes.toString('hex')

  return hexDigits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** 128 random bits as 32 hex digits: unguessable names for payments and txids (Q27). */
export const newSecretId = (): string => randomBytes(16).toString('hex')

/** 256 random bits, for tokens of which only a hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')
