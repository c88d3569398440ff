import { randomBytes } from 'node:crypto'

/**
 * A time-ordered UUID (version 7): milliseconds first, then 74 random bits. Created here, so that
 * any PostgreSQL version works.
 */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')

  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** 128 random bits as 32 hex digits: unguessable names for payments and txids (Q27). */
export const newSecretId = (): string => randomBytes(16).toString('hex')

/** 256 random bits for tokens that are stored by hash only. */
export const newToken = (): string => randomBytes(32).toString('base64url')
