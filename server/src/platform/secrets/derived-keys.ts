import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** STORE_SECRET: the newest value signs, and older values only verify (P580). */
export type StoreSecrets = { storeSecret: Buffer; olderSecrets?: readonly Buffer[] }

/** All values of STORE_SECRET, the newest first. */
const allSecrets = ({ storeSecret, olderSecrets = [] }: StoreSecrets): Buffer[] => [
  storeSecret,
  ...olderSecrets,
]

/**
 * A key derived for one purpose from each value of STORE_SECRET, newest first. A signature for one
 * purpose is invalid for another.
 */
export const derivedKeys = (secrets: StoreSecrets, use: string): Buffer[] =>
  allSecrets(secrets).map((secret) => Buffer.from(hkdfSync('sha256', secret, '', use, 32)))

/** Signatures of a text for one purpose, newest first: send the first, accept any. */
export const signaturesOf = (secrets: StoreSecrets, use: string, text: string): Buffer[] =>
  derivedKeys(secrets, use).map((key) => createHmac('sha256', key).update(text).digest())

/** Whether a text equals one of the valid values, compared in constant time. */
export function matchesAny(candidate: string, validValues: readonly string[]): boolean {
  const candidateBytes = Buffer.from(candidate)
  return validValues
    .map((validBytes) => Buffer.from(validBytes))
    .some(
      (validBytes) =>
        validBytes.length === candidateBytes.length && timingSafeEqual(validBytes, candidateBytes),
    )
}
