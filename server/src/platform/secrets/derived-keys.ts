import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** STORE_SECRET: the value that signs, and older ones that only verify what they signed (P580). */
export type StoreSecrets = { storeSecret: Buffer; olderSecrets?: readonly Buffer[] }

/** All values of STORE_SECRET, the newest first. */
const allSecrets = ({ storeSecret, olderSecrets = [] }: StoreSecrets): Buffer[] => [
  storeSecret,
  ...olderSecrets,
]

/** A key for one use, of each value of STORE_SECRET, the newest first; nothing signed elsewhere serves. */
export const derivedKeys = (secrets: StoreSecrets, use: string): Buffer[] =>
  allSecrets(secrets).map((secret) => Buffer.from(hkdfSync('sha256', secret, '', use, 32)))

/** The signatures of a text for one use, the newest first: that one is given, any is taken. */
export const signaturesOf = (secrets: StoreSecrets, use: string, text: string): Buffer[] =>
  derivedKeys(secrets, use).map((key) => createHmac('sha256', key).update(text).digest())

/** Whether what somebody shows is one of these, without telling how much of it is right. */
export function isOneOf(given: string, right: readonly string[]): boolean {
  const shown = Buffer.from(given)
  return right
    .map((one) => Buffer.from(one))
    .some((one) => one.length === shown.length && timingSafeEqual(one, shown))
}
