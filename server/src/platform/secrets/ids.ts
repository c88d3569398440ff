import { randomBytes } from 'node:crypto'

/**
 * A time-ordered UUID (version 7), made here so that any PostgreSQL serves; milliseconds of now
 * lead, 74 random bits follow.
 */
export function newId(now = Date.now()): string {
  const b = randomBytes(16)
  b.writeUIntBE(now, 0, 6)
  b[6] = (b[6]! & 0x0f) | 0x70
  b[8] = (b[8]! & 0x3f) | 0x80
  const h = b.toString('hex')

  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`
}

/** 128 random bits as 32 hex digits: unguessable names for payments and txids (Q27). */
export const newSecretId = (): string => randomBytes(16).toString('hex')

/** 256 random bits for tokens that are stored by hash only. */
export const newToken = (): string => randomBytes(32).toString('base64url')
